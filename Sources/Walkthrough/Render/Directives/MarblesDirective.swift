import PipelineRunning
import RxTrace
import TraceViews

/// Draws the events of a whole run as marbles.
///
///     ```marbles pipeline=throttle.swift drag=yes
///     throttle(.seconds(‹1 2 3 4›)
///     ```
///
/// A line of the body lets readers change a value: see ``MarbleHandle``.
struct MarblesDirective: Directive {
  static let name = "marbles"
  static let hasBody = true
  static let keys = DirectiveKeys(required: ["pipeline"], optional: ["axis", "drag", "caption"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    guard let run = try run() else { return "" }
    let isDragged = try isDragged()
    var marbles = RunMarbles(run: run, words: words, axis: try axis())
    if isDragged, marbles.scene == nil, let line = block.body.lines.first {
      throw Problem(
        line.place, "`\(run.fileName)` is not drawn in ticks of a TestScheduler, so readers cannot change its values")
    }
    if isDragged, marbles.scene != nil { marbles.data = try data(run) }
    if let axis = attribute("axis"), marbles.axis == .ticks, !marbles.hasTicks {
      throw Problem(axis.valuePlace, "`\(run.fileName)` has no TestScheduler, so no ticks: leave `axis` out")
    }
    guard !marbles.isEmpty else { throw DiagramFigure.nothing("no events", in: run, at: block.info.place) }
    let picture = marbles.render(figure(title: words(.marblesOf, run.fileName)))
    let stays = isDragged && marbles.data == nil && context.site.pipelines.runsArrangements
    return stays ? picture + whyNothingMoves(run) : picture
  }

  private func whyNothingMoves(_ run: Evidence) -> HTML {
    let reason: Word = run.marbleProgram.isConcurrent ? .marbleStaysTasks : .marbleStaysObserver
    return "\n<p class=\"marble-help\">\(words(reason))</p>"
  }

  private func isDragged() throws(Problem) -> Bool {
    guard let drag = attribute("drag") else {
      if let line = block.body.lines.first(where: { !$0.text.trimmingSpaces().isEmpty }) {
        throw line.text.contains("‹")
          ? Problem(block.info.place, "`\(line.text.trimmingSpaces())` lets readers change a value: add `drag=yes`")
          : Problem(line.place, "a line lets readers change a value: `throttle(‹1 2›)`; is the block above closed?")
      }
      return false
    }
    guard drag.value == "yes" else { throw Problem(drag.valuePlace, "`drag` is `yes`, or is left out") }
    return true
  }

  /// The lines of a block's body that are not blank.
  private static func handles(_ lines: [String]) -> [String] {
    lines.map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
  }

  /// The data for a picture with draggable marbles; nil for a program that cannot be run for every arrangement.
  private func data(_ run: Evidence) throws(Problem) -> SceneData? {
    let marbles = MarbleFile(pipeline: run.command.path, handles: Self.handles(block.body.lines.map(\.text)))
    let text = context.site.text(of: run.command.path) ?? ""
    let handles = try shownHandles(text)
    guard let outcomes = try context.site.pipelines.outcomes(of: marbles, at: block.info.place) else {
      guard handles.handles.isEmpty || !context.site.pipelines.runsArrangements else {
        throw Problem(
          block.info.place,
          "`\(run.fileName)` cannot be run with all these values: give fewer, and ones that the types take")
      }
      return nil
    }
    return SceneData(
      run: run, outcomes: outcomes, handles: handles, link: context.link(to: marbles), words: words)
  }

  private func shownHandles(_ text: String) throws(Problem) -> ShownHandles {
    var handles: [MarbleHandle] = []
    for line in block.body.lines where !line.text.trimmingSpaces().isEmpty {
      do {
        handles.append(try MarbleHandle(line.text, of: text))
      } catch {
        throw Problem(line.place, error.message)
      }
    }
    let count = handles.map(\.handle).combinations
    guard count <= MarbleHandle.mostCombinations else {
      throw Problem(
        block.info.place, "\(count) combinations of values are too many: at most \(MarbleHandle.mostCombinations)")
    }
    let shown = ShownHandles(handles, of: text)
    if let lost = shown.places.firstIndex(of: nil) {
      let lines = block.body.lines.filter { !$0.text.trimmingSpaces().isEmpty }
      throw Problem(
        lines[lost].place,
        "this value is neither in the operator's box nor in a line that subscribes an observer or disposes its subscription"
      )
    }
    return shown
  }

  /// The files of outcomes that the pictures of a page need, by the pipelines in the page's text.
  static func dragged(in text: PageText, of page: String) -> [MarbleFile] {
    let count = text.lineCount
    return (1...max(count, 1)).compactMap { number -> MarbleFile? in
      let line = text.line(number)
      guard line.hasPrefix("```marbles "), line.contains(" drag=yes") else { return nil }
      let words = line.split(separator: " ")
      guard let pipeline = words.first(where: { $0.hasPrefix("pipeline=") }),
        let path = RelativePath.resolve(String(pipeline.dropFirst("pipeline=".count)), from: page)
      else { return nil }
      let body = ((number + 1)..<max(count + 1, number + 1)).lazy.map { String(text.line($0)) }
      return MarbleFile(pipeline: path, handles: handles(Array(body.prefix { !$0.hasPrefix("```") })))
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
