import RxTrace

/// The lines of a journey as its author wrote them: titles, and claims about steps.
///
///     # The way up
///     Map.run → MapSink                     | a note, in Markdown
///     MapSink.closure → "your closure"
///     + AnonymousDisposable.dispose
struct JourneyText {
  struct Line {
    var claim: StepClaim
    /// The position of the title above it in ``titles``.
    var way: Int
    /// Whether the line has the number of the line above it.
    var isContinued = false
    /// The object that is made during the call, or the name of a closure.
    var target: Name?
  }

  struct Name {
    var text: String
    var isQuoted: Bool
    var place: Place
  }

  /// The titles; an empty one for lines above the first title.
  private(set) var titles: [(text: String, line: Int)] = []
  private(set) var lines: [Line] = []

  /// - Throws: ``Problem`` at the first line that cannot be read.
  init(_ body: ClaimBody) throws(Problem) {
    for (text, place) in body.lines where !text.trimmingSpaces().isEmpty {
      if text.hasPrefix("#") {
        titles.append((String(text.drop { $0 == "#" }).trimmingSpaces(), place.line))
      } else {
        if titles.isEmpty { titles.append(("", place.line)) }
        try add(text, at: place)
      }
    }
    guard !lines.isEmpty else { throw Problem(body.opening, "the journey has no calls") }
    if let empty = titles.indices.first(where: { way in !lines.contains { $0.way == way } }) {
      throw Problem(Place(line: titles[empty].line, column: 1), "no call follows this title")
    }
  }

  private mutating func add(_ text: String, at place: Place) throws(Problem) {
    guard text.hasPrefix("+") else {
      return lines.append(try Self.line(text, at: place, way: titles.count - 1))
    }
    guard lines.last?.way == titles.count - 1 else {
      throw Problem(place, "`+` continues the call above it, and there is none under this title")
    }
    let rest = Place(line: place.line, column: place.column + 1)
    lines.append(try Self.line(String(text.dropFirst()), at: rest, way: titles.count - 1))
    lines[lines.count - 1].isContinued = true
  }

  private static func line(_ text: String, at place: Place, way: Int) throws(Problem) -> Line {
    let (parts, note) = try parts(of: text, at: place)
    guard !parts[0].isQuoted, parts[0].text.contains(".") else {
      throw Problem(parts[0].place, "a line begins with a call of an object: write `Type.method`, as in a chain")
    }
    guard parts.count <= 2 else {
      throw Problem(place, "too many arrows: a line is `Type.method`, or `Type.method → Target`")
    }
    let parser = ChainParser(ClaimBody(opening: place, lines: [(parts[0].text + note, parts[0].place)]))
    if let problem = parser.problems.first { throw problem }
    guard let claim = parser.lines.first?.claim else { throw Problem(place, "a journey has no gaps") }
    if let problem = claim.countWithoutRow { throw problem }
    return Line(claim: claim, way: way, target: parts.count > 1 ? parts[1] : nil)
  }

  /// The parts between the arrows, and the note with its `|`.
  private static func parts(of text: String, at place: Place) throws(Problem) -> ([Name], note: String) {
    var scanner = LineScanner(text, at: place)
    var parts: [Name] = []
    scanner.skipSpaces()
    var (start, current) = (scanner.place, "")
    var isQuoted = false
    func part() -> Name { Name(text: current.trimmingSpaces(), isQuoted: isQuoted, place: start) }
    while let next = scanner.next, next != "|" {
      if next == "\"" {
        let value = try scanner.quoted()
        isQuoted = current.trimmingSpaces().isEmpty
        current += isQuoted ? value.content : value.text
      } else if scanner.take("→") {
        parts.append(part())
        scanner.skipSpaces()
        (start, current, isQuoted) = (scanner.place, "", false)
      } else {
        current += scanner.takeWhile { $0 == next }
      }
    }
    parts.append(part())
    if let empty = parts.first(where: { $0.text.isEmpty }) {
      throw Problem(empty.place, "an arrow stands between a step and an object")
    }
    return (parts, scanner.isAtEnd ? "" : " \(scanner.rest)")
  }
}
