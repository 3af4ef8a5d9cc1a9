import RxTrace

/// Draws the events of a whole run as marbles.
struct MarblesDirective: Directive {
  static let name = "marbles"
  static let keys = DirectiveKeys(required: ["pipeline"], optional: ["axis", "caption"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    guard let run = try run() else { return "" }
    let chart = MarbleChart(run.trace)
    guard !chart.rows.isEmpty else { throw DiagramFigure.nothing("no events", in: run, at: block.info.place) }
    let figure = figure(title: context.words(.marblesOf, run.fileName))
    let diagram = MarblePicture(
      run.trace, axis: try axis() ?? (chart.hasTicks ? .ticks : .steps), width: DiagramFigure.pictureWidth,
      frame: figure.frame, words: context.words.pictureWords)
    return figure.render(DiagramFigure.drawn { diagram.write($0) }, text: marbleTable(chart, run))
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
