import RxTrace

/// A stage of a run's pipelines, for a page.
package struct PageStage: Sendable {
  package var name: String
  package var place: SourceLine?
  /// `9 in`, `2 dropped`
  package var facts: [String]
  /// The number of its errors.
  package var errors: UInt64
  /// The stages that it gives its events to, as positions in the list of all.
  package var receivers: [Int]

  package init(name: String, place: SourceLine?, facts: [String], errors: UInt64, receivers: [Int]) {
    (self.name, self.place, self.facts, self.errors, self.receivers) = (name, place, facts, errors, receivers)
  }
}

/// The pipelines of a run in HTML, each whole: from its sources down to its observers.
///
/// A stage stands below the stage that gives it its events. If one stage gives them to several, as a shared sequence
/// does, each of these begins a list of its own below it. A stage with several inputs stands below the last one, and the
/// others refer to it.
package struct PipelineList {
  private let stages: [PageStage]
  private let opensEditor: Bool
  /// For each stage, how many stages above it are not written yet.
  private var missing: [Int]
  private var isWritten: [Bool]
  private var html = ""

  package init(_ stages: [PageStage], opensEditor: Bool = true) {
    (self.stages, self.opensEditor) = (stages, opensEditor)
    missing = stages.map { _ in 0 }
    isWritten = stages.map { _ in false }
    for stage in stages { for receiver in stage.receivers { missing[receiver] += 1 } }
    for pipeline in pipelines { write(pipeline) }
  }

  package var text: String {
    stages.isEmpty ? "<p class=\"remark\">The program subscribed to nothing.</p>\n" : html
  }

  /// The stages that are linked with each other, each list in order.
  private var pipelines: [[Int]] {
    var neighbours = stages.map(\.receivers)
    for (index, stage) in stages.enumerated() { for receiver in stage.receivers { neighbours[receiver].append(index) } }
    var isFound = stages.map { _ in false }
    return stages.indices.compactMap { first in
      guard !isFound[first] else { return nil }
      var (found, pending) = ([Int](), [first])
      isFound[first] = true
      while let stage = pending.popLast() {
        found.append(stage)
        for next in neighbours[stage] where !isFound[next] {
          isFound[next] = true
          pending.append(next)
        }
      }
      return found.sorted()
    }
  }

  private mutating func write(_ pipeline: [Int]) {
    html += "<section class=\"pipeline\">\n"
    for source in pipeline where missing[source] == 0 && !isWritten[source] { writeList(from: source) }
    // The remaining stages form a cycle, so none of them is the first.
    for stage in pipeline where !isWritten[stage] { writeList(from: stage) }
    html += "</section>\n"
  }

  /// Writes a stage and the stages below it, without recursion as long as each has only one below it.
  private mutating func writeList(from first: Int) {
    html += "<ol>\n"
    var next: Int? = first
    while let stage = next {
      html += "<li id=\"stage-\(stage)\">\(row(stage))"
      isWritten[stage] = true
      let receivers = stages[stage].receivers
      for receiver in receivers { missing[receiver] -= 1 }
      let ready = receivers.filter { missing[$0] <= 0 && !isWritten[$0] }
      for receiver in receivers where !ready.contains(receiver) { html += reference(receiver) }
      next = receivers.count == 1 ? ready.first : nil
      if next == nil { for receiver in ready where !isWritten[receiver] { writeList(from: receiver) } }
      html += "</li>\n"
    }
    html += "</ol>\n"
  }

  private func row(_ index: Int) -> String {
    let stage = stages[index]
    let place = stage.place.map(opensEditor ? { EditorButton.html($0) } : placeText) ?? ""
    let errorText = "<span class=\"events ended\">\(counted(stage.errors, "error"))</span>"
    let errors = stage.errors == 0 ? "" : " " + errorText
    let facts = stage.facts.joined(separator: ", ")
    return "<div class=\"stage\"><b>\(shown(stage.name))</b>\(place)"
      + "<span class=\"events\">\(shown(facts))</span>\(errors)</div>"
  }

  private func placeText(_ line: SourceLine) -> String {
    "<span class=\"where\">\(shown(line.shortDescription))</span>"
  }

  private func reference(_ index: Int) -> String {
    let stage = stages[index]
    let place = stage.place.map { " (\(shown($0.shortDescription)))" } ?? ""
    return "<p class=\"joins\">→ <a href=\"#stage-\(index)\">\(shown(stage.name))\(place)</a></p>"
  }

  private func shown(_ text: String) -> String { TextEscaping.html.escape(text) }
}
