import RxTrace

/// Findings as items of a list, with links to their steps and to their lines.
struct FindingItems {
  /// Whether a server opens the places in an editor.
  let opensEditor: Bool
  /// The address of the page of steps, if it is another one.
  var stepPage = ""

  /// The most steps of a finding that are linked.
  private static let mostSteps = 12

  func item(_ finding: PageFinding) -> String {
    let level = TextEscaping.html.escape(finding.level)
    return "<li class=\"\(level)\"><p>\(title(finding))</p>\(body(finding))</li>\n"
  }

  /// An item that shows only its title until the reader presses it.
  /// - Parameter remark: a sentence that belongs to the title.
  func closedItem(_ finding: PageFinding, remark: String? = nil) -> String {
    let level = TextEscaping.html.escape(finding.level)
    let words = remark.map { " <span class=\"at\">\(TextEscaping.html.escape($0))</span>" } ?? ""
    let summary = "<summary>\(title(finding))\(words)</summary>"
    return "<li class=\"\(level)\"><details>\(summary)\(body(finding))</details></li>\n"
  }

  private func title(_ finding: PageFinding) -> String {
    "<b>\(TextEscaping.html.escape(finding.level))</b> \(CodeSpans.html(finding.message)) "
      + "<code>\(TextEscaping.html.escape(finding.rule))</code>"
  }

  private func body(_ finding: PageFinding) -> String {
    let steps = finding.steps.prefix(Self.mostSteps).map { step in
      "<a href=\"\(TextEscaping.html.escape(stepPage))#step-\(step)\">\(step)</a>"
    }
    let more = finding.steps.count - Self.mostSteps
    let stepText =
      steps.isEmpty
      ? "" : "<p class=\"at\">Steps \(steps.joined(separator: " "))\(more > 0 ? " and \(more) more" : "")</p>"
    return finding.places.map { "<p>\(place($0.line)) \(CodeSpans.html($0.what))</p>" }.joined()
      + finding.details.map { "<p>\(CodeSpans.html($0))</p>" }.joined() + stepText
  }

  private func place(_ line: SourceLine) -> String {
    opensEditor ? EditorButton.html(line) : TextEscaping.html.escape(line.shortDescription)
  }
}
