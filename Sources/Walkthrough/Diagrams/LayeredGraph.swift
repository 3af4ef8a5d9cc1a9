/// A directed graph to be drawn in layers, from the top down.
struct LayeredGraph {
  struct Node {
    var width: Double
    var height: Double
  }

  struct Edge: Hashable {
    var from: Int
    var to: Int
    /// The width of the edge's label; zero for none.
    var labelWidth = 0.0
  }

  var nodes: [Node] = []
  /// The edges: at most one from a node to another, and none from a node to itself.
  var edges: [Edge] = []
  /// The most width that the nodes of a layer may have together; further nodes go to the next layer.
  var widestLayer = Double.infinity

  /// The nodes of each connected component, in order.
  var components: [[Int]] {
    var neighbours = [[Int]](repeating: [], count: nodes.count)
    for edge in edges {
      neighbours[edge.from].append(edge.to)
      neighbours[edge.to].append(edge.from)
    }
    var component = [Int?](repeating: nil, count: nodes.count)
    var components: [[Int]] = []
    for start in nodes.indices where component[start] == nil {
      component[start] = components.count
      var found = [start]
      var position = 0
      while position < found.count {
        for next in neighbours[found[position]] where component[next] == nil {
          component[next] = components.count
          found.append(next)
        }
        position += 1
      }
      components.append(found.sorted())
    }
    return components
  }
}

/// A graph whose edges all lead from a layer to a lower one: edges that closed a cycle have been reversed.
struct LayeredRanks {
  private(set) var ranks: [Int]
  /// For each edge, whether it was reversed.
  private(set) var isTurned: [Bool]

  init(_ graph: LayeredGraph) {
    isTurned = Self.turned(graph)
    ranks = [Int](repeating: 0, count: graph.nodes.count)
    var (above, below) = (ranks.map { _ in [Int]() }, ranks.map { _ in [Int]() })
    for (edge, isTurned) in zip(graph.edges, isTurned) {
      let (upper, lower) = isTurned ? (edge.to, edge.from) : (edge.from, edge.to)
      above[lower].append(upper)
      below[upper].append(lower)
    }
    let order = Self.order(above, below)
    if graph.widestLayer < .infinity {
      fill(graph, order, above)
    } else {
      for node in order { ranks[node] = above[node].map { ranks[$0] + 1 }.max() ?? 0 }
      // A node moves down towards the nodes below it if that makes more edges shorter than longer.
      for node in order.reversed() where below[node].count > above[node].count {
        if let lowest = below[node].map({ ranks[$0] - 1 }).min() { ranks[node] = max(ranks[node], lowest) }
      }
    }
    let first = ranks.min() ?? 0
    ranks = ranks.map { $0 - first }
  }

  /// Puts each node into the first layer below its neighbours that has room for it.
  private mutating func fill(_ graph: LayeredGraph, _ order: [Int], _ above: [[Int]]) {
    var widths: [Int: Double] = [:]
    for node in order {
      var rank = above[node].map { ranks[$0] + 1 }.max() ?? 0
      while let width = widths[rank], width + graph.nodes[node].width > graph.widestLayer { rank += 1 }
      ranks[node] = rank
      widths[rank, default: 0] += graph.nodes[node].width
    }
  }

  /// For each edge, whether it closes a cycle, because it leads back to a node on the path to it.
  private static func turned(_ graph: LayeredGraph) -> [Bool] {
    var turned = [Bool](repeating: false, count: graph.edges.count)
    var outgoing = [[Int]](repeating: [], count: graph.nodes.count)
    var isTarget = [Bool](repeating: false, count: graph.nodes.count)
    for (number, edge) in graph.edges.enumerated() {
      outgoing[edge.from].append(number)
      isTarget[edge.to] = true
    }
    var state = [Int](repeating: 0, count: graph.nodes.count)
    let starts = graph.nodes.indices.filter { !isTarget[$0] } + Array(graph.nodes.indices)
    for start in starts where state[start] == 0 {
      var path = [(node: start, next: 0)]
      state[start] = 1
      while let (node, next) = path.last {
        guard next < outgoing[node].count else {
          state[node] = 2
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let edge = outgoing[node][next]
        let target = graph.edges[edge].to
        if state[target] == 1 { turned[edge] = true }
        if state[target] == 0 {
          state[target] = 1
          path.append((target, 0))
        }
      }
    }
    return turned
  }

  /// The nodes in topological order: every node after all nodes above it.
  private static func order(_ above: [[Int]], _ below: [[Int]]) -> [Int] {
    var waiting = above.map(\.count)
    var order = above.indices.filter { waiting[$0] == 0 }
    var position = 0
    while position < order.count {
      for next in below[order[position]] {
        waiting[next] -= 1
        if waiting[next] == 0 { order.append(next) }
      }
      position += 1
    }
    return order
  }
}
