/// Escapes text from elsewhere for a notation: the notation's own signs, and the characters that ``HiddenScalars`` names,
/// because those could make the text look like something else.
///
///     TextEscaping.html.escape("<b>\u{0}")     // &lt;b&gt;\0
///     TextEscaping.script.escape("</script>")  // \u003C/script>
///
/// This is the only table of escapes for HTML, XML, JSON, scripts and plain text. It works on bytes, because values can
/// have millions of them. It compares scalars, not characters, because a quotation mark and a combining mark form one
/// character.
package struct TextEscaping: Sendable {
  /// Whether a scalar that is replaced may begin with each byte.
  private var isSuspect = [Bool](repeating: false, count: 256)
  private let replacement: @Sendable (Unicode.Scalar) -> String?

  /// - Parameters:
  ///   - signs: ASCII characters that `replacement` may replace besides the hidden ones.
  ///   - replacement: gives the escape of a scalar; nil for a scalar that stays as it is.
  private init(_ signs: String = "", replacement: @escaping @Sendable (Unicode.Scalar) -> String?) {
    self.replacement = replacement
    for byte in signs.utf8 { isSuspect[Int(byte)] = true }
    for range in HiddenScalars.ranges where range.upperBound < 0x80 {
      for byte in range { isSuspect[Int(byte)] = true }
    }
    for range in HiddenScalars.ranges {
      for end in [range.lowerBound, range.upperBound] { isSuspect[Int(Self.firstByte(of: end))] = true }
    }
  }

  private static func firstByte(of scalar: UInt32) -> UInt8 { String(Unicode.Scalar(scalar)!).utf8.first! }

  // MARK: Notations

  /// The escapes for plain text: hidden characters become what Swift writes between quotes, `\n` and `\u{202E}`.
  package static let shown = TextEscaping { HiddenScalars.contains($0) ? $0.escaped(asASCII: true) : nil }

  /// The escapes for elements and quoted attributes of HTML. Line breaks and tabs stay.
  package static let html = TextEscaping("&<>\"'") { scalar in
    scalar == "\n" || scalar == "\t" ? nil : markup(scalar)
  }

  /// The escapes for elements and quoted attributes of XML, such as SVG, on one line: also line breaks and tabs.
  package static let xml = TextEscaping("&<>\"'") { markup($0) }

  private static func markup(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    default: HiddenScalars.contains(scalar) ? scalar.escaped(asASCII: true) : nil
    }
  }

  /// The escapes for the inside of a JSON string, between its quotes.
  package static let json = TextEscaping("\"\\") { jsonEscape($0) }

  /// The escapes for a JSON string in a script element, where the text cannot end the element or begin a comment.
  package static let script = TextEscaping("\"\\<") { $0 == "<" ? "\\u003C" : jsonEscape($0) }

  /// The escapes for a whole JSON document. Its own signs stay, because hidden characters occur only in its strings.
  package static let wholeJSON = TextEscaping { $0 != "\n" && HiddenScalars.contains($0) ? codeUnits($0) : nil }

  private static func jsonEscape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: HiddenScalars.contains(scalar) ? codeUnits(scalar) : nil
    }
  }

  /// A scalar as JSON escapes it: `\u001b`, or a surrogate pair beyond sixteen bits.
  private static func codeUnits(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  // MARK: Escaping

  package func escape(_ text: some StringProtocol) -> String {
    var text = String(text)
    return text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      guard bytes.contains(where: { isSuspect[Int($0)] }) else { return String(decoding: bytes, as: UTF8.self) }
      var escaped: [UInt8] = []
      escaped.reserveCapacity(bytes.count + 16)
      escape(bytes) { escaped += $0 }
      return String(decoding: escaped, as: UTF8.self)
    }
  }

  /// Gives the pieces of the escaped text to `write`.
  /// - Parameter bytes: UTF-8. Invalid bytes are given to `write` as they are, or as the escape of some scalar.
  package func escape(_ bytes: UnsafeRawBufferPointer, _ write: (UnsafeRawBufferPointer) -> Void) {
    var (start, place) = (0, 0)
    while place < bytes.count {
      guard isSuspect[Int(bytes[place])] else {
        place += 1
        continue
      }
      let scalar = Self.scalar(bytes, at: place)
      let end = min(place + Self.length(bytes[place]), bytes.count)
      if let other = replacement(scalar), !isSeenJoiner(scalar, bytes, place, end) {
        write(UnsafeRawBufferPointer(rebasing: bytes[start..<place]))
        var other = other
        other.withUTF8 { write(UnsafeRawBufferPointer($0)) }
        start = end
      }
      place = end
    }
    write(UnsafeRawBufferPointer(rebasing: bytes[start...]))
  }

  /// The text escaped, between double quotes.
  package func quote(_ text: some StringProtocol) -> String { "\"" + escape(text) + "\"" }

  private func isSeenJoiner(
    _ scalar: Unicode.Scalar, _ bytes: UnsafeRawBufferPointer, _ place: Int, _ end: Int
  ) -> Bool {
    guard scalar == "\u{200D}", place > 0, end < bytes.count else { return false }
    var before = place - 1
    while before > 0, bytes[before] & 0xC0 == 0x80 { before -= 1 }
    return HiddenScalars.isSeenJoiner(
      scalar, after: Self.scalar(bytes, at: before), before: Self.scalar(bytes, at: end))
  }

  /// The number of bytes of a scalar that begins with this byte.
  private static func length(_ first: UInt8) -> Int {
    first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  }

  private static func scalar(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Unicode.Scalar {
    let length = length(bytes[place])
    guard length > 1 else { return Unicode.Scalar(bytes[place]) }
    var value = UInt32(bytes[place]) & (0x7F >> UInt32(length))
    for byte in bytes[place + 1..<min(place + length, bytes.count)] { value = value << 6 | UInt32(byte & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}
