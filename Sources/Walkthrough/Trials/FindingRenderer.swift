import RxTrace
import TraceViews

/// Renders what a check of a run found. The findings are in English, in whatever language the page is.
struct FindingRenderer {
  let words: Wording

  func render(_ findings: [PageFinding]) -> HTML {
    guard !findings.isEmpty else { return "<p class=\"run-remark\">\(words(.checkFoundNothing))</p>" }
    return "<ul class=\"findings\" lang=\"en\">\n\(findings.map(item).joined(separator: "\n"))\n</ul>"
  }

  private func item(_ finding: PageFinding) -> HTML {
    let places = finding.places.map { place -> HTML in
      """
      <li>\(InlineMarkdown(codeSpansOf: place.what).html): \
      <span class="run-place" data-line="\(place.line.line)">\(place.line.description)</span></li>
      """
    }
    let details = finding.details.map { "<p>\(InlineMarkdown(codeSpansOf: $0).html)</p>" as HTML }
    let list: HTML = places.isEmpty ? "" : "<ul>\(places.joined())</ul>"
    return """
      <li class="\(finding.level)"><p><strong>\(finding.level)</strong> \(InlineMarkdown(codeSpansOf: finding.message).html) \
      <code>\(finding.rule)</code></p>\(details.joined())\(list)</li>
      """
  }
}
