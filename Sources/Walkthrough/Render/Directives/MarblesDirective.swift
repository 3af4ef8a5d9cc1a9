import RxTrace
import TraceViews

/// Draws the events of a whole run as marbles.
struct MarblesDirective: Directive {
  static let name = "marbles"
  static let keys = DirectiveKeys(required: ["pipeline"], optional: ["axis", "drag", "caption"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    guard let run = try run() else { return "" }
    let isDragged = try isDragged()
    var marbles = RunMarbles(run: run, words: words, axis: try axis())
    if isDragged, marbles.scene != nil {
      marbles.outcomes = try context.site.pipelines.outcomes(of: run.command, at: block.info.place)
    }
    guard !marbles.isEmpty else { throw DiagramFigure.nothing("no events", in: run, at: block.info.place) }
    return marbles.render(figure(title: words(.marblesOf, run.fileName)))
  }

  private func isDragged() throws(Problem) -> Bool {
    guard let drag = attribute("drag") else { return false }
    guard drag.value == "yes" else { throw Problem(drag.valuePlace, "`drag` is `yes`, or is left out") }
    return true
  }

  /// The pipelines whose marbles can be dragged, as a page's text names them, relative to the content folder.
  static func draggedPipelines(in text: PageText, of page: String) -> [String] {
    (1...max(text.lineCount, 1)).compactMap { number -> String? in
      let line = text.line(number)
      guard line.hasPrefix("```marbles "), line.contains(" drag=yes") else { return nil }
      let words = line.split(separator: " ")
      let pipeline = words.first { $0.hasPrefix("pipeline=") }
      return pipeline.flatMap { RelativePath.resolve(String($0.dropFirst("pipeline=".count)), from: page) }
    }
  }

  private func axis() throws(Problem) -> MarbleChart.Axis? {
    guard let wanted = attribute("axis") else { return nil }
    if let axis = MarbleChart.Axis(rawValue: wanted.value) { return axis }
    let names = MarbleChart.Axis.allCases.map(\.rawValue)
    throw Problem(
      wanted.valuePlace, "unknown axis `\(wanted.value)`" + Nearest.suggestion(for: wanted.value, among: names))
  }
}
