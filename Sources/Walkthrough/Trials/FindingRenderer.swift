import RxTrace
import TraceAnalysis
import TraceViews

extension Wording {
  /// The language of findings on a page; English if the checks do not support the page's language.
  var findingLanguage: FindingLanguage { FindingLanguage(rawValue: language) ?? .english }
}

/// Renders the findings of a check, in the language of the page if `check` supports it.
struct FindingRenderer {
  let words: Wording

  func render(_ findings: [PageFinding]) -> HTML {
    guard !findings.isEmpty else { return "<p class=\"run-remark\">\(words(.checkFoundNothing))</p>" }
    let language = HTML(text: words.findingLanguage.rawValue)
    return "<ul class=\"findings\" lang=\"\(language)\">\n\(findings.map(item).joined(separator: "\n"))\n</ul>"
  }

  private func item(_ finding: PageFinding) -> HTML {
    let places = finding.places.map { place -> HTML in
      """
      <li>\(InlineMarkdown(codeSpansOf: place.what).html): \
      <span class="run-place" data-line="\(place.line.line)">\(place.line.description)</span></li>
      """
    }
    let details = finding.details.map { "<p>\(InlineMarkdown(codeSpansOf: $0).html)</p>" as HTML }
    let level = Finding.Level(rawValue: finding.level).map(words.findingLanguage.labels.level) ?? finding.level
    let list: HTML = places.isEmpty ? "" : "<ul>\(places.joined())</ul>"
    return """
      <li class="\(finding.level)"><p><strong>\(level)</strong> \(InlineMarkdown(codeSpansOf: finding.message).html) \
      <code>\(finding.rule)</code></p>\(details.joined())\(list)</li>
      """
  }
}
