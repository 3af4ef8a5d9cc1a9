import RxTrace

/// Reads the body of an `assert` block.
///
///     count(AnonymousObservableSink.forwardOn) == 1
///     thread(onCore) == thread(subscribe)
///     thread(onCore) == @main
///     Sink.dispose after AnonymousObserver.onCoreCompleted
///     value(onCore next) == [1, 2]   | a note, in Markdown
///     depth(onCore) > depth(forwardOn)
///     not holds(AnonymousObserver, Producer)
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

  private static let functions = ["count", "thread", "object", "before", "value", "depth", "holds"]

  private static func line(_ text: String, at start: Place) throws(Problem) -> Assertion {
    var scanner = LineScanner(text, at: start)
    scanner.skipSpaces()
    let place = scanner.place
    let whole = scanner.rest
    let isDenied = scanner.take("not ")
    scanner.skipSpaces()
    let claim = try claim(&scanner, isDenied)
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

  private static func claim(_ scanner: inout LineScanner, _ isDenied: Bool) throws(Problem) -> Assertion.Claim {
    let place = scanner.place
    var ahead = scanner
    let function = ahead.takeWhile { $0.isLetter }
    guard functions.contains(function) else { return try relation(&scanner, isDenied) }
    scanner = ahead
    switch function {
    case "before": return try before(&scanner, isDenied)
    case "holds": return try holds(&scanner, isDenied)
    default: break
    }
    guard !isDenied else {
      throw Problem(place, "`not` stands before `holds`, `before`, `after` and `inside`; here write `!=`")
    }
    switch function {
    case "count", "depth": return try number(&scanner, function)
    case "value": return try values(&scanner)
    case "thread": return try thread(&scanner)
    default:
      let left = try argument(&scanner)
      let isEqual = try equality(&scanner, "objects")
      return .object(left, try argument(of: function, &scanner), isEqual: isEqual)
    }
  }

  // MARK: Functions

  private static func number(_ scanner: inout LineScanner, _ function: String) throws(Problem) -> Assertion.Claim {
    let pattern = try argument(&scanner)
    let comparison = try comparison(&scanner)
    let place = scanner.place
    let number: Assertion.Number
    if scanner.take(function) {
      number = .of(try argument(&scanner))
    } else if let literal = Int(scanner.word()) {
      number = .literal(literal)
    } else {
      throw Problem(place, "expected a whole number or `\(function)(…)`")
    }
    return function == "count" ? .count(pattern, comparison, number) : .depth(pattern, comparison, number)
  }

  /// `thread(onCore) == thread(subscribe)`, `thread(onCore) != @main`
  private static func thread(_ scanner: inout LineScanner) throws(Problem) -> Assertion.Claim {
    let left = try argument(&scanner)
    let isEqual = try equality(&scanner, "threads")
    if scanner.take("@") { return .place(left, try ClaimedThread(&scanner), isEqual: isEqual) }
    guard scanner.next == "t" else { throw Problem(scanner.place, "expected `thread(…)` or a name as in `@main`") }
    return .thread(left, try argument(of: "thread", &scanner), isEqual: isEqual)
  }

  private static func argument(
    of function: String, _ scanner: inout LineScanner
  ) throws(Problem) -> PlacedPattern {
    guard scanner.take(function) else { throw Problem(scanner.place, "expected `\(function)(…)`") }
    return try argument(&scanner)
  }

  private static func before(_ scanner: inout LineScanner, _ isDenied: Bool) throws(Problem) -> Assertion.Claim {
    try expect("(", &scanner)
    let first = try pattern(&scanner)
    try expect(",", &scanner)
    let second = try pattern(&scanner)
    try expect(")", &scanner)
    return .relation(first, .before, second, isDenied: isDenied)
  }

  private static func values(_ scanner: inout LineScanner) throws(Problem) -> Assertion.Claim {
    let pattern = try argument(&scanner)
    let isEqual = try equality(&scanner, "values")
    if scanner.take("value(") {
      let other = try self.pattern(&scanner)
      try expect(")", &scanner)
      return .value(pattern, .of(other), isEqual: isEqual)
    }
    guard scanner.take("[") else { return .value(pattern, .literal([try value(&scanner)]), isEqual: isEqual) }
    var values: [StepValue] = []
    scanner.skipSpaces()
    while !scanner.take("]") {
      guard values.isEmpty || scanner.take(",") else {
        throw Problem(scanner.place, "expected `,` or `]`; a value with spaces or commas stands in quotes")
      }
      values.append(try value(&scanner))
      scanner.skipSpaces()
    }
    return .value(pattern, .literal(values), isEqual: isEqual)
  }

  private static func value(_ scanner: inout LineScanner) throws(Problem) -> StepValue {
    scanner.skipSpaces()
    if scanner.next == "\"" { return try scanner.quoted() }
    let place = scanner.place
    let word = scanner.takeWhile { $0 != "," && $0 != "]" && $0 != "|" && $0 != " " }
    guard !word.isEmpty else { throw Problem(place, "expected a value") }
    return StepValue(text: word, content: word)
  }

  // MARK: Relations

  /// `Sink.dispose after AnonymousObserver.onCoreCompleted`, `onCore(next:) inside run`
  private static func relation(_ scanner: inout LineScanner, _ isDenied: Bool) throws(Problem) -> Assertion.Claim {
    let place = scanner.place
    let first = scanner.word() + eventWord(&scanner)
    scanner.skipSpaces()
    let relationPlace = scanner.place
    let word = scanner.takeWhile { $0.isLetter }
    guard let relation = Assertion.Relation(rawValue: word) else {
      throw unknown(first, at: place, word, relationPlace)
    }
    let left = try placed(first, at: place)
    scanner.skipSpaces()
    let secondPlace = scanner.place
    let second = scanner.word() + eventWord(&scanner)
    return .relation(left, relation, try placed(second, at: secondPlace), isDenied: isDenied)
  }

  private static func unknown(_ first: String, at place: Place, _ word: String, _ wordPlace: Place) -> Problem {
    let relations = Assertion.Relation.allCases.map(\.rawValue)
    if steps(first) != nil, !word.isEmpty {
      return Problem(wordPlace, "unknown relation `\(word)`" + Nearest.suggestion(for: word, among: relations))
    }
    let function = String(first.prefix { $0.isLetter })
    guard !function.isEmpty else {
      return Problem(place, "a line is an assertion such as `count(forwardOn) == 3` or `subscribe before onCore`")
    }
    return Problem(
      place, "unknown assertion `\(function)`" + Nearest.suggestion(for: function, among: functions))
  }

  /// ` next` if the event is after the call instead of in its parentheses.
  private static func eventWord(_ scanner: inout LineScanner) -> String {
    var ahead = scanner
    ahead.skipSpaces()
    let word = ahead.takeWhile { $0.isLetter }
    guard EventKind(rawValue: word) != nil else { return "" }
    scanner = ahead
    return " " + word
  }

  // MARK: Objects

  private static func holds(_ scanner: inout LineScanner, _ isDenied: Bool) throws(Problem) -> Assertion.Claim {
    try expect("(", &scanner)
    let holder = try object(&scanner)
    try expect(",", &scanner)
    let held = try object(&scanner)
    if held.property != nil { throw Problem(held.place, "a property belongs to the object that holds, the first one") }
    try expect(")", &scanner)
    return .holds(holder, held, isDenied: isDenied)
  }

  private static func object(_ scanner: inout LineScanner) throws(Problem) -> PlacedObject {
    scanner.skipSpaces()
    let place = scanner.place
    let text = scanner.takeWhile { $0 != "," && $0 != ")" }.trimmingSpaces()
    var type = text[...]
    var property: String?
    // A nested type begins with a capital letter, a property does not.
    if let dot = text.lastIndex(of: "."), let first = text[dot...].dropFirst().first, !first.isUppercase {
      property = String(text[dot...].dropFirst())
      type = text[..<dot]
    }
    let pieces = type.split(separator: "#", omittingEmptySubsequences: false)
    let ordinal = pieces.count > 1 ? Int(pieces[1]) : nil
    guard let name = pieces.first, !name.isEmpty, pieces.count == 1 || ordinal != nil else {
      throw Problem(place, "expected an object: `Type`, `Type#2` or `Type.property`")
    }
    return PlacedObject(type: String(name), ordinal: ordinal, property: property, text: text, place: place)
  }

  // MARK: Pieces

  private static func argument(_ scanner: inout LineScanner) throws(Problem) -> PlacedPattern {
    try expect("(", &scanner)
    let pattern = try pattern(&scanner)
    try expect(")", &scanner)
    return pattern
  }

  /// The pattern up to a comma or a parenthesis that does not belong to it.
  private static func pattern(_ scanner: inout LineScanner) throws(Problem) -> PlacedPattern {
    scanner.skipSpaces()
    let place = scanner.place
    var depth = 0
    let text = scanner.takeWhile { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth >= 0 && !(depth == 0 && character == ",")
    }.trimmingSpaces()
    return try placed(text, at: place)
  }

  private static func placed(_ text: String, at place: Place) throws(Problem) -> PlacedPattern {
    guard let pattern = steps(text) else { throw Problem(place, StepPattern.unknown(text)) }
    return PlacedPattern(pattern: pattern, place: place)
  }

  /// `onCore next` is `onCore(next:)`.
  private static func steps(_ text: String) -> StepPattern? {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2, let event = EventKind(rawValue: words[1]) else { return StepPattern(text) }
    var pattern = StepPattern(words[0] + (event == .completed ? "Completed" : "(\(event.rawValue):)"))
    pattern?.text = text
    return pattern
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

  private static func equality(_ scanner: inout LineScanner, _ what: String) throws(Problem) -> Bool {
    scanner.skipSpaces()
    let place = scanner.place
    let comparison = try comparison(&scanner)
    guard comparison == .equal || comparison == .notEqual else {
      throw Problem(place, "\(what) are compared with `==` or `!=`")
    }
    return comparison == .equal
  }

  private static func expect(_ text: String, _ scanner: inout LineScanner) throws(Problem) {
    scanner.skipSpaces()
    guard scanner.take(text) else { throw Problem(scanner.place, "expected `\(text)`") }
  }
}
