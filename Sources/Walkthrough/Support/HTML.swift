/// A piece of HTML. Text that is interpolated into it is escaped, HTML is not: markup cannot come from content by mistake.
///
/// It is kept as UTF-8, because a page is put together from thousands of pieces.
///
///     let name = "<script>"
///     print(("<b>\(name)</b>" as HTML).source)
///     // Prints: <b>&lt;script&gt;</b>
struct HTML: ExpressibleByStringInterpolation, Equatable, Sendable {
  private(set) var bytes: [UInt8]

  init(stringLiteral source: String) { bytes = Array(source.utf8) }
  init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }
  /// What is HTML already.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Text, shown as it is.
  init(text: some StringProtocol) {
    bytes = []
    bytes.appendEscaped(text)
  }

  var source: String { String(decoding: bytes, as: UTF8.self) }

  struct StringInterpolation: StringInterpolationProtocol {
    var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }
    mutating func appendLiteral(_ literal: String) { bytes.append(contentsOf: literal.utf8) }
    mutating func appendInterpolation(_ text: some StringProtocol) { bytes.appendEscaped(text) }
    mutating func appendInterpolation(_ number: Int) { bytes.append(contentsOf: "\(number)".utf8) }
    mutating func appendInterpolation(_ html: HTML) { bytes.append(contentsOf: html.bytes) }
  }

  static func + (left: HTML, right: HTML) -> HTML { HTML(bytes: left.bytes + right.bytes) }

  static func += (left: inout HTML, right: HTML) { left.bytes.append(contentsOf: right.bytes) }

  /// Appends text, shown as it is.
  mutating func append(text: some StringProtocol) { bytes.appendEscaped(text) }

  /// Appends UTF-8 that is text.
  mutating func append(text: UnsafeBufferPointer<UInt8>) { bytes.appendEscaped(text) }

  mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }
}

extension Sequence where Element == HTML {
  func joined(separator: HTML = "") -> HTML {
    var joined: [UInt8] = []
    var isFirst = true
    for piece in self {
      if !isFirst { joined.append(contentsOf: separator.bytes) }
      joined.append(contentsOf: piece.bytes)
      isFirst = false
    }
    return HTML(bytes: joined)
  }
}

extension [UInt8] {
  fileprivate mutating func appendEscaped(_ text: some StringProtocol) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { appendEscaped($0) }
    if isDone == nil { Array(text.utf8).withUnsafeBufferPointer { appendEscaped($0) } }
  }

  /// Works on bytes: a combining mark after a quotation mark makes one character of both, which would escape notice.
  fileprivate mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var position = 0
    while position < text.count {
      guard let (replacement, length) = Self.replacement(text, position) else {
        position &+= 1
        continue
      }
      append(contentsOf: text[start..<position])
      append(contentsOf: replacement.utf8)
      position &+= length
      start = position
    }
    append(contentsOf: text[start..<position])
  }

  /// What stands for a byte, or for several that are one character; nil for what stands for itself.
  @inline(__always)
  private static func replacement(
    _ text: UnsafeBufferPointer<UInt8>, _ position: Int
  ) -> (text: String, length: Int)? {
    let byte = text[position]
    if byte > 0x3E { return byte < 0x7F ? nil : control(text, position) }
    switch byte {
    case UInt8(ascii: "&"): return ("&amp;", 1)
    case UInt8(ascii: "<"): return ("&lt;", 1)
    case UInt8(ascii: ">"): return ("&gt;", 1)
    case UInt8(ascii: "\""): return ("&quot;", 1)
    case UInt8(ascii: "'"): return ("&#39;", 1)
    case 0x09, 0x0A, 0x0D, 0x20...: return nil
    default: return ("\u{FFFD}", 1)
    }
  }

  /// Control characters past ASCII: U+007F to U+009F, which HTML does not allow, and those that turn around the direction
  /// of what follows them, so that code would read as what it is not (CVE-2021-42574).
  private static func control(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> (text: String, length: Int)? {
    if text[position] == 0x7F { return ("\u{FFFD}", 1) }
    guard text[position] == 0xC2 || text[position] == 0xE2, position + 1 < text.count else { return nil }
    let next = text[position + 1]
    if text[position] == 0xC2 { return next >= 0x80 && next < 0xA0 ? ("\u{FFFD}", 2) : nil }
    guard next == 0x80 || next == 0x81, position + 2 < text.count else { return nil }
    switch (next, text[position + 2]) {
    case (0x80, 0xAA...0xAE), (0x81, 0xA6...0xA9):
      let scalar = 0x2000 + UInt32(next & 0x3F) << 6 + UInt32(text[position + 2] & 0x3F)
      return ("\\u{\(String(scalar, radix: 16, uppercase: true))}", 3)
    default: return nil
    }
  }
}
