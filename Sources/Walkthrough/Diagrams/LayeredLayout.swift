/// Places a graph in layers, from the top down, with few crossings and with room for every label.
///
/// The algorithm is Sugiyama's: break cycles, rank the nodes, give edges that pass a layer a place of their own there,
/// order each layer by the middles of its neighbours, and then move its items towards them. A label is a node of its
/// own, in a layer between its ends, so that nothing can run through it.
struct LayeredLayout {
  struct Point: Equatable {
    var x: Double
    var y: Double
  }

  struct Route: Equatable {
    /// The points from the edge's beginning to its end; every other stretch is straight.
    var points: [Point]
    /// The middle of the label.
    var label: Point?
  }

  private(set) var width = 0.0
  private(set) var height = 0.0
  /// The middle of each node.
  private(set) var nodes: [Point]
  /// The route of each edge.
  private(set) var routes: [Route]

  private static let columnGap = 26.0
  private static let rowGap = 40.0

  /// - Parameter available: The width beyond which further connected components go to the next row.
  init(_ graph: LayeredGraph, available: Double) {
    nodes = graph.nodes.map { _ in Point(x: 0, y: 0) }
    routes = graph.edges.map { _ in Route(points: []) }
    var (left, top, rowHeight) = (0.0, 0.0, 0.0)
    for component in graph.components {
      let part = LayeredComponent(graph, nodes: component)
      if left > 0 && left + part.width > available { (left, top, rowHeight) = (0, top + rowHeight + Self.rowGap, 0) }
      take(part, left, top)
      left += part.width + Self.columnGap
      rowHeight = max(rowHeight, part.height)
      width = max(width, left - Self.columnGap)
      height = max(height, top + rowHeight)
    }
  }

  private mutating func take(_ part: LayeredComponent, _ left: Double, _ top: Double) {
    func moved(_ point: Point) -> Point { Point(x: point.x + left, y: point.y + top) }
    for (node, place) in zip(part.nodes, part.places) { nodes[node] = moved(place) }
    for (edge, route) in zip(part.edges, part.routes) {
      routes[edge] = Route(points: route.points.map(moved), label: route.label.map(moved))
    }
  }
}

/// The layout of a connected component of a graph.
private struct LayeredComponent {
  typealias Point = LayeredLayout.Point

  /// Something that has a place in a layer: a node, a label, or an edge that passes.
  private struct Item {
    enum Content: Equatable {
      case node(Int)
      case label(Int)
      case passing(Int)
    }

    var content: Content
    var rank: Int
    var width: Double
    var height: Double
    var above: [Int] = []
    var below: [Int] = []
    var x = 0.0

    /// Lines weigh more, because a bent line looks worse than a node off the middle of its neighbours.
    var weight: Double { if case .node = content { 1 } else { 4 } }
  }

  let nodes: [Int]
  /// The edges of the graph that belong to this part.
  private(set) var edges: [Int] = []
  private(set) var places: [Point] = []
  private(set) var routes: [LayeredLayout.Route] = []
  private(set) var width = 0.0
  private(set) var height = 0.0

  private var items: [Item] = []
  private var layers: [[Int]] = []
  /// For each edge its items from the upper end to the lower one.
  private var chains: [[Int]] = []
  private var isTurned: [Bool] = []
  private var tops: [Double] = []
  private var heights: [Double] = []

  private static let gap = 22.0
  private static let labelGap = 14.0
  private static let labelHeight = 16.0
  private static let layerGap = 34.0
  private static let labelledLayerGap = 15.0

  init(_ graph: LayeredGraph, nodes: [Int]) {
    self.nodes = nodes
    let position = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
    edges = graph.edges.indices.filter { position[graph.edges[$0].from] != nil }
    let part = LayeredGraph(
      nodes: nodes.map { graph.nodes[$0] },
      edges: edges.map { edge in
        let edge = graph.edges[edge]
        return LayeredGraph.Edge(from: position[edge.from]!, to: position[edge.to]!, labelWidth: edge.labelWidth)
      }, widestLayer: graph.widestLayer)
    makeItems(part)
    putInOrder()
    placeColumns()
    placeRows(hasLabels: part.edges.contains { $0.labelWidth > 0 })
    makeRoutes(part)
  }

  // MARK: Items

  private mutating func makeItems(_ graph: LayeredGraph) {
    let ranking = LayeredRanks(graph)
    isTurned = ranking.isTurned
    // If there are labels, every other layer is for labels.
    let scale = graph.edges.contains { $0.labelWidth > 0 } ? 2 : 1
    for (node, size) in graph.nodes.enumerated() {
      items.append(
        Item(content: .node(node), rank: ranking.ranks[node] * scale, width: size.width, height: size.height))
    }
    for (number, edge) in graph.edges.enumerated() {
      let (upper, lower) = isTurned[number] ? (edge.to, edge.from) : (edge.from, edge.to)
      chains.append(chain(number, edge, upper, lower))
    }
    layers = [[Int]](repeating: [], count: (items.map(\.rank).max() ?? 0) + 1)
    for (number, item) in items.enumerated() { layers[item.rank].append(number) }
  }

  private mutating func chain(_ number: Int, _ edge: LayeredGraph.Edge, _ upper: Int, _ lower: Int) -> [Int] {
    let (first, last) = (items[upper].rank, items[lower].rank)
    let middle = (first + last) / 2
    let labelled = edge.labelWidth > 0 ? (middle.isMultiple(of: 2) ? middle - 1 : middle) : nil
    var chain = [upper]
    for rank in (first + 1)..<max(last, first + 1) {
      let isLabel = rank == labelled
      items.append(
        Item(
          content: isLabel ? .label(number) : .passing(number), rank: rank, width: isLabel ? edge.labelWidth : 2,
          height: isLabel ? Self.labelHeight : 0))
      chain.append(items.count - 1)
    }
    chain.append(lower)
    for (one, other) in zip(chain, chain.dropFirst()) {
      items[one].below.append(other)
      items[other].above.append(one)
    }
    return chain
  }

  // MARK: Order

  private static let sweeps = 24

  private mutating func putInOrder() {
    putInFirstOrder()
    var best = layers
    var fewest = crossings
    for sweep in 0..<Self.sweeps where fewest > 0 {
      let isDownwards = sweep.isMultiple(of: 2)
      for rank in isDownwards ? Array(layers.indices) : layers.indices.reversed() { sort(rank, isDownwards) }
      swapNeighbours()
      let count = crossings
      if count < fewest { (best, fewest) = (layers, count) }
    }
    layers = best
  }

  /// Orders the items as a traversal from the top reaches them, so that the neighbours of a node are side by side.
  private mutating func putInFirstOrder() {
    var ordered = layers.map { _ in [Int]() }
    var isPlaced = [Bool](repeating: false, count: items.count)
    for start in layers.joined() where items[start].above.isEmpty {
      var pending = [start]
      while let item = pending.popLast() {
        guard !isPlaced[item] else { continue }
        isPlaced[item] = true
        ordered[items[item].rank].append(item)
        pending += items[item].below.reversed()
      }
    }
    layers = ordered
  }

  private mutating func sort(_ rank: Int, _ isDownwards: Bool) {
    let neighbours = rank + (isDownwards ? -1 : 1)
    guard layers.indices.contains(neighbours) else { return }
    let position = positions(in: neighbours)
    let middles = layers[rank].enumerated().map { place, item -> (middle: Double, place: Int, item: Int) in
      let beside = (isDownwards ? items[item].above : items[item].below).compactMap { position[$0] }
      let middle = beside.isEmpty ? Double(place) : Double(beside.reduce(0, +)) / Double(beside.count)
      return (middle, place, item)
    }
    layers[rank] = middles.sorted { ($0.middle, $0.place) < ($1.middle, $1.place) }.map(\.item)
  }

  private mutating func swapNeighbours() {
    for rank in layers.indices {
      for place in layers[rank].indices.dropLast() {
        let before = crossings(around: rank)
        layers[rank].swapAt(place, place + 1)
        if crossings(around: rank) >= before { layers[rank].swapAt(place, place + 1) }
      }
    }
  }

  private func positions(in rank: Int) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: layers[rank].enumerated().map { ($1, $0) })
  }

  private var crossings: Int { layers.indices.reduce(0) { $0 + crossings(below: $1) } }

  private func crossings(around rank: Int) -> Int { crossings(below: rank - 1) + crossings(below: rank) }

  private func crossings(below rank: Int) -> Int {
    guard layers.indices.contains(rank), layers.indices.contains(rank + 1) else { return 0 }
    let position = positions(in: rank + 1)
    let ends = layers[rank].flatMap { item in items[item].below.compactMap { position[$0] }.sorted() }
    var count = 0
    for (place, end) in ends.enumerated() { count += ends[..<place].count { $0 > end } }
    // Lines from one node are sorted and so not counted, because they do not cross each other.
    return count
  }

  // MARK: Columns

  private mutating func placeColumns() {
    for layer in layers {
      var left = 0.0
      for (place, item) in layer.enumerated() {
        if place > 0 { left += distance(layer[place - 1], item) }
        items[item].x = left
      }
    }
    for sweep in 0..<40 {
      let ranks = sweep.isMultiple(of: 2) ? Array(layers.indices) : layers.indices.reversed()
      for rank in ranks { draw(rank, towardsAbove: sweep < 36 ? sweep.isMultiple(of: 2) : nil) }
    }
    let left = items.map { $0.x - $0.width / 2 }.min() ?? 0
    for index in items.indices { items[index].x -= left }
    width = items.map { $0.x + $0.width / 2 }.max() ?? 0
  }

  /// The distance from the middle of an item to the middle of its right neighbour.
  private func distance(_ one: Int, _ other: Int) -> Double {
    let isNode = items[one].weight == 1 || items[other].weight == 1
    return (items[one].width + items[other].width) / 2 + (isNode ? Self.gap : Self.labelGap)
  }

  /// Moves the items of a layer as near to their neighbours as their order and widths allow. Items that would overlap
  /// move as one, because that makes the squared distances least (pool adjacent violators).
  private mutating func draw(_ rank: Int, towardsAbove: Bool?) {
    struct Block {
      var sum: Double
      var weight: Double
      var count: Int
      var place: Double { sum / weight }
    }
    let layer = layers[rank]
    var offset = 0.0
    var offsets: [Double] = []
    var blocks: [Block] = []
    for (place, item) in layer.enumerated() {
      if place > 0 { offset += distance(layer[place - 1], item) }
      offsets.append(offset)
      let wish = wish(item, towardsAbove) - offset
      blocks.append(Block(sum: wish * items[item].weight, weight: items[item].weight, count: 1))
      while blocks.count > 1, blocks[blocks.count - 2].place > blocks[blocks.count - 1].place {
        let last = blocks.removeLast()
        blocks[blocks.count - 1].sum += last.sum
        blocks[blocks.count - 1].weight += last.weight
        blocks[blocks.count - 1].count += last.count
      }
    }
    var position = 0
    for block in blocks {
      for _ in 0..<block.count {
        items[layer[position]].x = block.place + offsets[position]
        position += 1
      }
    }
  }

  private func wish(_ item: Int, _ towardsAbove: Bool?) -> Double {
    let item = items[item]
    var neighbours = towardsAbove == nil ? item.above + item.below : towardsAbove! ? item.above : item.below
    if neighbours.isEmpty { neighbours = item.above + item.below }
    guard !neighbours.isEmpty else { return item.x }
    let places = neighbours.map { items[$0].x }.sorted()
    let middle = places.count / 2
    return places.count.isMultiple(of: 2) ? (places[middle - 1] + places[middle]) / 2 : places[middle]
  }

  // MARK: Rows

  private mutating func placeRows(hasLabels: Bool) {
    heights = layers.map { layer in layer.map { items[$0].height }.max() ?? 0 }
    var top = 0.0
    for rank in layers.indices {
      tops.append(top)
      top += heights[rank] + (hasLabels ? Self.labelledLayerGap : Self.layerGap)
    }
    height = (tops.last ?? 0) + (heights.last ?? 0)
    places = items.prefix(nodes.count).map { Point(x: $0.x, y: tops[$0.rank] + heights[$0.rank] / 2) }
  }

  // MARK: Routes

  private mutating func makeRoutes(_ graph: LayeredGraph) {
    let ports = (upper: ports(isUpper: true), lower: ports(isUpper: false))
    for (number, chain) in chains.enumerated() {
      var points: [Point] = []
      var label: Point?
      for (place, item) in chain.enumerated() {
        let (top, high) = (tops[items[item].rank], heights[items[item].rank])
        let middle = top + high / 2
        if place == 0 {
          points.append(Point(x: ports.upper[number]!, y: middle + items[item].height / 2))
        } else if place == chain.count - 1 {
          points.append(Point(x: ports.lower[number]!, y: middle - items[item].height / 2))
        } else {
          // The route runs straight past the items of this layer.
          points += [Point(x: items[item].x, y: top), Point(x: items[item].x, y: top + high)]
          if items[item].content == .label(number) { label = Point(x: items[item].x, y: middle) }
        }
      }
      routes.append(.init(points: isTurned[number] ? points.reversed() : points, label: label))
    }
  }

  /// The points at which edges touch their nodes, beside one another in the order of their other ends.
  private func ports(isUpper: Bool) -> [Int: Double] {
    var ports: [Int: Double] = [:]
    let ends = Dictionary(grouping: chains.indices) { isUpper ? chains[$0].first! : chains[$0].last! }
    for (node, edges) in ends {
      let sorted = edges.sorted { one, other in
        let (first, second) = (neighbour(of: one, isUpper), neighbour(of: other, isUpper))
        return (items[first].x, one) < (items[second].x, other)
      }
      let step = min(18, items[node].width / Double(sorted.count + 1))
      for (place, edge) in sorted.enumerated() {
        ports[edge] = items[node].x + (Double(place) - Double(sorted.count - 1) / 2) * step
      }
    }
    return ports
  }

  private func neighbour(of edge: Int, _ isUpper: Bool) -> Int {
    isUpper ? chains[edge][1] : chains[edge][chains[edge].count - 2]
  }
}
