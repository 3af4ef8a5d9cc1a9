import RxTrace

/// Draws the objects of a chain once. Each says since which step it is there, and each step names those that act in it, so
/// that a script can show the state at any step; without one, the drawing shows the state at the end.
struct ObjectGraphRenderer {
  let objects: ChainObjects
  /// The chain's identifier.
  let id: String
  let words: Wording
  private let layout: ObjectGraphLayout

  init(objects: ChainObjects, id: String, words: Wording) {
    self.objects = objects
    self.id = id
    self.words = words
    layout = ObjectGraphLayout(objects)
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

  private func drawing() -> HTML {
    let ports = ports()
    let names = objects.nodes.map(\.object.name).joined(separator: ", ")
    let edges = objects.edges.enumerated().map { line($1, from: ports.out[$0], to: ports.in[$0]) }
    return """
      <svg viewBox="0 0 \(layout.width) \(layout.height)" width="\(layout.width)" height="\(layout.height)" \
      role="img" aria-labelledby="\(id)-objects">
      <title id="\(id)-objects">\(words(.objectsOfChain)): \(names)</title>
      \(edges.joined(separator: "\n"))
      \(objects.nodes.indices.map(box).joined(separator: "\n"))
      </svg>
      """
  }

  private func box(_ place: Int) -> HTML {
    let (node, box) = (objects.nodes[place], layout.boxes[place])
    let isLater = node.since > 1
    let since: HTML =
      isLater
      ? "<text class=\"since\" x=\"\(box.middle)\" y=\"\(box.y + 32)\">\(words(.sinceStep, node.since))</text>" : ""
    let role = node.object.role.rawValue
    let disposed: HTML = node.disposed.map { " data-disposed=\"\($0)\"" } ?? ""
    return """
      <g class="node \(role)" data-node="\(place)" data-since="\(node.since)"\(disposed)>\
      <rect x="\(box.x)" y="\(box.y)" width="\(box.width)" height="\(ObjectGraphLayout.boxHeight)" rx="\(corner(role))"/>\
      <text x="\(box.middle)" y="\(box.y + (isLater ? 18 : 24))">\(node.object.name)</text>\(since)</g>
      """
  }

  /// Corners tell roles apart where colours do not.
  private func corner(_ role: String) -> Int {
    switch role {
    case "sink", "observer": 5
    case "disposable": 20
    default: 0
    }
  }

  private func line(_ edge: ChainObjects.Edge, from start: (x: Int, y: Int), to end: (x: Int, y: Int)) -> HTML {
    let bend = max(18, abs(end.y - start.y) / 2)
    let middle = (x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
    return """
      <g class="edge" data-from="\(edge.holder)" data-to="\(edge.held)" data-since="\(objects.since(edge))">\
      <path d="M\(start.x) \(start.y)C\(start.x) \(start.y + bend) \(end.x) \(end.y - bend) \(end.x) \(end.y)"/>\
      <path class="head" d="M\(end.x - 4) \(end.y - 8)L\(end.x) \(end.y)L\(end.x + 4) \(end.y - 8)Z"/>\
      <text x="\(middle.x)" y="\(middle.y + 3)">\(edge.property)</text></g>
      """
  }

  /// Where each line leaves its holder and reaches what is held: side by side, in the order of the other ends.
  private func ports() -> (out: [(x: Int, y: Int)], in: [(x: Int, y: Int)]) {
    let edges = objects.edges
    var (out, into) = (edges.map { _ in (x: 0, y: 0) }, edges.map { _ in (x: 0, y: 0) })
    for (place, box) in layout.boxes.enumerated() {
      let leaving = edges.indices.filter { edges[$0].holder == place }
        .sorted { (layout.boxes[edges[$0].held].middle, $0) < (layout.boxes[edges[$1].held].middle, $1) }
      for (number, edge) in leaving.enumerated() {
        out[edge] = (box.x + box.width * (number + 1) / (leaving.count + 1), box.bottom)
      }
      let arriving = edges.indices.filter { edges[$0].held == place }
        .sorted { (layout.boxes[edges[$0].holder].middle, $0) < (layout.boxes[edges[$1].holder].middle, $1) }
      for (number, edge) in arriving.enumerated() {
        into[edge] = (box.x + box.width * (number + 1) / (arriving.count + 1), box.y)
      }
    }
    return (out, into)
  }

  private func sentence(_ place: Int) -> HTML {
    let node = objects.nodes[place]
    let held = objects.edges.filter { $0.holder == place }.map { edge -> HTML in
      "<code>\(objects.nodes[edge.held].object.name)</code> (<code>\(edge.property)</code>)"
    }
    let since: HTML = node.since > 1 ? ", \(words(.sinceStep, node.since))" : ""
    let disposed: HTML = node.disposed.map { ", \(words(.disposedInStep, $0))" } ?? ""
    let holds: HTML = held.isEmpty ? "" : ": \(words(.holds)) \(held.joined(separator: ", "))"
    return "<li><code>\(node.object.name)</code>\(since)\(disposed)\(holds)</li>"
  }
}
