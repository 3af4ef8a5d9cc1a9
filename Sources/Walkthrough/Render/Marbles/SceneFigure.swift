import RxTrace

/// The figure of a ``MarbleScene``: the picture, a legend of its colours, and the same content as a table.
struct SceneFigure {
  let scene: MarbleScene
  let figure: DiagramFigure
  let words: Wording
  /// The data of a picture with draggable marbles.
  var data: SceneData?

  func render() -> HTML {
    let picture = ScenePicture(scene, words: words).drawn(title: figure.title, identifier: HTML(text: figure.id))
    return figure.render(picture, text: table, below: legend, attributes: data?.attributes(of: scene) ?? "")
  }

  /// The colours and the axis in words.
  private var legend: HTML {
    var items: [HTML] = []
    let events = scene.lanes.flatMap { lane in lane.events.map { (lane, $0) } }
    let styles = Set(
      events.filter { $1.event != .completed }.map { ScenePicture.style(of: $1, lane: $0, in: scene) })
    var named: Set<Int> = []
    for lane in scene.lanes {
      guard case .input(let place) = lane.role, styles.contains("hw-\(place % ScenePicture.hues)"),
        named.insert(place).inserted
      else { continue }
      let name = lane.name.split(separator: " ").first.map(String.init) ?? lane.name
      items.append(item("key-\(place % ScenePicture.hues)", words(.marbleLegendFrom, name)))
    }
    // A single colour does not need a legend.
    if items.count == 1 && !styles.contains("hw-mixed") { items = [] }
    if styles.contains("hw-mixed") && !named.isEmpty { items.append(item("key-mixed", words(.marbleLegendMixed))) }
    if styles.contains("hw-sequence") { items.append(item("key-sequence", words(.marbleLegendSequence))) }
    if events.contains(where: { !$1.isHeard }) { items.append(item("key-unheard", words(.marbleUnheard))) }
    if scene.lanes.contains(where: { $0.disposal != nil }) { items.append(item("key-stop", words(.pictureDisposed))) }
    items.append("<li>\(words(.marbleLegendTicks))</li>")
    return "<ul class=\"marble-legend\">\(items.joined())</ul>\n"
  }

  private func item(_ style: HTML, _ text: String) -> HTML { "<li class=\"key \(style)\">\(text)</li>" }

  private var table: HTML {
    let rows = scene.lanes.map { lane -> HTML in
      let events = lane.events.map { words.sentence(for: $0, of: scene) } + words.remarks(about: lane)
      let text = events.isEmpty ? words(.noEvents) : events.joined(separator: " · ")
      return "<tr><th scope=\"row\"><code>\(lane.name)</code></th><td>\(text)</td></tr>"
    }
    let heads = [Word.marbleLane, .events].map { "<th scope=\"col\">\(words($0))</th>" as HTML }
    return """
      <p><code>\(scene.stage)</code></p>
      <div class="table"><table>
      <thead><tr>\(heads.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      """
  }
}
