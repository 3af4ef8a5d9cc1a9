/// Writes values one after another, as short as may be: a site's manifest is read and written at every build.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func put(_ text: String) {
    put(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func put(block: [UInt8]) {
    put(block.count)
    bytes.append(contentsOf: block)
  }

  /// Writes the fields of a value, which ``ByteReader/next()`` reads in the same order.
  mutating func put<each Field: ByteCodable>(_ fields: repeat each Field) { repeat (each fields).write(to: &self) }

  mutating func put(_ values: [some ByteCodable]) {
    put(values.count)
    for value in values { value.write(to: &self) }
  }
}

/// Reads the bytes of a ``ByteWriter``.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  struct Damaged: Error {}

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }

  mutating func int() throws(Damaged) -> Int {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.endIndex, shift < 64 {
      let byte = bytes[position]
      position += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(Int64(bitPattern: number)) }
      shift += 7
    }
    throw Damaged()
  }

  mutating func string() throws(Damaged) -> String { String(decoding: try block(), as: UTF8.self) }

  mutating func block() throws(Damaged) -> ArraySlice<UInt8> {
    let count = try int()
    guard count >= 0, count <= bytes.endIndex - position else { throw Damaged() }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  /// A value of the type that is asked for.
  mutating func next<Value: ByteCodable>() throws(Damaged) -> Value { try Value(from: &self) }

  mutating func values<Value: ByteCodable>(_ type: Value.Type = Value.self) throws(Damaged) -> [Value] {
    let count = try int()
    // Each value takes a byte at least: a count past that is damage, not a reason to reserve memory.
    guard count >= 0, count <= bytes.endIndex - position else { throw Damaged() }
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try Value(from: &self)) }
    return values
  }
}

/// A value as it was written, which is read when somebody asks for it.
struct Encoded<Value: ByteCodable>: Sendable {
  private let bytes: [UInt8]

  init(_ value: Value) {
    var writer = ByteWriter()
    writer.put(value)
    bytes = writer.bytes
  }

  var value: Value {
    var reader = ByteReader(bytes[...])
    guard let value = try? Value(from: &reader) else { preconditionFailure("what was packed can be unpacked") }
    return value
  }
}

extension Encoded: ByteCodable {
  init(from reader: inout ByteReader) throws(ByteReader.Damaged) { bytes = Array(try reader.block()) }

  func write(to writer: inout ByteWriter) { writer.put(block: bytes) }
}

/// A value that a site's manifest can hold.
protocol ByteCodable {
  init(from reader: inout ByteReader) throws(ByteReader.Damaged)
  func write(to writer: inout ByteWriter)
}

extension String: ByteCodable {
  init(from reader: inout ByteReader) throws(ByteReader.Damaged) { self = try reader.string() }
  func write(to writer: inout ByteWriter) { writer.put(self) }
}

extension Array: ByteCodable where Element: ByteCodable {
  init(from reader: inout ByteReader) throws(ByteReader.Damaged) { self = try reader.values() }
  func write(to writer: inout ByteWriter) { writer.put(self) }
}

extension Int: ByteCodable {
  init(from reader: inout ByteReader) throws(ByteReader.Damaged) { self = try reader.int() }
  func write(to writer: inout ByteWriter) { writer.put(self) }
}
