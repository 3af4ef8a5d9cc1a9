import Foundation
import RxTrace

/// A piece of HTML. Interpolated text is escaped, and interpolated HTML is not, so that content cannot become markup by
/// mistake.
///
/// A piece is kept as UTF-8, because a page is put together from thousands of pieces.
///
///     let name = "<script>"
///     print(("<b>\(name)</b>" as HTML).source)
///     // Prints: <b>&lt;script&gt;</b>
struct HTML: ExpressibleByStringInterpolation, Equatable, Sendable {
  private(set) var bytes: [UInt8]

  init(stringLiteral source: String) { bytes = Array(source.utf8) }
  init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }
  /// Wraps bytes that are already HTML.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Escapes text.
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

  /// Appends text, escaped.
  mutating func append(text: some StringProtocol) { bytes.appendEscaped(text) }

  /// Appends text in UTF-8, escaped.
  mutating func append(text: UnsafeBufferPointer<UInt8>) { bytes.appendEscaped(text) }

  mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  /// The HTML with an attribute added to its first element. HTML that begins with text stays as it is.
  func adding(attribute: HTML) -> HTML {
    let end = bytes.firstIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ">") }
    guard bytes.first == UInt8(ascii: "<"), let end else { return self }
    return HTML(bytes: bytes[..<end] + [UInt8(ascii: " ")] + attribute.bytes + bytes[end...])
  }

  /// The HTML without any occurrence of a piece, and whether there was one.
  func removing(_ piece: HTML) -> (rest: HTML, wasFound: Bool) {
    var rest: [UInt8] = []
    rest.reserveCapacity(bytes.count)
    var left = bytes[...]
    while let start = left.position(of: piece.bytes) {
      rest += left[..<start]
      left = left[(start + piece.bytes.count)...]
    }
    return (HTML(bytes: rest + left), rest.count + left.count < bytes.count)
  }
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

extension ArraySlice<UInt8> {
  /// The first place at which some bytes occur. The C library looks for them, because a debug build of Swift code is slow.
  func position(of pattern: [UInt8]) -> Int? {
    withUnsafeBytes { bytes in
      guard pattern.count <= bytes.count, let start = bytes.baseAddress else { return nil }
      let end = start + bytes.count - pattern.count + 1
      var next = start
      while next < end, let found = memchr(next, Int32(pattern[0]), end - next) {
        if memcmp(found, pattern, pattern.count) == 0 { return startIndex + (UnsafeRawPointer(found) - start) }
        next = UnsafeRawPointer(found) + 1
      }
      return nil
    }
  }
}

extension [UInt8] {
  fileprivate mutating func appendEscaped(_ text: some StringProtocol) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { appendEscaped($0) }
    if isDone == nil { Array(text.utf8).withUnsafeBufferPointer { appendEscaped($0) } }
  }

  fileprivate mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    TextEscaping.html.escape(UnsafeRawBufferPointer(text)) { append(contentsOf: $0) }
  }
}
