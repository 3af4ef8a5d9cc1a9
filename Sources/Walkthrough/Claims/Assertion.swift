import RxTrace

/// How two things are compared.
enum Comparison: String, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case atMost = "<="
  case atLeast = ">="
  case less = "<"
  case greater = ">"

  func holds(_ left: Int, _ right: Int) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .atMost: left <= right
    case .atLeast: left >= right
    case .less: left < right
    case .greater: left > right
    }
  }
}

/// A line of an `assert` block.
struct Assertion {
  enum Claim {
    case count(PlacedPattern, Comparison, Int)
    case depth(PlacedPattern, Comparison, Int)
    /// `==`: both take place on the same set of threads; `!=`: they do not.
    case thread(PlacedPattern, PlacedPattern, isEqual: Bool)
    /// Every step of the first kind precedes the first of the second.
    case before(PlacedPattern, PlacedPattern)
    /// The values of the next events of these steps, in order.
    case value(PlacedPattern, [StepValue])
  }

  var claim: Claim
  /// As written, without the note.
  var text: String
  var note: String?
  var place: Place
  var notePlace: Place
}

/// A pattern and where it stands.
struct PlacedPattern {
  var pattern: StepPattern
  var place: Place
}

/// Reads the body of an `assert` block.
///
///     count(AnonymousObservableSink.forwardOn) == 1
///     thread(onCore) == thread(subscribe)
///     before(subscribe, onCore)
///     value(onCore) == [1, 2]   | a note, in Markdown
///     depth(onCore) >= 3
struct AssertionParser {
  private(set) var assertions: [Assertion] = []
  private(set) var problems: [Problem] = []

  init(_ body: ClaimBody) {
    for (text, place) in body.lines where !text.trimmingSpaces().isEmpty {
      do {
        assertions.append(try Self.line(text, at: place))
      } catch {
        problems.append(error)
      }
    }
    if assertions.isEmpty && problems.isEmpty { problems.append(Problem(body.opening, "the assert has no lines")) }
  }

  private static let functions = ["count", "thread", "before", "value", "depth"]

  private static func line(_ text: String, at start: Place) throws(Problem) -> Assertion {
    var scanner = LineScanner(text, at: start)
    scanner.skipSpaces()
    let place = scanner.place
    let whole = scanner.rest
    let claim = try claim(&scanner)
    let length = scanner.place.column - place.column
    scanner.skipSpaces()
    var note: String?
    if scanner.take("|") {
      scanner.skipSpaces()
      note = scanner.rest.trimmingSpaces()
    } else if !scanner.isAtEnd {
      throw Problem(scanner.place, "unexpected `\(scanner.rest.trimmingSpaces())`")
    }
    return Assertion(
      claim: claim, text: String(whole.prefix(length)), note: note, place: place, notePlace: scanner.place)
  }

  private static func claim(_ scanner: inout LineScanner) throws(Problem) -> Assertion.Claim {
    let place = scanner.place
    let function = scanner.takeWhile { $0.isLetter }
    switch function {
    case "count", "depth": return try number(&scanner, function)
    case "thread": return try thread(&scanner)
    case "before": return try before(&scanner)
    case "value": return try values(&scanner)
    default:
      throw Problem(
        place, "unknown assertion `\(function)`" + Nearest.suggestion(for: function, among: functions))
    }
  }

  private static func number(_ scanner: inout LineScanner, _ function: String) throws(Problem) -> Assertion.Claim {
    let pattern = try argument(&scanner)
    let comparison = try comparison(&scanner)
    let place = scanner.place
    guard let number = Int(scanner.word()) else { throw Problem(place, "expected a whole number") }
    return function == "count" ? .count(pattern, comparison, number) : .depth(pattern, comparison, number)
  }

  private static func thread(_ scanner: inout LineScanner) throws(Problem) -> Assertion.Claim {
    let left = try argument(&scanner)
    scanner.skipSpaces()
    let place = scanner.place
    let comparison = try comparison(&scanner)
    guard comparison == .equal || comparison == .notEqual else {
      throw Problem(place, "threads are compared with `==` or `!=`")
    }
    guard scanner.take("thread") else { throw Problem(scanner.place, "expected `thread(…)`") }
    return .thread(left, try argument(&scanner), isEqual: comparison == .equal)
  }

  private static func before(_ scanner: inout LineScanner) throws(Problem) -> Assertion.Claim {
    try expect("(", &scanner)
    let first = try pattern(&scanner)
    try expect(",", &scanner)
    let second = try pattern(&scanner)
    try expect(")", &scanner)
    return .before(first, second)
  }

  private static func values(_ scanner: inout LineScanner) throws(Problem) -> Assertion.Claim {
    let pattern = try argument(&scanner)
    try expect("==", &scanner)
    scanner.skipSpaces()
    guard scanner.take("[") else { return .value(pattern, [try value(&scanner)]) }
    var values: [StepValue] = []
    scanner.skipSpaces()
    while !scanner.take("]") {
      if !values.isEmpty { try expect(",", &scanner) }
      values.append(try value(&scanner))
      scanner.skipSpaces()
    }
    return .value(pattern, values)
  }

  private static func value(_ scanner: inout LineScanner) throws(Problem) -> StepValue {
    scanner.skipSpaces()
    if scanner.next == "\"" { return try scanner.quoted() }
    let place = scanner.place
    let word = scanner.takeWhile { $0 != "," && $0 != "]" && $0 != "|" && $0 != " " }
    guard !word.isEmpty else { throw Problem(place, "expected a value") }
    return StepValue(text: word, content: word)
  }

  private static func argument(_ scanner: inout LineScanner) throws(Problem) -> PlacedPattern {
    try expect("(", &scanner)
    let pattern = try pattern(&scanner)
    try expect(")", &scanner)
    return pattern
  }

  /// Everything to the comma or parenthesis that is not the pattern's own.
  private static func pattern(_ scanner: inout LineScanner) throws(Problem) -> PlacedPattern {
    scanner.skipSpaces()
    let place = scanner.place
    var depth = 0
    let text = scanner.takeWhile { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth >= 0 && !(depth == 0 && character == ",")
    }.trimmingSpaces()
    guard let pattern = StepPattern(text) else { throw Problem(place, StepPattern.unknownKind(in: text)) }
    return PlacedPattern(pattern: pattern, place: place)
  }

  private static func comparison(_ scanner: inout LineScanner) throws(Problem) -> Comparison {
    scanner.skipSpaces()
    for comparison in Comparison.allCases where scanner.take(comparison.rawValue) {
      scanner.skipSpaces()
      return comparison
    }
    let all = Comparison.allCases.map(\.rawValue).joined(separator: " ")
    throw Problem(scanner.place, "expected one of \(all)")
  }

  private static func expect(_ text: String, _ scanner: inout LineScanner) throws(Problem) {
    scanner.skipSpaces()
    guard scanner.take(text) else { throw Problem(scanner.place, "expected `\(text)`") }
  }
}
