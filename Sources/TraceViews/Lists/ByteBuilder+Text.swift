import RxTrace

extension ByteBuilder {
  /// Appends text escaped for the inside of a JSON string. Invalid UTF-8 becomes U+FFFD.
  func append(json bytes: UnsafeRawBufferPointer) {
    guard bytes.isASCII else { return append(json: String(decoding: bytes, as: UTF8.self)) }
    appendEscaping(bytes)
  }

  func append(json text: String) {
    var text = text
    text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      guard bytes.isASCII else { return TextEscaping.json.escape(bytes) { append($0) } }
      appendEscaping(bytes)
    }
  }

  /// Appends escaped ASCII byte by byte, which is several times as fast.
  private func appendEscaping(_ bytes: UnsafeRawBufferPointer) {
    var runStart = 0
    for index in 0..<bytes.count where bytes[index].needsJSONEscape {
      append(UnsafeRawBufferPointer(rebasing: bytes[runStart..<index]))
      appendJSONEscape(bytes[index])
      runStart = index + 1
    }
    append(UnsafeRawBufferPointer(rebasing: bytes[runStart...]))
  }

  private func appendJSONEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case UInt8(ascii: "\n"): append("\\n")
    case UInt8(ascii: "\r"): append("\\r")
    case UInt8(ascii: "\t"): append("\\t")
    default:
      append("\\u00")
      append(Self.hexDigit(byte >> 4))
      append(Self.hexDigit(byte & 15))
    }
  }

  private static func hexDigit(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }

  /// Appends a value's text, as ``TracedValue/text`` has it, through `escape`.
  @inline(__always)
  func append(_ value: StreamedValue, escape: (UnsafeRawBufferPointer, ByteBuilder) -> Void) {
    switch value {
    case .integer(let number): append(decimal: number)
    case .unsignedInteger(let number): append(decimal: number)
    case .bool(let flag): append(flag ? "true" : "false")
    case .void: append("()")
    case .text(let bytes, _, _): escape(bytes, self)
    case .none: break
    case .string(let bytes, _) where bytes.isPlainLiteral:
      escape(Self.quote, self)
      escape(bytes, self)
      escape(Self.quote, self)
    case .string, .double:
      var text = value.traced!.text
      text.withUTF8 { escape(UnsafeRawBufferPointer($0), self) }
    }
  }

  private static var quote: UnsafeRawBufferPointer {
    let text: StaticString = "\""
    return UnsafeRawBufferPointer(start: text.utf8Start, count: 1)
  }

  /// Appends nanoseconds as microseconds.
  @inline(__always)
  func append(microseconds time: UInt64) {
    append(decimal: time / 1000)
    let rest = time % 1000
    guard rest > 0 else { return }
    append(UInt8(ascii: "."))
    if rest < 100 { append(UInt8(ascii: "0")) }
    if rest < 10 { append(UInt8(ascii: "0")) }
    append(decimal: rest)
  }
}

extension UInt8 {
  @inline(__always)
  fileprivate var needsJSONEscape: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") || self == 0x7F
  }
}

extension UnsafeRawBufferPointer {
  /// Whether every byte is below 128.
  var isASCII: Bool {
    var all: UInt64 = 0
    var index = 0
    while index + 8 <= count {
      all |= loadUnaligned(fromByteOffset: index, as: UInt64.self)
      index += 8
    }
    while index < count {
      all |= UInt64(self[index])
      index += 1
    }
    return all & 0x8080_8080_8080_8080 == 0
  }

  /// Whether every byte is an ASCII character that stands for itself in Swift's own way to write a string literal.
  var isPlainLiteral: Bool {
    allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): false
      default: (0x20..<0x7F).contains(byte)
      }
    }
  }
}
