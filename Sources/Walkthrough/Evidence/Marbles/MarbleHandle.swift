import PipelineRunning
import RxTrace

/// A line by which the author of a picture lets readers change a value of its program.
///
/// The line is a piece of the program with several values between `‹` and `›`, of which the program has one:
///
///     throttle(.seconds(‹1 2 3 4›)
///     latest: ‹true false›
///     scheduleAt(‹3 5 7›) { _ = shared
///
/// `^‹0 1 2›` has ticks for the subscription that the test scheduler makes, and `!‹4 8 never›` for its disposal.
struct MarbleHandle {
  private(set) var handle: ArrangementHandle
  /// The line of the program that has the value, from 1; nil for a moment of the scheduler's subscription.
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
    let isMoment = after.isEmpty && ["^", "!"].contains(before)
    let values = try Self.values(rest[0], areTicks: isMoment, mayBeNever: isMoment && before == "!")
    if isMoment {
      handle = ArrangementHandle(place: before == "^" ? .subscription : .disposal, values: values, recorded: 0)
      handle.recorded = try Self.moment(before, in: program, among: values)
    } else {
      let found = values.indices.flatMap { place in
        program.ranges(of: "\(before)\(values[place])\(after)").map { (place, $0.lowerBound) }
      }
      guard let only = found.first, found.count == 1 else {
        throw Self.notOnce(found.count, before, after, in: program)
      }
      handle = ArrangementHandle(
        place: .text(before: before, after: after), values: values, recorded: only.0)
      self.line = program[..<program.index(only.1, offsetBy: before.count)].count { $0 == "\n" } + 1
    }
  }

  /// The mistake of a value that the program does not have exactly once.
  private static func notOnce(_ count: Int, _ before: String, _ after: String, in program: String) -> Mistake {
    guard count == 0 else {
      return Mistake(message: "the program has such a value \(count) times: write more of the line before or after it")
    }
    let stems = program.ranges(of: before)
    guard !before.isEmpty, stems.count == 1, let own = program[stems[0].upperBound...].prefixMatch(of: /\w+/) else {
      return Mistake(message: "the program has nothing like `\(before)…\(after)` with one of these values")
    }
    return Mistake(message: "the program has `\(before)\(own.output)`: give `\(own.output)` as one of the values")
  }

  private static func values(_ text: Substring, areTicks: Bool, mayBeNever: Bool) throws(Mistake) -> [String] {
    let values = text.split(separator: " ").map(String.init)
    let isNever = mayBeNever && values.last == ArrangementHandle.never
    let own = values.dropLast(isNever ? 1 : 0)
    let numbers = own.compactMap { Int($0) }
    let areNumbers = numbers.count == own.count && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    let areWords = !areTicks && numbers.isEmpty && Set(own).count == own.count
    guard areNumbers || areWords, numbers.first ?? 0 >= 0, 2...mostValues ~= values.count else {
      let rule = areTicks ? ": `‹1 2 3›`" : ", or words: `‹1 2 3›`, `‹true false›`"
      throw Mistake(message: "`‹\(text)›`: write 2 to \(mostValues) numbers, the smallest first\(rule)")
    }
    return values
  }

  /// The index in `values` of the program's own subscription or disposal.
  private static func moment(_ sign: String, in program: String, among values: [String]) throws(Mistake) -> Int {
    let diagram = MarbleProgram(program).subscription
    let tick = diagram.firstIndex(of: Character(sign)).map { diagram.distance(from: diagram.startIndex, to: $0) }
    let own = tick.map(String.init) ?? ArrangementHandle.never
    guard let place = values.firstIndex(of: own) else {
      throw Mistake(message: "the program's own is missing: add `\(own)`")
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
