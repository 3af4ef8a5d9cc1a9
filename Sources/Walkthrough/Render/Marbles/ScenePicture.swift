import RxTrace
import TraceViews

/// Draws a ``MarbleScene`` in SVG: inputs above, the operator as a box, its observers below. All ticks have the same
/// width.
struct ScenePicture {
  private let scene: MarbleScene
  private let layout: SceneLayout
  private let words: Wording

  init(_ scene: MarbleScene, words: Wording) {
    self.scene = scene
    self.words = words
    layout = SceneLayout(scene)
  }

  /// - Parameter identifier: An identifier that is unique among the pictures of a page.
  func drawn(title: String, identifier: HTML) -> HTML {
    let size = "\(SVG.number(layout.width)) \(SVG.number(layout.height))"
    let parts = [box, links, stage] + scene.lanes.indices.map(lane) + [axis]
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" width="\(SVG.number(layout.width))" \
      height="\(SVG.number(layout.height))" role="img" aria-labelledby="\(identifier)-title \(identifier)-desc" \
      class="hw-picture hw-scene">
      <title id="\(identifier)-title">\(title)</title>
      <desc id="\(identifier)-desc">\(words(.diagramDescription))</desc>
      \(HTML(stringLiteral: parts.joined()))</svg>
      """
  }

  // MARK: Between the lanes

  private var links: String {
    var links = ""
    for (index, lane) in scene.lanes.enumerated() {
      if let opener = lane.opener { links += link(opener, x: layout.x(lane.start), y: layout.line(index), "hw-open") }
      for (place, event) in lane.events.enumerated() {
        let marble = layout.marbles[index][place]
        for origin in event.origins {
          links += link(origin, x: marble.x, y: marble.y, "hw-from \(Self.hue(of: origin, in: scene))")
        }
      }
    }
    return links
  }

  private func link(_ origin: MarbleScene.Origin, x: Double, y: Double, _ style: String) -> String {
    let from = layout.marbles[origin.lane][origin.event]
    return SVG.line(from.x, from.y, x, y, class: "hw-link \(style)")
  }

  private var box: String {
    SVG.rectangle(
      layout.boxLeft, layout.boxTop, layout.right - layout.boxLeft, SceneLayout.boxHeight, radius: 6, class: "hw-stage")
  }

  private var stage: String {
    SVG.text(
      ShownText.printable(scene.stage), x: (layout.boxLeft + layout.right) / 2,
      y: layout.boxTop + SceneLayout.boxHeight / 2 + 5, class: "hw-stagename hw-stagehalo", anchor: "middle")
  }

  private var axis: String {
    let y = layout.axis
    return (0...scene.lastTick).map { tick in
      SVG.line(layout.x(tick), y - 4, layout.x(tick), y, class: "hw-tick")
        + SVG.text("\(tick)", x: layout.x(tick), y: y + 13, class: "hw-number", anchor: "middle")
    }.joined()
  }

  // MARK: Lanes

  private func lane(_ index: Int) -> String {
    let lane = scene.lanes[index]
    let y = layout.line(index)
    let name = SceneLayout.shownName(lane, of: scene)
    var drawn = "<g class=\"hw-lane\">\n"
    drawn += SVG.text(name, x: SceneLayout.margin, y: y + 5, class: "hw-lanename hw-halo")
    let ending = lane.events.last.flatMap { $0.event == .next ? nil : $0.tick }
    let start = layout.x(lane.start)
    let end = (ending ?? lane.disposal).map(layout.x) ?? layout.right - 8
    let style = lane.isSubscribed ? "hw-line" : "hw-line hw-unheard"
    drawn += SVG.line(start, y, end, y, class: style)
    if ending == nil {
      drawn +=
        lane.disposal == nil
        ? "<path d=\"M\(SVG.number(end + 7)) \(SVG.number(y))l-9 -4.5v9z\" class=\"hw-tip\"/>\n"
        : SVG.line(end, y - 8, end, y + 8, class: "hw-stop")
    }
    drawn += "<circle cx=\"\(SVG.number(start))\" cy=\"\(SVG.number(y))\" r=\"3.5\" class=\"hw-back hw-ring\"/>\n"
    for place in lane.events.indices { drawn += stem(index, place) }
    for place in lane.events.indices { drawn += marble(index, place) }
    return drawn + "</g>\n"
  }

  /// From the lane's line to a marble below it, which would otherwise cross the marbles between.
  private func stem(_ index: Int, _ place: Int) -> String {
    let event = scene.lanes[index].events[place]
    let marble = layout.marbles[index][place]
    let y = layout.line(index)
    guard event.event != .completed, marble.y != y else { return "" }
    return SVG.line(marble.x, y, marble.x, marble.y, class: event.isHeard ? "hw-line" : "hw-line hw-unheard")
  }

  private func marble(_ index: Int, _ place: Int) -> String {
    let event = scene.lanes[index].events[place]
    let marble = layout.marbles[index][place]
    let y = layout.line(index)
    let heard = event.isHeard ? "" : " hw-unheard"
    var drawn = "<g class=\"hw-marble\(heard)\"><title>\(SVG.escaped(words.sentence(for: event, of: scene)))</title>\n"
    if event.event == .completed {
      drawn += SVG.line(marble.x, y - 15, marble.x, marble.y + 15, class: "hw-bar")
    } else {
      let (left, top) = (marble.x - marble.width / 2, marble.y - SceneLayout.marble / 2)
      let style = Self.style(of: event, lane: scene.lanes[index], in: scene)
      for shape in ["hw-back", "hw-shape \(style)"] {
        drawn += SVG.rectangle(
          left, top, marble.width, SceneLayout.marble, radius: SceneLayout.marble / 2, class: shape)
      }
      drawn += SVG.text(
        SceneLayout.label(event, in: scene), x: marble.x, y: marble.y + 5, class: "hw-element", anchor: "middle")
    }
    return drawn + "</g>\n"
  }

  /// The colour of an element, which is that of the input from which the element comes.
  static func style(of event: MarbleScene.Event, lane: MarbleScene.Lane, in scene: MarbleScene) -> String {
    if event.event == .error { return "hw-fail" }
    if case .input(let place) = lane.role { return "hw-\(place % hues)" }
    let inputs = Set(event.origins.map { hue(of: $0, in: scene) })
    return inputs.count == 1 ? inputs.first! : event.lane == nil ? "hw-mixed" : "hw-sequence"
  }

  private static func hue(of origin: MarbleScene.Origin, in scene: MarbleScene) -> String {
    guard case .input(let place) = scene.lanes[origin.lane].role else { return "hw-mixed" }
    return "hw-\(place % hues)"
  }

  static let hues = 6
}
