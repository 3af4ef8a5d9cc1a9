/// Reads a line of a claim from left to right, knowing at every point where that is in the file.
struct LineScanner {
  private let characters: [Character]
  private(set) var position = 0
  private let start: Place

  init(_ text: String, at start: Place) {
    characters = Array(text)
    self.start = start
  }

  var place: Place { Place(line: start.line, column: start.column + position) }
  var isAtEnd: Bool { position >= characters.count }
  var next: Character? { isAtEnd ? nil : characters[position] }
  var rest: String { String(characters[min(position, characters.count)...]) }

  mutating func skipSpaces() {
    while next == " " || next == "\t" { position += 1 }
  }

  /// Takes a text if it stands here.
  mutating func take(_ text: String) -> Bool {
    guard characters[position...].starts(with: text) else { return false }
    position += text.count
    return true
  }

  mutating func takeWhile(_ condition: (Character) -> Bool) -> String {
    let start = position
    while let character = next, condition(character) { position += 1 }
    return String(characters[start..<position])
  }

  /// Everything to the next space outside parentheses.
  mutating func word() -> String {
    var depth = 0
    return takeWhile { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth > 0 || !(character == " " || character == "\t")
    }
  }

  /// A text in double quotes, with the escapes of Swift.
  mutating func quoted() throws(Problem) -> StepValue {
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
