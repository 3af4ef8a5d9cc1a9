/// Several values in one word, separated by commas; a comma inside `<…>` or `(…)` belongs to a name.
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
      case "<", "(": depth += 1
      case ">", ")": depth -= 1
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
  /// Adds kinds of steps by name: `subscribe`, `onCore`, `schedule*`; after `!` those that do not pass. Case does not
  /// matter.
  public mutating func addKinds(_ list: [FilterList]) throws(FilterError) {
    for name in list.flatMap(\.items) {
      let (isUnwanted, text) = Self.negation(name)
      let pattern = WildcardPattern(text.lowercased())
      let meant = StepKind.allCases.filter {
        pattern.matches($0.rawValue.lowercased()) || pattern.matches($0.filterName.lowercased())
      }
      guard !meant.isEmpty else {
        throw FilterError(
          description: "there is no kind of step \(ShownText.printable(text)); there are \(Self.kindNames)")
      }
      kinds.add(meant, isUnwanted: isUnwanted)
    }
  }

  /// Adds kinds of events by name; after `!` those that do not pass.
  public mutating func addEvents(_ list: [FilterList]) throws(FilterError) {
    for name in list.flatMap(\.items) {
      let (isUnwanted, text) = Self.negation(name)
      guard let event = EventKind(rawValue: text.lowercased()) else {
        throw FilterError(
          description: "there is no event \(ShownText.printable(text)); there are next, error, completed")
      }
      events.add([event], isUnwanted: isUnwanted)
    }
  }

  /// Adds objects, threads and source files by name, with wildcards; after `!` those that do not pass.
  public mutating func addNames(objects: [FilterList], threads: [FilterList], sources: [FilterList]) {
    Self.add(objects, to: &self.objects)
    Self.add(threads, to: &self.threads)
    Self.add(sources, to: &self.sources)
  }

  private static func add(_ lists: [FilterList], to choice: inout FilterChoice<WildcardPattern>) {
    for name in lists.flatMap(\.items) {
      let (isUnwanted, text) = negation(name)
      choice.add([WildcardPattern(text)], isUnwanted: isUnwanted)
    }
  }

  private static func negation(_ name: String) -> (isUnwanted: Bool, text: String) {
    name.hasPrefix("!") ? (true, String(name.dropFirst()).trimmingSpaces) : (false, name)
  }

  /// Adds ranges of depths and of step numbers.
  public mutating func addRanges(depths: [FilterList], steps: [FilterList]) throws(FilterError) {
    self.depths += try Self.ranges(depths)
    self.steps += try Self.ranges(steps)
  }

  /// Adds stages of which the pipelines pass: `map`, `search.swift:7`, `map search.swift:7`.
  public mutating func addPipelines(_ list: [String]) throws(FilterError) {
    for text in list {
      guard let stage = StagePattern(text) else {
        throw FilterError(
          description: "\(ShownText.printable(text)) is not a stage; write map, search.swift:7 or 'map search.swift:7'")
      }
      pipelines.insert(stage)
    }
  }

  /// Limits the time of steps, and the line whose first step is the first of all.
  /// - Parameters:
  ///   - first: `1.2s`, `300ms`, or `250` for a virtual time; nil for the beginning of the run.
  ///   - last: a time of the same kind; nil for the end of the run.
  ///   - line: `main.swift:12`
  public mutating func limit(from first: String?, to last: String?, after line: String?) throws(FilterError) {
    try limit(from: first, to: last)
    guard let line else { return }
    guard StagePattern.isLine(line) else {
      throw FilterError(
        description: "--after takes a line such as main.swift:12, but \(ShownText.printable(line)) is not one")
    }
    firstLine = WildcardPattern(line)
  }

  private mutating func limit(from first: String?, to last: String?) throws(FilterError) {
    let (virtualFirst, virtualLast) = (first.flatMap(RunTime.number), last.flatMap(RunTime.number))
    guard virtualFirst != nil || virtualLast != nil else {
      times = try Self.range(try first.map(Self.time) ?? 0, try last.map(Self.time) ?? .max)
      return
    }
    guard first == nil || virtualFirst != nil, last == nil || virtualLast != nil else {
      throw FilterError(
        description: "--from and --to are times of two kinds; write both with units, or both as plain numbers, "
          + "which are virtual times")
    }
    virtualTimes = try Self.range(virtualFirst ?? -.infinity, virtualLast ?? .infinity)
  }

  private static func range<Time>(_ first: Time, _ last: Time) throws(FilterError) -> ClosedRange<Time> {
    guard first <= last else { throw FilterError(description: "--from is later than --to") }
    return first...last
  }

  private static func time(_ text: String) throws(FilterError) -> UInt64 {
    guard let time = RunTime.nanoseconds(text) else {
      throw FilterError(
        description: "\(ShownText.printable(text)) is not a time; write a number and its unit: \(exampleTimes), "
          + "or a plain number for a virtual time")
    }
    return time
  }

  static let exampleTimes = "1.2s, 300ms or 50us"

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

extension FilterChoice {
  fileprivate mutating func add(_ values: some Sequence<Value>, isUnwanted: Bool) {
    if isUnwanted { unwanted.formUnion(values) } else { wanted.formUnion(values) }
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
