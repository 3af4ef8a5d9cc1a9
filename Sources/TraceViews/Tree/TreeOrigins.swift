import RxTrace

/// The list below a tree: the lines that made its objects, each once, with all the objects that it made.
struct TreeOrigins {
  private struct Place {
    var line: SourceLine
    /// For each type, the ordinals of its objects, in order of first appearance.
    var types: [(name: String, ordinals: [Int])] = []
    var positions: [String: Int] = [:]

    mutating func add(_ object: TracedObject) {
      let position = positions[object.typeName] ?? types.count
      if position == types.count {
        positions[object.typeName] = position
        types.append((object.typeName, []))
      }
      types[position].ordinals.append(object.ordinal)
    }
  }

  private let places: [Place]
  /// The most names of one type in a row.
  private static let mostNames = 3
  /// The widest column at which places are aligned. Wider names push their own place aside.
  private static let widestNames = 84

  init(_ trace: Trace, _ origins: [ObjectID: SourceLine]) {
    var places: [Place] = []
    var positions: [SourceLine: Int] = [:]
    for object in trace.objects {
      guard let origin = origins[object.id] else { continue }
      let position = positions[origin] ?? places.count
      if position == places.count {
        positions[origin] = position
        places.append(Place(line: origin))
      }
      places[position].add(object)
    }
    self.places = places
  }

  /// The rows: the names of the objects, and where they were made.
  /// - Parameter width: the columns of a line; nil if lines may be of any length.
  func rows(width: Int?) -> [(names: String, place: String)] {
    let rows = places.map { place in
      (
        place.types.map(Self.names).joined(separator: ", "),
        "made at \(ShownText.printable(place.line.shortDescription))"
      )
    }
    let widestPlace = rows.map { ShownText.width($0.1) }.max() ?? 0
    let widest = width.map { max($0 - widestPlace - 2, 16) } ?? .max
    let shortened = rows.map { (names: ShownText.fitted($0.0, columns: widest), place: $0.1) }
    let column = min(shortened.map { ShownText.width($0.names) }.max() ?? 0, Self.widestNames)
    return shortened.map { names, place in
      (names + String(repeating: " ", count: max(column - ShownText.width(names), 0)), place)
    }
  }

  /// `Map#1, Map#2`, or `Map#1…#1000 (×1000)`.
  private static func names(_ typeName: String, _ ordinals: [Int]) -> String {
    let name = ShownText.printable(typeName)
    guard ordinals.count > mostNames, let first = ordinals.min(), let last = ordinals.max() else {
      return ordinals.map { "\(name)#\($0)" }.joined(separator: ", ")
    }
    return "\(name)#\(first)…#\(last) (×\(ordinals.count))"
  }
}
