import CPlatform
import Synchronization
import TraceFormat

/// The way in which values of a type are recorded, found once for each type.
final class ValueCoder: HashedEntry {
  let hash: UInt64
  private let type: Any.Type
  nonisolated(unsafe) private let way: Way
  /// The number of the shape.
  private let shapeNumber = DefinedNumber()

  private static let known = GrowingTable<ValueCoder>()

  private enum Way {
    case signed(bits: Int)
    case unsigned(bits: Int)
    case bool
    case double
    case string
    case parts(ValueShape)
    /// By the description that a value has as a whole. It is found from the value's memory.
    case described((UnsafeRawPointer) -> String)
    /// An object: by its description, and by its number.
    case object
  }

  private init<Value>(_ type: Value.Type) {
    self.type = type
    hash = Self.hash(of: type)
    way = Self.way(of: type)
  }

  private static func way<Value>(of type: Value.Type) -> Way {
    if type == Bool.self { return .bool }
    if type == Double.self { return .double }
    if type == String.self { return .string }
    if let integer = integers[ObjectIdentifier(type)] {
      return integer.isSigned ? .signed(bits: integer.bits) : .unsigned(bits: integer.bits)
    }
    if type is AnyClass { return .object }
    if let shape = ValueShape(of: type) { return .parts(shape) }
    return .described {
      ValueDescription.wholeText(of: $0.assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// A cast to `any FixedWidthInteger.Type` would be slow for the first value of each type: see ``TypeKind``.
  private static let integers: [ObjectIdentifier: (bits: Int, isSigned: Bool)] = {
    let types: [any FixedWidthInteger.Type] = [
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
      UInt64.self,
    ]
    return Dictionary(uniqueKeysWithValues: types.map { (ObjectIdentifier($0), ($0.bitWidth, $0.isSigned)) })
  }()

  private static func hash(of type: Any.Type) -> UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(type))) }

  /// The coder of a type. It is never released.
  @inline(__always)
  static func of<Value>(_ type: Value.Type) -> ValueCoder {
    let found = known.entry(hash(of: type)) { $0.type == type } ?? known.add(ValueCoder(type)) { $0.type == type }
    return found.takeUnretainedValue()
  }

  /// Whether a value is stored in its record's own slot.
  var isNumber: Bool {
    switch way {
    case .signed, .unsigned, .bool, .double: true
    default: false
    }
  }

  /// Identifies the coder among all.
  var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// - Parameter value: the memory of a value of the type.
  func encode(_ value: UnsafeRawPointer) -> EncodedPayload {
    // The values of events that a description sends are not recorded.
    guard !hw_thread_state()!.pointee.recorder.suspended else { return .none }
    switch way {
    case .described(let describe): return EncodedPayload(type: .description, text: describe(value))
    case .object:
      let object = value.load(as: Unmanaged<AnyObject>.self)
      let text = object._withUnsafeGuaranteedRef { ValueDescription.wholeText(ofObject: $0) }
      return EncodedPayload(type: .description, text: text, instance: object)
    case .string: return EncodedPayload(type: .string, text: value.load(as: String.self))
    case .parts(let shape): return encode(value, shape)
    case .bool: return EncodedPayload(type: .bool, word: value.load(as: Bool.self) ? 1 : 0)
    case .double: return EncodedPayload(type: .double, word: value.load(as: UInt64.self))
    case .signed(let bits):
      let word = (Int64(bitPattern: Self.word(value, bits)) << (64 - bits)) >> (64 - bits)
      return EncodedPayload(type: .integer, word: UInt64(bitPattern: word))
    case .unsigned(let bits): return EncodedPayload(type: .unsignedInteger, word: Self.word(value, bits))
    }
  }

  private func encode(_ value: UnsafeRawPointer, _ shape: ValueShape) -> EncodedPayload {
    guard let bytes = ValueBytes() else { return .none }
    // The place of the shape's number.
    bytes.append(number: UInt32(0))
    for part in shape.parts { part.store(value, in: bytes) }
    return EncodedPayload(type: .shaped, coder: Unmanaged.passUnretained(self))
  }

  private static func word(_ value: UnsafeRawPointer, _ bits: Int) -> UInt64 {
    var word: UInt64 = 0
    withUnsafeMutableBytes(of: &word) { $0.copyMemory(from: UnsafeRawBufferPointer(start: value, count: bits / 8)) }
    return UInt64(littleEndian: word)
  }

  /// The number of the shape, which is defined in the segment.
  @inline(__always)
  func number(in segment: Segment, _ recorder: Recorder) -> UInt32 {
    shapeNumber.number(definedIn: segment) ?? define(segment, recorder)
  }

  @inline(never)
  private func define(_ segment: Segment, _ recorder: Recorder) -> UInt32 {
    guard case .parts(let shape) = way else { return 0 }
    let number = shapeNumber.number(
      since: recorder.writer.file.firstEpoch, in: segment, isOutworn: { _ in false },
      make: { _ in recorder.shapes.next() })
    if recorder.writer.define(RecordHead(.defineShape, .none), object: number, shape.text, in: segment) {
      shapeNumber.define(number, in: segment)
    }
    return number
  }
}
