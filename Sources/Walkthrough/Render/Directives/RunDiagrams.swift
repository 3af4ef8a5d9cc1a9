import RxTrace

/// Pictures of a whole run: its events as marbles, its calls by thread.
extension DirectiveRenderer {
  private static let pictureWidth = 720

  func marbles(_ directive: Directive) throws(Problem) -> HTML {
    guard let run = try run(of: directive) else { return "" }
    let chart = MarbleChart(run.trace)
    guard !chart.rows.isEmpty else { throw nothing(in: run, directive, "no events") }
    let figure = figure(directive, title: context.words(.marblesOf, run.fileName))
    let diagram = MarbleDiagram(
      run.trace, axis: try axis(directive) ?? (chart.hasTicks ? .ticks : .steps), width: Self.pictureWidth,
      frame: frame(of: figure), words: context.words.pictureWords)
    return figure.render(drawn { diagram.write($0) }, text: marbleTable(chart, run))
  }

  private func axis(_ directive: Directive) throws(Problem) -> MarbleChart.Axis? {
    guard let wanted = directive.attribute("axis") else { return nil }
    if let axis = MarbleChart.Axis(rawValue: wanted.value) { return axis }
    let names = MarbleChart.Axis.allCases.map(\.rawValue)
    throw Problem(
      wanted.valuePlace, "unknown axis `\(wanted.value)`" + Nearest.suggestion(for: wanted.value, among: names))
  }

  func lanes(_ directive: Directive) throws(Problem) -> HTML {
    guard let run = try run(of: directive) else { return "" }
    guard !run.trace.steps.isEmpty else { throw nothing(in: run, directive, "no steps") }
    let figure = figure(directive, title: context.words(.lanesOf, run.fileName))
    let diagram = LaneDiagram(
      run.trace, width: Self.pictureWidth, frame: frame(of: figure), words: context.words.pictureWords)
    let facts = StepFacts(run: run, words: context.words)
    let items = LaneRows(run.trace).rows.map { row -> HTML in
      let step = row.step
      let thread = context.words(.thread, run.trace.threads[step.thread].ordinal)
      let call: HTML = step.kind == .output ? facts.output(step) : "<code>\(run.trace.title(of: step))</code>"
      let all = [call, step.kind == .output ? "" : facts.event(step), facts.delivery(step)].filter { $0 != "" }
      return "\(context.words(.step, step.number)), \(thread): \(all.joined(separator: " "))"
    }
    return figure.render(drawn { diagram.write($0) }, text: DiagramFigure.list(items))
  }

  private func nothing(in run: RecordedRun, _ directive: Directive, _ what: String) -> Problem {
    Problem(directive.info.place, "the run of `\(run.name)` has \(what) to draw")
  }

  private func frame(of figure: DiagramFigure) -> (title: String, identifier: String, setting: PictureSetting) {
    (figure.title, figure.id, .styledPage(summary: context.words(.diagramDescription)))
  }

  private func drawn(_ write: ((String) -> Void) -> Void) -> HTML {
    var source = ""
    write { source += $0 }
    return HTML(stringLiteral: source)
  }

  private func marbleTable(_ chart: MarbleChart, _ run: RecordedRun) -> HTML {
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

  private func marble(_ marble: MarbleChart.Marble, _ run: RecordedRun) -> HTML {
    let value: HTML = marble.value.map { " <code class=\"value\">\(ShownText.value($0))</code>" } ?? ""
    let late = marble.isDelivered ? "" : " (\(context.words(.pictureTooLateNotDelivered)))"
    let step = context.words(.pictureStep, run.trace.steps[marble.step].number)
    return "\(marble.event.rawValue)\(value)\(late) (\(step))"
  }
}
