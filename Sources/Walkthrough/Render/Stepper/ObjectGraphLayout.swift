/// Where the objects of a chain stand: what holds stands above what is held, in rows no wider than a stage.
///
/// One layout serves all steps, so that an object stays where it is while the reader goes on.
struct ObjectGraphLayout {
  struct Box: Equatable {
    var x: Int
    var y: Int
    var width: Int

    var middle: Int { x + width / 2 }
    var bottom: Int { y + ObjectGraphLayout.boxHeight }
  }

  private(set) var boxes: [Box]
  private(set) var width = 0
  private(set) var height = 0

  static let boxHeight = 40
  private static let gap = 28
  private static let rowGap = 44
  private static let wrappedGap = 14
  private static let margin = 4
  private static let rowWidth = 660
  /// Of a letter of the labels, rounded up.
  private static let letterWidth = 8

  init(_ objects: ChainObjects) {
    boxes = objects.nodes.map { node in
      Box(x: 0, y: 0, width: max(64, node.object.name.count * Self.letterWidth + 20))
    }
    let layers = Self.layers(objects)
    var y = Self.margin
    for layer in 0...(layers.max() ?? 0) {
      let members = ordered(boxes.indices.filter { layers[$0] == layer }, objects)
      for (number, row) in rows(of: members).enumerated() {
        if y > Self.margin { y += number == 0 ? Self.rowGap : Self.wrappedGap }
        place(row, at: y)
        y += Self.boxHeight
      }
    }
    height = y + Self.margin
    centre()
  }

  /// One more than the deepest holder's, for each object; holders that are held by what they hold are passed over.
  private static func layers(_ objects: ChainObjects) -> [Int] {
    let holders = Dictionary(grouping: objects.edges, by: \.held).mapValues { $0.map(\.holder) }
    var layers = [Int?](repeating: nil, count: objects.nodes.count)
    var isOpen = [Bool](repeating: false, count: objects.nodes.count)
    func layer(of node: Int) -> Int {
      if let known = layers[node] { return known }
      isOpen[node] = true
      defer { isOpen[node] = false }
      var result = 0
      for holder in holders[node] ?? [] where !isOpen[holder] { result = max(result, layer(of: holder) + 1) }
      layers[node] = result
      return result
    }
    return objects.nodes.indices.map(layer)
  }

  /// Below those that hold them, so that few lines cross.
  private func ordered(_ members: [Int], _ objects: ChainObjects) -> [Int] {
    func wish(_ node: Int) -> Double {
      let holders = objects.edges.filter { $0.held == node && boxes[$0.holder].y > 0 && $0.holder != node }
      guard !holders.isEmpty else { return .infinity }
      return Double(holders.map { boxes[$0.holder].middle }.reduce(0, +)) / Double(holders.count)
    }
    return members.map { (wish($0), $0) }.sorted { $0 < $1 }.map(\.1)
  }

  private func rows(of members: [Int]) -> [[Int]] {
    var rows: [[Int]] = []
    var width = Int.max / 2
    for member in members {
      if width + boxes[member].width > Self.rowWidth {
        rows.append([])
        width = 0
      }
      rows[rows.count - 1].append(member)
      width += boxes[member].width + Self.gap
    }
    return rows
  }

  private mutating func place(_ row: [Int], at y: Int) {
    var x = Self.margin
    for member in row {
      boxes[member].x = x
      boxes[member].y = y
      x += boxes[member].width + Self.gap
    }
    width = max(width, x - Self.gap + Self.margin)
  }

  private mutating func centre() {
    for (_, row) in Dictionary(grouping: boxes.indices, by: { boxes[$0].y }) {
      let end = row.map { boxes[$0].x + boxes[$0].width }.max()! + Self.margin
      for member in row { boxes[member].x += (width - end) / 2 }
    }
  }
}
