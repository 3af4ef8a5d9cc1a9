/// Writes text from elsewhere so that it shows what it is: what ``HiddenScalars`` names, and what a notation takes for its
/// own signs, stands there as escapes.
///
/// Works on bytes, because values can have millions, and on scalars rather than characters: a combining mark after a
/// quotation mark makes one character of both, which would escape notice.
struct TextEscaping: Sendable {
  /// For each byte whether a scalar that is replaced may begin with it.
  private var isSuspect = [Bool](repeating: false, count: 256)
  private let replacement: @Sendable (Unicode.Scalar) -> String?

  /// - Parameters:
  ///   - signs: ASCII characters that `replacement` may replace besides the hidden ones.
  ///   - replacement: gives what stands for a scalar; nil for one that stands for itself.
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

  /// In plain text, for people: as Swift writes it between quotes, `\n` and `\u{202E}`.
  static let shown = TextEscaping { HiddenScalars.contains($0) ? $0.escaped(asASCII: true) : nil }

  /// In elements and quoted attributes of HTML.
  static let html = TextEscaping("&<>\"'") { scalar in
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    case "\n", "\t": nil
    default: HiddenScalars.contains(scalar) ? scalar.escaped(asASCII: true) : nil
    }
  }

  /// Between the quotes of a JSON string.
  static let json = TextEscaping("\"\\") { jsonEscape($0) }

  /// The same in a script element: it ends no element and begins no comment.
  static let script = TextEscaping("\"\\<") { $0 == "<" ? "\\u003C" : jsonEscape($0) }

  /// In JSON that is whole already, whose own signs stay: there hidden characters occur in strings only.
  static let wholeJSON = TextEscaping { $0 != "\n" && HiddenScalars.contains($0) ? codeUnits($0) : nil }

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

  /// A scalar as JSON writes it: `\u001b`, two of them beyond sixteen bits.
  private static func codeUnits(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  // MARK: Escaping

  func escape(_ text: String) -> String {
    var text = text
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
  /// - Parameter bytes: UTF-8 without errors.
  func escape(_ bytes: UnsafeRawBufferPointer, _ write: (UnsafeRawBufferPointer) -> Void) {
    var (start, place) = (0, 0)
    while place < bytes.count {
      guard isSuspect[Int(bytes[place])] else {
        place += 1
        continue
      }
      let scalar = Self.scalar(bytes, at: place)
      let end = place + Self.length(bytes[place])
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

  private func isSeenJoiner(
    _ scalar: Unicode.Scalar, _ bytes: UnsafeRawBufferPointer, _ place: Int, _ end: Int
  ) -> Bool {
    guard scalar == "\u{200D}", place > 0, end < bytes.count else { return false }
    var before = place - 1
    while before > 0, bytes[before] & 0xC0 == 0x80 { before -= 1 }
    return HiddenScalars.isSeenJoiner(
      scalar, after: Self.scalar(bytes, at: before), before: Self.scalar(bytes, at: end))
  }

  /// How many bytes a scalar has that begins with this one.
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
  "\"" + TextEscaping.script.escape(text) + "\""
}
