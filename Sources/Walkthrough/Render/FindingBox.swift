import RxTrace
import TraceAnalysis

/// A finding of a check on a page: what was found, its cause and its remedy.
struct FindingBox {
  let words: Wording

  /// - Parameters:
  ///   - findings: The findings in the page's language.
  ///   - listing: The lines that the findings are about, if they are shown.
  func figure(_ findings: [Finding], id: String, caption: HTML, listing: HTML = "") -> HTML {
    let none: HTML = findings.isEmpty ? "<p class=\"run-remark\">\(words(.checkFoundNothing))</p>" : ""
    return """
      <figure class="findings" id="\(id)">
      <figcaption>\(caption)</figcaption>
      \(([listing, none] + findings.map(html)).filter { $0 != "" }.joined(separator: "\n"))
      </figure>
      """
  }

  private func html(_ finding: Finding) -> HTML {
    let language = words.findingLanguage
    let labels = language.labels
    let details: [(style: HTML, label: String, text: String)] = [
      ("why", labels.cause, finding.cause), ("fix", labels.remedy, finding.remedy),
    ]
    let more = details.filter { !$0.text.isEmpty }.map { style, label, text -> HTML in
      let told = InlineMarkdown(codeSpansOf: text).html
      return "<p class=\"finding-\(style)\"><b>\(HTML(text: label))</b> <span>\(told)</span></p>"
    }
    return """
      <div class="finding \(HTML(text: finding.level.rawValue))" lang="\(HTML(text: language.rawValue))">
      <p><b>\(HTML(text: labels.level(finding.level)))</b> <span>\(InlineMarkdown(codeSpansOf: finding.message).html)</span></p>
      \(more.joined(separator: "\n"))
      </div>
      """
  }
}
