import PipelineRunning
import RxTrace

/// A line by which the author of a picture lets readers change a number of its program.
///
/// The line is a piece of the program with several numbers between `‹` and `›`, of which the program has one:
///
///     throttle(.seconds(‹1 2 3 4›)
///     scheduleAt(‹3 5 7›) { _ = shared
///
/// `^‹0 1 2›` has ticks for the subscription that the test scheduler makes, and `!‹4 8 never›` for its disposal.
struct MarbleHandle {
  private(set) var handle: ArrangementHandle
  /// The line of the program that has the number, from 1; nil for a moment of the scheduler's subscription.
  private(set) var line: Int?

  struct Mistake: Error {
    var message: String
  }

  /// The most values of one handle, and the most combinations of all of a picture.
  static let mostValues = 16
  static let mostCombinations = 400

  init(_ line: String, of program: String) throws(Mistake) {
    let parts = line.trimmingSpaces().split(separator: "‹", omittingEmptySubsequences: false)
    let rest = parts.last?.split(separator: "›", omittingEmptySubsequences: false) ?? []
    guard parts.count == 2, rest.count == 2 else {
      throw Mistake(message: "write a piece of the program, with the values between ‹ and ›: `take(‹1 2 3›)`")
    }
    let (before, after) = (String(parts[0]), String(rest[1]))
    let values = try Self.values(rest[0], mayBeNever: before == "!" && after.isEmpty)
    switch before {
    case "^" where after.isEmpty, "!" where after.isEmpty:
      handle = ArrangementHandle(place: before == "^" ? .subscription : .disposal, values: values, recorded: 0)
      handle.recorded = try Self.moment(before, in: program, among: values)
    default:
      let found = values.indices.flatMap { place in
        program.ranges(of: "\(before)\(values[place])\(after)").map { (place, $0.lowerBound) }
      }
      guard let only = found.first, found.count == 1 else {
        let count = found.isEmpty ? "nowhere" : "\(found.count) times"
        throw Mistake(
          message: "`\(before)…\(after)` with one of these numbers stands \(count) in the program, and not once")
      }
      handle = ArrangementHandle(
        place: .number(before: before, after: after), values: values, recorded: only.0)
      self.line = program[..<program.index(only.1, offsetBy: before.count)].count { $0 == "\n" } + 1
    }
  }

  private static func values(_ text: Substring, mayBeNever: Bool) throws(Mistake) -> [Int] {
    var words = text.split(separator: " ")
    let isNever = mayBeNever && words.last == "never"
    if isNever { words.removeLast() }
    let numbers = words.compactMap { Int($0) }
    let isAscending = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    let values = numbers + (isNever ? [ArrangementHandle.never] : [])
    guard numbers.count == words.count, isAscending, numbers.first ?? 0 >= 0, 2...mostValues ~= values.count else {
      throw Mistake(message: "`‹\(text)›`: write 2 to \(mostValues) numbers, the smallest first: `‹1 2 3›`")
    }
    return values
  }

  /// The place among some ticks of the program's own subscription or disposal.
  private static func moment(_ sign: String, in program: String, among values: [Int]) throws(Mistake) -> Int {
    let diagram = MarbleProgram(program).subscription
    let tick = diagram.firstIndex(of: Character(sign)).map { diagram.distance(from: diagram.startIndex, to: $0) }
    guard let place = values.firstIndex(of: tick ?? ArrangementHandle.never) else {
      throw Mistake(message: "the program's own is missing: add `\(tick.map(String.init) ?? "never")`")
    }
    return place
  }

  /// The handles of several lines.
  static func all(_ lines: [String], of program: String) throws(Mistake) -> [MarbleHandle] {
    var handles: [MarbleHandle] = []
    for line in lines { handles.append(try MarbleHandle(line, of: program)) }
    return handles
  }
}
