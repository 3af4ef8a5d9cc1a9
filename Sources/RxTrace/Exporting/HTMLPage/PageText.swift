/// The text for use in HTML, in elements and in quoted attributes, with what cannot be seen made visible.
///
///     print(escapedHTML("<b>\u{0}"))
///     // Prints: &lt;b&gt;\0
func escapedHTML(_ text: some StringProtocol) -> String {
  TextEscaping.html.escape(String(text))
}

/// The text as a JSON string that may stand in a script element: it ends no element, begins no comment, and holds
/// nothing that could rearrange a line of the file for whoever looks at it.
///
///     print(jsonString("</script>"))
///     // Prints: "\u003C/script>"
func jsonString(_ text: String) -> String {
  "\"" + TextEscaping.json.escape(text) + "\""
}

/// Puts other text in place of some scalars.
///
/// Works on bytes, because values can have millions, and on scalars rather than characters: a combining mark after a
/// quotation mark makes one character of both, which would escape notice.
private struct TextEscaping: Sendable {
  /// For each byte whether a scalar that is replaced may begin with it.
  private var isSuspect = [Bool](repeating: false, count: 256)
  private let replacement: @Sendable (Unicode.Scalar) -> String?

  init(of specials: String, replacement: @escaping @Sendable (Unicode.Scalar) -> String?) {
    self.replacement = replacement
    for byte in specials.utf8 { isSuspect[Int(byte)] = true }
    for scalar in unseenScalars.joined() { isSuspect[Int(String(Unicode.Scalar(scalar)!).utf8.first!)] = true }
  }

  static let html = TextEscaping(of: "&<>\"'") { scalar in
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    case "\n", "\t": nil
    default: isUnseen(scalar) ? scalar.escaped(asASCII: true) : nil
    }
  }

  static let json = TextEscaping(of: "\"\\<") { scalar in
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    default: scalar == "<" || isUnseen(scalar) ? codeUnit(scalar) : nil
    }
  }

  func escape(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      var escaped: [UInt8] = []
      escaped.reserveCapacity(bytes.count)
      var place = 0
      while place < bytes.count {
        let start = place
        while place < bytes.count && !isSuspect[Int(bytes[place])] { place += 1 }
        escaped += bytes[start..<place]
        guard place < bytes.count else { break }
        let length = Self.length(bytes[place])
        let scalar = Self.scalar(bytes[place..<place + length])
        if let other = replacement(scalar) { escaped += other.utf8 } else { escaped += bytes[place..<place + length] }
        place += length
      }
      return String(decoding: escaped, as: UTF8.self)
    }
  }

  /// How many bytes a scalar has that begins with this one.
  private static func length(_ first: UInt8) -> Int {
    first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  }

  private static func scalar(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar {
    let first = UInt32(bytes[bytes.startIndex])
    let head = bytes.count == 1 ? first : first & (0x7F >> UInt32(bytes.count))
    return Unicode.Scalar(bytes.dropFirst().reduce(head) { $0 << 6 | UInt32($1 & 0x3F) }) ?? "\u{FFFD}"
  }
}

/// Control characters, line separators, and what turns the direction of the text that follows.
private let unseenScalars: [ClosedRange<UInt32>] = [
  0...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF...0xFEFF,
]

private func isUnseen(_ scalar: Unicode.Scalar) -> Bool { unseenScalars.contains { $0.contains(scalar.value) } }

/// A scalar of 16 bits as JSON writes it: `\u003C`.
private func codeUnit(_ scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16, uppercase: true)
  return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
}
