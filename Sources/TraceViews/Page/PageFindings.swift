import RxTrace

/// All that a check says about a run, for the run's page.
package struct PageFindings: Sendable {
  /// The findings that are bugs.
  package var problems: [PageFinding]
  /// The findings that are notes.
  package var notes: [PageFinding]
  /// The findings that comments in the source silence, each with its reason.
  package var silenced: [(finding: PageFinding, reason: String)]
  /// The remarks about the run, and about what the run could not show.
  package var remarks: [String]
  /// `search.swift: 1 problem, 2 notes`
  package var summary: String

  package init(
    problems: [PageFinding], notes: [PageFinding] = [], silenced: [(finding: PageFinding, reason: String)] = [],
    remarks: [String] = [], summary: String
  ) {
    (self.problems, self.notes, self.silenced) = (problems, notes, silenced)
    (self.remarks, self.summary) = (remarks, summary)
  }

  /// The most findings of one kind that are listed; the rest are counted.
  private static let mostShown = 200

  /// The list, in the order of `check`'s report.
  /// - Parameter stepPage: the address of the page of steps.
  func html(stepPage: String) -> String {
    let items = FindingItems(opensEditor: true, stepPage: stepPage)
    return list(problems, "problems", items.item) + list(notes, "notes") { items.closedItem($0) }
      + list(silenced, "silenced") { items.closedItem($0.finding, remark: "silenced: \($0.reason)") }
      + remarks.map { "<p class=\"remark\">\(CodeSpans.html($0))</p>\n" }.joined()
      + "<p class=\"summary\">\(TextEscaping.html.escape(summary))</p>\n"
  }

  private func list<Item>(_ all: [Item], _ kind: String, _ item: (Item) -> String) -> String {
    guard !all.isEmpty else { return "" }
    let more = all.count - Self.mostShown
    let rest = more > 0 ? "<li>and \(more) more: headwater check shows them</li>\n" : ""
    return "<ol class=\"\(kind)\">\n\(all.prefix(Self.mostShown).map(item).joined())\(rest)</ol>\n"
  }
}
