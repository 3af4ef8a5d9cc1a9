import RxTrace
import TraceViews

/// Draws a graph of boxes and arrows as SVG that a page's style sheet colours.
struct LayeredPicture {
  struct Box {
    var name: String
    /// A smaller second line; empty for none.
    var detail = ""
    /// The text that is shown when the pointer rests on it.
    var title: String
    /// The style class of the box's kind.
    var style: String
  }

  struct Arrow {
    var from: Int
    var to: Int
    var label = ""
    /// The numbers before the label, each in a circle.
    var numbers: [Int] = []
    var style: String
  }

  enum Direction {
    /// Arrows lead down.
    case downwards
    /// Arrows lead up: their targets stand above.
    case upwards
  }

  let boxes: [Box]
  let arrows: [Arrow]
  let direction: Direction
  private let layout: LayeredLayout

  init(boxes: [Box], arrows: [Arrow], direction: Direction, available: Double = 700) {
    self.boxes = boxes
    self.arrows = arrows
    self.direction = direction
    let edges = arrows.map { arrow in
      let (from, to) = direction == .upwards ? (arrow.to, arrow.from) : (arrow.from, arrow.to)
      return LayeredGraph.Edge(from: from, to: to, labelWidth: Self.labelWidth(arrow))
    }
    layout = LayeredLayout(LayeredGraph(nodes: boxes.map(Self.size), edges: edges), available: available)
  }

  func svg(identifier: String, title: String, summary: String) -> HTML {
    let frame = SVGFrame(
      identifier: identifier, title: title, width: layout.width + 2 * Self.margin,
      height: layout.height + 2 * Self.margin, setting: .styledPage(summary: summary))
    var source = ""
    frame.open([], { source += $0 })
    for (arrow, route) in zip(arrows, layout.routes) { source += path(arrow, route) }
    for (arrow, route) in zip(arrows, layout.routes) { source += label(arrow, route) }
    for (box, place) in zip(boxes, layout.nodes) { source += draw(box, place) }
    frame.close { source += $0 }
    return HTML(stringLiteral: source)
  }

  // MARK: Measures, in pixels

  private static let margin = 12.0
  private static let longestName = 44
  private static let letter = SVG.columnWidth(size: 12)
  private static let numberWidth = 19.0
  private static let smallLetter = SVG.columnWidth(size: 10.5)

  private static func size(_ box: Box) -> LayeredGraph.Node {
    let name = Double(ShownText.width(shown(box.name))) * letter * 1.02
    let detail = Double(ShownText.width(shown(box.detail))) * smallLetter
    return LayeredGraph.Node(width: max(name, detail) + 22, height: box.detail.isEmpty ? 28 : 40)
  }

  private static func labelWidth(_ arrow: Arrow) -> Double {
    let text = arrow.label.isEmpty ? 0 : Double(ShownText.width(shown(arrow.label))) * smallLetter + 8
    return text + Double(arrow.numbers.count) * numberWidth
  }

  private static func shown(_ text: String) -> String {
    ShownText.fitted(ShownText.printable(text), columns: longestName)
  }

  // MARK: Drawing

  private func draw(_ box: Box, _ place: LayeredLayout.Point) -> String {
    let size = Self.size(box)
    let (x, y) = (place.x + Self.margin, place.y + Self.margin)
    var source = "<g class=\"box \(box.style)\"><title>\(SVG.escaped(box.title))</title>\n"
    source += SVG.rectangle(
      x - size.width / 2, y - size.height / 2, size.width, size.height, radius: 5, class: "box-shape")
    let nameY = box.detail.isEmpty ? y + 4 : y - 2
    source += SVG.text(Self.shown(box.name), x: x, y: nameY, class: "hw-name", anchor: "middle")
    if !box.detail.isEmpty {
      source += SVG.text(Self.shown(box.detail), x: x, y: y + 13, class: "hw-small", anchor: "middle")
    }
    return source + "</g>\n"
  }

  private func path(_ arrow: Arrow, _ route: LayeredLayout.Route) -> String {
    let drawn = (direction == .upwards ? route.reversed : route).moved(by: Self.margin)
    guard let (line, tip) = drawn.arrow else { return "" }
    return "<path d=\"\(line)\" class=\"arrow \(arrow.style)\"/>\n"
      + "<path d=\"\(tip)\" class=\"arrow-tip \(arrow.style)\"/>\n"
  }

  private func label(_ arrow: Arrow, _ route: LayeredLayout.Route) -> String {
    guard let place = route.label else { return "" }
    let width = Self.labelWidth(arrow) - 2
    let (x, y) = (place.x + Self.margin, place.y + Self.margin)
    let numbers = Double(arrow.numbers.count) * Self.numberWidth
    var source = SVG.rectangle(x - width / 2, y - 8, width, 16, radius: 3, class: "hw-back")
    for (position, number) in arrow.numbers.enumerated() {
      let middle = x - width / 2 + (Double(position) + 0.5) * Self.numberWidth - 1
      source += "<g class=\"arrow-number \(arrow.style)\">"
      source += SVG.rectangle(middle - 8, y - 8, 16, 16, radius: 8, class: "arrow-disc")
      source += SVG.text("\(number)", x: middle, y: y + 3.8, class: "arrow-digit", anchor: "middle") + "</g>\n"
    }
    if !arrow.label.isEmpty {
      source += SVG.text(Self.shown(arrow.label), x: x + numbers / 2, y: y + 3.5, class: "hw-small", anchor: "middle")
    }
    return source
  }
}
