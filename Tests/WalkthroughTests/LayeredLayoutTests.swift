import TestSupport
import Testing

@testable import Walkthrough

/// Graphs in layers: nothing overlaps, edges lead downwards, and edges do not cross without need.
@Suite(.oneAtATime) struct LayeredLayoutTests {
  private struct Box {
    var left: Double
    var right: Double
    var top: Double
    var bottom: Double

    init(_ place: LayeredLayout.Point, _ width: Double, _ height: Double) {
      (left, right) = (place.x - width / 2, place.x + width / 2)
      (top, bottom) = (place.y - height / 2, place.y + height / 2)
    }

    func overlaps(_ other: Box) -> Bool {
      left < other.right - 0.01 && other.left < right - 0.01 && top < other.bottom - 0.01 && other.top < bottom - 0.01
    }
  }

  private func graph(_ seed: UInt64, nodes: Int, edges: Int) -> LayeredGraph {
    var state = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    func number(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    var graph = LayeredGraph()
    for _ in 0..<nodes { graph.nodes.append(.init(width: Double(40 + number(below: 160)), height: 28)) }
    for _ in 0..<edges {
      let (from, to) = (number(below: nodes), number(below: nodes))
      let isNew = !graph.edges.contains { $0.from == from && $0.to == to }
      if from != to && isNew { graph.edges.append(.init(from: from, to: to, labelWidth: Double(number(below: 90)))) }
    }
    return graph
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `nothing overlaps`(seed: UInt64) {
    let graph = graph(seed, nodes: 2 + Int(seed % 14), edges: Int(seed % 23))
    let layout = LayeredLayout(graph, available: 700)
    var boxes = zip(layout.nodes, graph.nodes).map { Box($0, $1.width, $1.height) }
    for (route, edge) in zip(layout.routes, graph.edges) {
      if let label = route.label { boxes.append(Box(label, edge.labelWidth, 16)) }
      #expect((route.label != nil) == (edge.labelWidth > 0))
    }
    for (number, box) in boxes.enumerated() {
      #expect(box.left >= -0.01 && box.right <= layout.width + 0.01)
      #expect(box.top >= -0.01 && box.bottom <= layout.height + 0.01)
      for other in boxes[..<number] { #expect(!box.overlaps(other)) }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the same graph is drawn the same`(seed: UInt64) {
    let graph = graph(seed, nodes: 12, edges: 18)
    let (first, second) = (LayeredLayout(graph, available: 700), LayeredLayout(graph, available: 700))
    #expect(first.nodes == second.nodes && first.routes == second.routes)
  }

  @Test func `edges lead downwards unless they close a circle`() {
    var graph = LayeredGraph(nodes: (0..<3).map { _ in .init(width: 50, height: 28) })
    graph.edges = [.init(from: 0, to: 1), .init(from: 1, to: 2), .init(from: 2, to: 0)]
    let layout = LayeredLayout(graph, available: 700)
    #expect(layout.nodes.map(\.y) == layout.nodes.map(\.y).sorted())
    #expect(layout.routes[2].points.first!.y > layout.routes[2].points.last!.y)
  }

  @Test func `a tree has no crossings`() {
    var graph = LayeredGraph(nodes: (0..<7).map { _ in .init(width: 60, height: 28) })
    // Given in an order that would cross if it were kept.
    for (from, to) in [(0, 2), (0, 1), (1, 6), (2, 3), (1, 5), (2, 4)] { graph.edges.append(.init(from: from, to: to)) }
    let x = LayeredLayout(graph, available: 700).nodes.map(\.x)
    #expect((x[1] < x[2]) == (max(x[5], x[6]) < min(x[3], x[4])))
  }

  @Test func `a chain is straight`() {
    var graph = LayeredGraph(nodes: [40, 180, 90].map { .init(width: $0, height: 28) })
    graph.edges = [.init(from: 0, to: 1, labelWidth: 40), .init(from: 1, to: 2, labelWidth: 70)]
    let layout = LayeredLayout(graph, available: 700)
    #expect(Set(layout.nodes.map { ($0.x * 10).rounded() }).count == 1)
  }

  @Test func `parts that do not hang together stand in rows`() {
    let graph = LayeredGraph(nodes: (0..<6).map { _ in .init(width: 200, height: 28) })
    let layout = LayeredLayout(graph, available: 700)
    #expect(layout.width <= 700 && Set(layout.nodes.map(\.y)).count == 2)
  }
}
