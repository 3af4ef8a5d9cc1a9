import RxTrace
import TraceViews

/// Draws the objects of a chain once. Each object names the step since which it exists, and each step names the objects
/// that act, so that a script can show the state at any step. Without scripts, the drawing shows the end.
struct ObjectGraphRenderer {
  let objects: ChainObjects
  /// The chain's identifier.
  let id: String
  let words: Wording
  private let layout: LayeredLayout

  init(objects: ChainObjects, id: String, words: Wording) {
    self.objects = objects
    self.id = id
    self.words = words
    layout = Self.layout(of: objects)
  }

  func render() -> HTML {
    guard objects.nodes.count > 1 else { return "" }
    return """
      <figure class="objects">
      <figcaption>\(words(.objectsOfChain))</figcaption>
      <div class="drawing" tabindex="0">
      \(drawing())
      </div>
      <details class="in-words"><summary>\(words(.inWords))</summary>
      <ul>
      \(objects.nodes.indices.map(sentence).joined(separator: "\n"))
      </ul></details>
      </figure>
      """
  }

  // MARK: Drawing

  private static let margin = 4.0
  private static let boxHeight = 40.0
  /// The width of a letter in names, which are monospaced, and the average width in labels.
  private static let (letterWidth, labelLetterWidth) = (8.0, 6.2)
  /// The most pixels that the boxes of a layer may fill, with room for arrows between them.
  private static let widestLayer = 560.0

  /// One layout for all steps, so that objects stay in place while the reader goes on.
  static func layout(of objects: ChainObjects) -> LayeredLayout {
    let graph = LayeredGraph(
      nodes: objects.nodes.map { LayeredGraph.Node(width: width(of: $0), height: boxHeight) },
      edges: objects.edges.map {
        LayeredGraph.Edge(
          from: $0.holder, to: $0.held, labelWidth: Double($0.properties.count) * labelLetterWidth + 8)
      }, widestLayer: widestLayer)
    return LayeredLayout(graph, available: 700)
  }

  static func width(of node: ChainObjects.Node) -> Double {
    max(64, Double(node.object.name.count) * letterWidth + 20)
  }

  private func drawing() -> HTML {
    let (width, height) = (SVG.number(layout.width + 2 * Self.margin), SVG.number(layout.height + 2 * Self.margin))
    let lines = zip(objects.edges, layout.routes).map(line)
    return """
      <svg viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img" \
      aria-labelledby="\(id)-objects">
      <title id="\(id)-objects">\(words(.objectsOfChain))</title>
      \(lines.joined(separator: "\n"))
      \(objects.nodes.indices.map(box).joined(separator: "\n"))
      </svg>
      """
  }

  private func box(_ place: Int) -> HTML {
    let node = objects.nodes[place]
    let (x, y) = ((layout.nodes[place].x + Self.margin).rounded(), layout.nodes[place].y + Self.margin)
    let (width, top) = (Self.width(of: node), (y - Self.boxHeight / 2).rounded())
    let isLater = node.since > 1
    let since: HTML =
      isLater
      ? "<text class=\"since\" x=\"\(SVG.number(x))\" y=\"\(SVG.number(top + 32))\">\(words(.sinceStep, node.since))</text>"
      : ""
    let role = node.object.role.rawValue
    let disposed: HTML = node.disposed.map { " data-disposed=\"\($0)\"" } ?? ""
    return """
      <g class="node \(role)"\(dataSince(node.since))\(disposed)>\
      <rect x="\(SVG.number(x - width / 2))" y="\(SVG.number(top))" width="\(SVG.number(width))" \
      height="\(SVG.number(Self.boxHeight))"\(corner(role))/>\
      <text x="\(SVG.number(x))" y="\(SVG.number(top + (isLater ? 18 : 24)))">\(node.object.name)</text>\(since)</g>
      """
  }

  /// The corner radius of a role's box, which shows the role where colours do not.
  private func corner(_ role: String) -> HTML {
    switch role {
    case "sink", "observer": " rx=\"5\""
    case "disposable": " rx=\"20\""
    default: ""
    }
  }

  /// The attribute for the step since which something exists; empty for the first step.
  private func dataSince(_ step: Int) -> HTML { step > 1 ? " data-since=\"\(step)\"" : "" }

  private func line(_ edge: ChainObjects.Edge, _ route: LayeredLayout.Route) -> HTML {
    let route = route.moved(by: Self.margin)
    let (line, tip) = route.arrow ?? ("", "")
    let label: HTML =
      route.label.map {
        "<text x=\"\(SVG.number($0.x))\" y=\"\(SVG.number($0.y + 3))\">\(edge.properties)</text>"
      } ?? ""
    return """
      <g class="edge" data-from="\(edge.holder)" data-to="\(edge.held)"\(dataSince(objects.since(edge)))>\
      <path d="\(line)"/><path class="head" d="\(tip)"/>\(label)</g>
      """
  }

  private func sentence(_ place: Int) -> HTML {
    let node = objects.nodes[place]
    let held = objects.edges.filter { $0.holder == place }.map { edge -> HTML in
      "<code>\(objects.nodes[edge.held].object.name)</code> (<code>\(edge.properties)</code>)"
    }
    let since: HTML = node.since > 1 ? ", \(words(.sinceStep, node.since))" : ""
    let disposed: HTML = node.disposed.map { ", \(words(.disposedInStep, $0))" } ?? ""
    let holds: HTML = held.isEmpty ? "" : ": \(words(.holds)) \(held.joined(separator: ", "))"
    return "<li><code>\(node.object.name)</code>\(since)\(disposed)\(holds)</li>"
  }
}
