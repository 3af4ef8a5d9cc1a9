/// Prints a recorded value as `String(describing:)` would have printed it in the program.
///
/// A value whose bytes end too early, or that holds more than was stored, is printed as far as it goes.
struct ValueText {
  private var bytes: UnsafeRawBufferPointer
  private let out: ByteBuilder
  /// Whether something of the value is missing.
  private(set) var isCut = false
  /// Whether the bytes have ended before the value.
  private var isOver = false { didSet { isCut = isCut || isOver } }

  /// The most bytes of text, because a crafted file can hold a value without end.
  private static let longest = 1 << 16

  /// - Parameters:
  ///   - bytes: the bytes of the value, without the number of its layout.
  ///   - out: the builder to which the text is appended.
  init(_ bytes: UnsafeRawBufferPointer, to out: ByteBuilder) { (self.bytes, self.out) = (bytes, out) }

  mutating func append(_ layout: ValueLayout) {
    guard !isOver else { return }
    switch layout.kind {
    case .int8: appendInteger(Int8.self)
    case .int16: appendInteger(Int16.self)
    case .int32: appendInteger(Int32.self)
    case .int64: appendInteger(Int64.self)
    case .uint8: appendInteger(UInt8.self)
    case .uint16: appendInteger(UInt16.self)
    case .uint32: appendInteger(UInt32.self)
    case .uint64: appendInteger(UInt64.self)
    case .float: if let bits = number(UInt32.self) { out.append(string: Float(bitPattern: bits).description) }
    case .double: if let bits = number(UInt64.self) { out.append(string: Double(bitPattern: bits).description) }
    case .bool: if let flag = number(UInt8.self) { out.append(string: flag == 0 ? "false" : "true") }
    case .string: if let text = text() { out.append(string: text.debugDescription) }
    case .text: if let text = text() { out.append(string: text) }
    case .structure, .tuple: appendFields(layout)
    case .enumeration: appendCase(layout)
    case .enumerationCase: break
    case .optional: appendOptional(layout)
    case .array, .set, .dictionary: appendElements(layout)
    }
    if out.count > Self.longest { isOver = true }
  }

  // MARK: Bytes

  private mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
    guard bytes.count >= count else {
      isOver = true
      return nil
    }
    defer { bytes = UnsafeRawBufferPointer(rebasing: bytes[count...]) }
    return UnsafeRawBufferPointer(rebasing: bytes[..<count])
  }

  private mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    take(MemoryLayout<Number>.size).map { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
  }

  /// A text as far as it was stored.
  private mutating func text() -> String? {
    guard let all = number(UInt32.self), let stored = number(UInt32.self), let text = take(Int(stored)) else {
      return nil
    }
    guard stored < all else { return String(decoding: text, as: UTF8.self) }
    isCut = true
    return String(decoding: text, as: UTF8.self) + "…"
  }

  // MARK: Parts

  private mutating func appendInteger<Number: FixedWidthInteger>(_ type: Number.Type) {
    if let number = number(type) { out.append(decimal: number) }
  }

  private mutating func appendFields(_ layout: ValueLayout) {
    out.append(string: layout.name)
    out.append("(")
    for (index, part) in layout.parts.enumerated() where !isOver {
      if index > 0 { out.append(", ") }
      if !part.label.isEmpty { out.append(string: part.label + ": ") }
      append(part)
    }
    if !isOver { out.append(")") }
  }

  private mutating func appendCase(_ layout: ValueLayout) {
    guard let number = number(UInt16.self) else { return }
    guard layout.parts.indices.contains(Int(number)) else {
      isOver = true
      return
    }
    let found = layout.parts[Int(number)]
    out.append(string: layout.name.isEmpty ? found.name : "\(layout.name).\(found.name)")
    guard let payload = found.parts.first else { return }
    // The parentheses of a tuple's values are written with the tuple.
    if payload.kind == .tuple { return append(payload) }
    out.append("(")
    append(payload)
    if !isOver { out.append(")") }
  }

  private mutating func appendOptional(_ layout: ValueLayout) {
    guard let number = number(UInt16.self) else { return }
    guard number == 0 else { return out.append("nil") }
    out.append("Optional(")
    append(layout.parts[0].parts[0])
    if !isOver { out.append(")") }
  }

  private mutating func appendElements(_ layout: ValueLayout) {
    guard let all = number(UInt32.self), let stored = number(UInt32.self) else { return }
    out.append(string: layout.name)
    out.append("[")
    if all == 0 && layout.kind == .dictionary { out.append(":") }
    var index: UInt32 = 0
    while index < stored, !isOver {
      if index > 0 { out.append(", ") }
      appendElement(layout)
      index += 1
    }
    guard !isOver else { return }
    if stored < all {
      out.append(string: ", and \(all - stored) more")
      isCut = true
    }
    out.append("]")
  }

  private mutating func appendElement(_ layout: ValueLayout) {
    guard layout.kind == .dictionary else { return append(layout.parts[0]) }
    append(layout.parts[0].parts[0])
    if !isOver { out.append(": ") }
    append(layout.parts[0].parts[1])
  }
}
