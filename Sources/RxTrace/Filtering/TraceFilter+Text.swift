/// Several values in one word, separated by commas; a comma inside `<…>` belongs to a type's name.
///
///     FilterList("Map*,Zip<Int, Int>").items
///     // Result: ["Map*", "Zip<Int, Int>"]
public struct FilterList: Sendable {
  public let items: [String]

  public init(_ text: String) {
    var items = [""]
    var depth = 0
    for character in text {
      switch character {
      case "<": depth += 1
      case ">": depth -= 1
      default: break
      }
      if character == "," && depth <= 0 { items.append("") } else { items[items.count - 1].append(character) }
    }
    self.items = items.map { $0.trimmingSpaces }.filter { !$0.isEmpty }
  }
}

/// An invalid condition of a filter.
public struct FilterError: Error, Equatable, CustomStringConvertible {
  public let description: String
}

extension TraceFilter {
  /// Adds kinds of steps by name: `subscribe`, `onCore`, `schedule*`. Case does not matter.
  public mutating func addKinds(_ list: [FilterList]) throws(FilterError) {
    for name in list.flatMap(\.items) {
      let pattern = WildcardPattern(name.lowercased())
      let meant = StepKind.allCases.filter {
        pattern.matches($0.rawValue.lowercased()) || pattern.matches($0.filterName.lowercased())
      }
      guard !meant.isEmpty else {
        throw FilterError(
          description: "there is no kind of step \(ShownText.printable(name)); there are \(Self.kindNames)")
      }
      kinds.formUnion(meant)
    }
  }

  /// Adds kinds of events by name.
  public mutating func addEvents(_ list: [FilterList]) throws(FilterError) {
    for name in list.flatMap(\.items) {
      guard let event = EventKind(rawValue: name.lowercased()) else {
        throw FilterError(
          description: "there is no event \(ShownText.printable(name)); there are next, error, completed")
      }
      events.insert(event)
    }
  }

  /// Adds objects, threads and source files by name, with wildcards.
  public mutating func addNames(objects: [FilterList], threads: [FilterList], sources: [FilterList]) {
    self.objects += objects.flatMap(\.items).map(WildcardPattern.init)
    self.threads += threads.flatMap(\.items).map(WildcardPattern.init)
    self.sources += sources.flatMap(\.items).map(WildcardPattern.init)
  }

  /// Adds ranges of depths and of step numbers.
  public mutating func addRanges(depths: [FilterList], steps: [FilterList]) throws(FilterError) {
    self.depths += try Self.ranges(depths)
    self.steps += try Self.ranges(steps)
  }

  /// The kinds that steps can be filtered by, for a help text.
  public static let kindNames = StepKind.allCases.map(\.filterName).joined(separator: ", ")

  private static func ranges(_ lists: [FilterList]) throws(FilterError) -> [NumberRange] {
    var ranges: [NumberRange] = []
    for text in lists.flatMap(\.items) {
      guard let range = NumberRange(text) else {
        throw FilterError(description: "\(ShownText.printable(text)) is not a range; write 7, 7...12, 7... or ...12")
      }
      ranges.append(range)
    }
    return ranges
  }
}

extension StepKind {
  /// The kind in one word, without characters that have a meaning for a shell.
  fileprivate var filterName: String {
    switch self {
    case .subscribeClosures: "subscribeClosures"
    case .subscribeHandler: "subscribeHandler"
    default: rawValue
    }
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
