/// Reads Swift source as words and brackets, and skips comments and the contents of string literals.
package struct SourceScanner {
  package enum Token: Equatable {
    case word(String)
    case open(Character)
    case close
    case other(Character)
  }

  private let text: [UInt8]
  package private(set) var offset: Int
  /// The places of the line comments that were passed over, without their line breaks.
  package private(set) var lineComments: [Range<Int>] = []
  /// The number of string literals around ``offset``, each in the code of the one around it.
  private var literals = 0

  package init(_ text: [UInt8], at offset: Int = 0) {
    (self.text, self.offset) = (text, offset)
  }

  /// - Returns: the next token; nil at the end of the text.
  package mutating func next() -> Token? {
    skipSpace()
    guard offset < text.count else { return nil }
    let byte = text[offset]
    if Self.isWord(byte) { return word() }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#"), let hashes = literalStart() {
      skipLiteral(hashes)
      return .other("\"")
    }
    offset += 1
    let character = Character(Unicode.Scalar(byte))
    if "([{".contains(character) { return .open(character) }
    return ")]}".contains(character) ? .close : .other(character)
  }

  /// Goes to the place after the bracket that closes the one read last.
  mutating func skipToClose() {
    var depth = 1
    while depth > 0, let token = next() {
      if case .open = token { depth += 1 }
      if token == .close { depth -= 1 }
    }
  }

  /// Skips `<Int>` of `create<Int>`; skips nothing if no such list follows.
  mutating func skipGenericArguments() {
    guard offset < text.count, text[offset] == UInt8(ascii: "<") else { return }
    var depth = 0
    while let token = next() {
      if token == .other("<") { depth += 1 }
      if token == .other(">") { depth -= 1 }
      if depth == 0 { return }
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private mutating func word() -> Token {
    let start = offset
    while offset < text.count, Self.isWord(text[offset]) { offset += 1 }
    return .word(String(decoding: text[start..<offset], as: UTF8.self))
  }

  private func starts(with word: StaticString) -> Bool {
    text[offset...].starts(with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  private mutating func skipSpace() {
    while offset < text.count {
      if starts(with: "//") {
        let end = text[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        lineComments.append(offset..<end)
        offset = end
      } else if starts(with: "/*") {
        skipComment()
      } else if text[offset] <= UInt8(ascii: " ") {
        offset += 1
      } else {
        return
      }
    }
  }

  /// Skips a comment, which may contain further ones.
  private mutating func skipComment() {
    var depth = 0
    while offset < text.count {
      let change = starts(with: "/*") ? 1 : starts(with: "*/") ? -1 : 0
      offset += change == 0 ? 1 : 2
      depth += change
      if depth == 0 { return }
    }
  }

  /// The number of `#` before the quotation mark of a literal that begins here; nil if none begins.
  private func literalStart() -> Int? {
    let hashes = text[offset...].prefix { $0 == UInt8(ascii: "#") }.count
    let quote = offset + hashes
    return quote < text.count && text[quote] == UInt8(ascii: "\"") ? hashes : nil
  }

  /// Skips a literal. The nesting is limited, because nested literals of a crafted recording could exhaust the stack.
  private mutating func skipLiteral(_ hashes: Int) {
    literals += 1
    defer { literals -= 1 }
    guard literals < 100 else {
      offset = text.count
      return
    }
    offset += hashes
    let quotes = starts(with: "\"\"\"") ? 3 : 1
    offset += quotes
    let hashSigns = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    let end = [UInt8](repeating: UInt8(ascii: "\""), count: quotes) + hashSigns
    let escape = [UInt8(ascii: "\\")] + hashSigns
    while offset < text.count {
      let rest = text[offset...]
      if rest.starts(with: end) {
        offset += end.count
        return
      }
      // The literal ends with the line, because a quotation mark in a regular expression does not begin a literal.
      if quotes == 1, text[offset] == UInt8(ascii: "\n") { return }
      if rest.starts(with: escape) { skipEscape(escape.count) } else { offset += 1 }
    }
  }

  /// Skips `\n`, or the code in `\(…)`.
  private mutating func skipEscape(_ length: Int) {
    offset += length + 1
    guard offset <= text.count, text[offset - 1] == UInt8(ascii: "(") else { return }
    skipToClose()
  }
}
