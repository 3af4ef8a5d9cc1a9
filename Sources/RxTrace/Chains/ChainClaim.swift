/// A line of a chain.
package struct ChainLine: Equatable {
  package enum Content: Equatable {
    /// Any number of steps, or none.
    case gap
    case step(StepClaim)
  }

  package var content: Content
  /// The position of the first character.
  package var place: Place
}

/// The claim of one line of a chain about one step, or about several equal ones.
package struct StepClaim: Equatable {
  package var pattern: StepPattern
  /// The level of indentation; two spaces are one level.
  package var level: Int
  package var value: StepValue?
  package var count = 1
  package var thread: ClaimedThread?
  /// The author's note, as Markdown.
  package var note: String?
  package var place: Place
  package var valuePlace: Place?
  package var countPlace: Place?
  package var threadPlace: Place?
  package var notePlace: Place?
  /// The line without its indentation and its note.
  package var text: String

  /// The problem of a count where a line stands alone, so that it cannot claim a row of steps; nil without a count.
  package var countWithoutRow: Problem? {
    countPlace.map { Problem($0, "`×` counts the steps of a chain's line; leave it out here") }
  }
}

/// Reads the body of a chain.
///
///     Producer.subscribe                    | a note, in Markdown
///       AnonymousObservable.run
///       …
///         AnonymousObserver.onCore(next:) 10 @main
///           output "10" ×2
package struct ChainParser {
  package private(set) var lines: [ChainLine] = []
  package private(set) var problems: [Problem] = []

  package init(_ body: ClaimBody) {
    for (text, place) in body.lines where !text.trimmingSpaces().isEmpty {
      do {
        lines.append(try Self.line(text, at: place))
      } catch {
        problems.append(error)
      }
    }
    if lines.isEmpty && problems.isEmpty { problems.append(Problem(body.opening, "the chain has no lines")) }
  }

  /// The value in a line whose symbol no recording has; nil if the line has no value, or if its symbol is known.
  package static func value(besideUnknownSymbol line: String) -> StepValue? {
    var scanner = LineScanner(line, at: Place(line: 1, column: 1))
    scanner.skipSpaces()
    guard StepPattern(scanner.word()) == nil else { return nil }
    scanner.skipSpaces()
    guard let next = scanner.next, !"|×@".contains(next) else { return nil }
    return try? value(&scanner)
  }

  private static func line(_ text: String, at start: Place) throws(Problem) -> ChainLine {
    var scanner = LineScanner(text, at: start)
    let indentation = scanner.takeWhile { $0 == " " }
    let place = scanner.place
    let trimmed = text.trimmingSpaces()
    if trimmed == "…" || trimmed == "..." { return ChainLine(content: .gap, place: place) }
    guard scanner.next != "\t" else { throw Problem(place, "chains are indented with spaces, two a level") }
    guard indentation.count.isMultiple(of: 2) else {
      throw Problem(place, "indented by \(indentation.count) spaces; two spaces are one level")
    }
    let claim = try claim(&scanner, level: indentation.count / 2, place: place)
    return ChainLine(content: .step(claim), place: place)
  }

  private static func claim(_ scanner: inout LineScanner, level: Int, place: Place) throws(Problem) -> StepClaim {
    let whole = scanner.rest
    let symbol = scanner.word()
    let pattern = try pattern(symbol, at: place)
    var claim = StepClaim(pattern: pattern, level: level, place: place, text: symbol)
    scanner.skipSpaces()
    while let next = scanner.next, next != "|" {
      try part(&scanner, beginningWith: next, of: &claim)
      claim.text = String(whole.prefix(scanner.place.column - place.column))
      scanner.skipSpaces()
    }
    if scanner.take("|") {
      scanner.skipSpaces()
      claim.notePlace = scanner.place
      let note = scanner.rest.trimmingSpaces()
      claim.note = note.isEmpty ? nil : note
    }
    if claim.pattern.kind == .output && claim.value == nil {
      throw Problem(place, "`output` is followed by what was printed, in quotes")
    }
    return claim
  }

  private static func part(
    _ scanner: inout LineScanner, beginningWith character: Character, of claim: inout StepClaim
  ) throws(Problem) {
    let place = scanner.place
    switch character {
    case "×":
      _ = scanner.take("×")
      guard let count = Int(scanner.word()), count > 0 else { throw Problem(place, "`×` is followed by a number") }
      (claim.count, claim.countPlace) = (count, place)
    case "@":
      _ = scanner.take("@")
      (claim.thread, claim.threadPlace) = (try ClaimedThread(&scanner), place)
    default:
      guard claim.value == nil else { throw Problem(place, "unexpected `\(scanner.word())`; a note follows a `|`") }
      claim.value = try value(&scanner)
      claim.valuePlace = place
    }
  }

  private static func value(_ scanner: inout LineScanner) throws(Problem) -> StepValue {
    if scanner.next == "\"" { return try scanner.quoted() }
    let word = scanner.word()
    return StepValue(text: word, content: word)
  }

  private static func pattern(_ symbol: String, at place: Place) throws(Problem) -> StepPattern {
    guard let pattern = StepPattern(symbol) else {
      throw Problem(place, StepPattern.unknown(symbol))
    }
    guard pattern.type != nil || pattern.kind == .output else {
      throw Problem(place, "`\(symbol)` names no type: write `Type.\(symbol)`")
    }
    return pattern
  }
}

extension StepPattern {
  /// The message for a symbol that is neither a kind of call nor a function.
  /// - Parameters:
  ///   - functions: the functions of the run that the author may have meant.
  ///   - members: those of the symbol's type.
  package static func unknown(_ symbol: String, functions: [String] = [], members: [String] = []) -> String {
    if let word = symbol.split(separator: " ").first, word.count < symbol.count, StepPattern(String(word)) != nil {
      return "a step is named without a value or a thread here: write `\(word)`"
    }
    let parts = SymbolParts(symbol)
    if let type = parts.type?.prefix(while: { $0 != "#" }), type.count < parts.type!.count,
      StepPattern("\(type).\(parts.member)")?.kind == nil
    {
      return "only a recorded object has a number, and not a function: write `\(type).\(parts.member)`"
    }
    let ofType = Nearest.similarName(to: parts.member, among: kinds.keys.sorted() + members)
      .map { "\(parts.type.map { $0 + "." } ?? "")\($0)" }
    guard let nearest = nearestFunction(to: symbol, among: functions) ?? ofType else {
      return "`\(symbol)` is not a step of a recording; `headwater trace --format chain` prints the names"
    }
    return "no such symbol `\(symbol)`; nearest: `\(nearest)`"
  }

  /// The function that the author most likely meant: one that other types declare, one with other labels, or one with a
  /// similar name.
  private static func nearestFunction(to symbol: String, among functions: [String]) -> String? {
    let parts = SymbolParts(symbol)
    let named = functions.filter { SymbolParts($0).baseName == parts.baseName }
    let meant = named.compactMap { function in
      parts.means(SymbolParts(function)) ? SymbolParts(function).type.map { "\($0).\(parts.member)" } : nil
    }
    return Nearest.name(to: symbol, among: meant) ?? Nearest.name(to: symbol, among: named)
      ?? Nearest.similarName(to: symbol, among: functions)
  }
}

/// The lines of a block of claims, with their places in the file that holds it.
package struct ClaimBody {
  /// The place at which the block begins.
  package var opening: Place
  package var lines: [(text: String, place: Place)]

  package init(opening: Place, lines: [(text: String, place: Place)]) {
    self.opening = opening
    self.lines = lines
  }
}
