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
    let program = run.marbleProgram
    if attribute("axis") == nil, let scene = MarbleScene(run.trace, program, arguments: run.command.arguments) {
      var picture = SceneFigure(
        scene: scene, figure: figure(title: context.words(.marblesOf, run.fileName)), words: context.words)
      if isDragged, let outcomes = try context.site.pipelines.outcomes(of: run.command, at: block.info.place) {
        picture.data = SceneData(scene, program, run.command, outcomes, context.words)
      }
      return picture.render()
    }
    let chart = MarbleChart(LocatedTrace(trace: run.trace, frames: run.frames), names: run.program.value)
    guard !chart.rows.isEmpty else { throw DiagramFigure.nothing("no events", in: run, at: block.info.place) }
    let figure = figure(title: context.words(.marblesOf, run.fileName))
    let diagram = MarblePicture(
      run.trace, chart, axis: try axis() ?? (chart.hasTicks ? .ticks : .steps), width: DiagramFigure.pictureWidth,
      frame: figure.frame, words: context.words.pictureWords)
    return figure.render(DiagramFigure.drawn { diagram.write($0) }, text: marbleTable(chart, run))
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

  private func marbleTable(_ chart: MarbleChart, _ run: Evidence) -> HTML {
    let rows = chart.rows.map { row -> HTML in
      var events = row.marbles.map { marble($0, run) }
      if row.disposal != nil { events.append(HTML(text: context.words(.disposedOf))) }
      let receiver: HTML = row.receiver.isEmpty ? "" : "<code>\(row.receiver)</code>"
      let text = events.isEmpty ? HTML(text: context.words(.noEvents)) : events.joined(separator: " · ")
      return "<tr><th scope=\"row\"><code>\(row.name)</code></th><td>\(receiver)</td><td>\(text)</td></tr>"
    }
    let heads = [Word.observable, .receiver, .events].map { "<th scope=\"col\">\(context.words($0))</th>" as HTML }
    return """
      <div class="table"><table>
      <thead><tr>\(heads.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      """
  }

  private func marble(_ marble: MarbleChart.Marble, _ run: Evidence) -> HTML {
    let value: HTML = marble.value.map { " <code class=\"value\">\(ShownText.value($0))</code>" } ?? ""
    let late = marble.isDelivered ? "" : " (\(context.words(.pictureTooLateNotDelivered)))"
    let step = context.words(.pictureStep, run.trace.steps[marble.step].number)
    return "\(marble.event.rawValue)\(value)\(late) (\(step))"
  }
}

extension Evidence {
  /// The names and diagrams of marbles that the pipeline's text has.
  var marbleProgram: MarbleProgram {
    MarbleProgram(index.files[code.pipelineFile].texts.joined(separator: "\n"))
  }
}
