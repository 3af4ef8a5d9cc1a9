import RxTrace
import TraceViews

/// The marbles of a whole run: a scene for a run in virtual time, otherwise a chart of its steps.
struct RunMarbles {
  let run: Evidence
  let words: Wording
  /// The axis of a chart; nil for the usual one, or for a scene.
  let axis: MarbleChart.Axis?
  let scene: MarbleScene?
  private let chart: MarbleChart?
  /// The data for the page's script, for a scene with draggable marbles; nil for any other picture.
  var data: SceneData?

  init(run: Evidence, words: Wording, axis: MarbleChart.Axis? = nil) {
    (self.run, self.words, self.axis) = (run, words, axis)
    scene = axis == nil ? MarbleScene(run.trace, run.marbleProgram, arguments: run.command.arguments) : nil
    chart = scene == nil ? MarbleChart(run.located, names: run.program.value) : nil
  }

  /// Whether the run has a virtual clock.
  var hasTicks: Bool { chart?.hasTicks ?? true }

  /// Whether there is nothing to draw.
  var isEmpty: Bool { chart?.rows.isEmpty ?? false }

  /// Whether the picture can be compared at a glance with another one: it is not broken into several lines.
  var isComparable: Bool {
    guard let chart else { return true }
    return !isEmpty && picture(chart, (title: "", identifier: "", setting: .page)).isOneStrip
  }

  func render(_ figure: DiagramFigure) -> HTML {
    if let scene {
      return SceneFigure(scene: scene, figure: figure, words: words, data: data).render()
    }
    guard let chart else { return "" }
    let diagram = picture(chart, figure.frame)
    return figure.render(DiagramFigure.drawn { diagram.write($0) }, text: table(chart))
  }

  private func picture(
    _ chart: MarbleChart, _ frame: (title: String, identifier: String, setting: PictureSetting)
  ) -> MarblePicture {
    MarblePicture(
      run.trace, chart, axis: axis ?? (chart.hasTicks ? .ticks : .steps), width: DiagramFigure.pictureWidth,
      frame: frame, words: words.pictureWords)
  }

  private func table(_ chart: MarbleChart) -> HTML {
    let rows = chart.rows.map { row -> HTML in
      var events = row.marbles.map { marble($0) }
      if row.disposal != nil { events.append(HTML(text: words(.disposedOf))) }
      let receiver: HTML = row.receiver.isEmpty ? "" : "<code>\(row.receiver)</code>"
      let text = events.isEmpty ? HTML(text: words(.noEvents)) : events.joined(separator: " · ")
      return "<tr><th scope=\"row\"><code>\(row.name)</code></th><td>\(receiver)</td><td>\(text)</td></tr>"
    }
    let heads = [Word.observable, .receiver, .events].map { "<th scope=\"col\">\(words($0))</th>" as HTML }
    return """
      <div class="table"><table>
      <thead><tr>\(heads.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      """
  }

  private func marble(_ marble: MarbleChart.Marble) -> HTML {
    let value: HTML = marble.value.map { " <code class=\"value\">\(ShownText.value($0))</code>" } ?? ""
    let late = marble.isDelivered ? "" : " (\(words(.pictureTooLateNotDelivered)))"
    let step = words(.pictureStep, run.trace.steps[marble.step].number)
    return "\(marble.event.rawValue)\(value)\(late) (\(step))"
  }
}
