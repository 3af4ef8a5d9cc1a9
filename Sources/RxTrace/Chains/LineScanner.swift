/// Reads a line of a claim from left to right, and knows its place in the file at every point.
package struct LineScanner {
  private let characters: [Character]
  package private(set) var position = 0
  private let start: Place

  package init(_ text: String, at start: Place) {
    characters = Array(text)
    self.start = start
  }

  package var place: Place { Place(line: start.line, column: start.column + position) }
  package var isAtEnd: Bool { position >= characters.count }
  package var next: Character? { isAtEnd ? nil : characters[position] }
  package var rest: String { String(characters[min(position, characters.count)...]) }

  /// Skips all white space, which includes more than spaces and tabs: U+0085 and U+00A0, for example.
  package mutating func skipSpaces() {
    while let character = next, character.isWhitespace { position += 1 }
  }

  /// Consumes a text if it comes next.
  package mutating func take(_ text: String) -> Bool {
    guard characters[position...].starts(with: text) else { return false }
    position += text.count
    return true
  }

  package mutating func takeWhile(_ condition: (Character) -> Bool) -> String {
    let start = position
    while let character = next, condition(character) { position += 1 }
    return String(characters[start..<position])
  }

  /// The text up to the next space outside parentheses.
  package mutating func word() -> String {
    var depth = 0
    return takeWhile { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth > 0 || !character.isWhitespace
    }
  }

  /// A text in double quotes, with the escapes of Swift.
  package mutating func quoted() throws(Problem) -> StepValue {
    let opening = place
    let start = position
    position += 1
    var content = ""
    while let character = next, character != "\"" {
      position += 1
      content.append(character == "\\" ? try escape() : character)
    }
    guard take("\"") else { throw Problem(opening, "no `\"` ends this text") }
    return StepValue(text: String(characters[start..<position]), content: content)
  }

  private mutating func escape() throws(Problem) -> Character {
    let place = place
    guard let character = next else { throw Problem(place, "nothing follows the backslash") }
    position += 1
    switch character {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "0": return "\0"
    case "u": return try unicodeEscape(place)
    case "\"", "\\", "'": return character
    default: throw Problem(place, "unknown escape `\\\(character)`")
    }
  }

  private mutating func unicodeEscape(_ place: Place) throws(Problem) -> Character {
    guard take("{") else { throw Problem(place, "`\\u` is followed by `{…}`") }
    let digits = takeWhile { $0.isHexDigit }
    guard take("}"), let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
      throw Problem(place, "no such character: \\u{\(digits)}")
    }
    return Character(scalar)
  }
}

extension StringProtocol {
  /// The text without the spaces and tabs at either end.
  package func trimmingSpaces() -> String {
    let start = drop { $0 == " " || $0 == "\t" }
    guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return String(start[...last])
  }
}
