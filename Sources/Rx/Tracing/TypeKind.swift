/// The kind of a type, read from its metadata.
enum TypeKind {
  /// A protocol type such as `any P`, `AnyObject` or `Any`.
  case existential
  /// A constrained protocol type: `any P<Int>`.
  case otherExistential
  case other

  init(_ type: Any.Type) {
    switch Self.words(type).load(as: UInt.self) {
    case 0x303: self = .existential
    case 0x307: self = .otherExistential
    default: self = .other
    }
  }

  /// Whether only classes conform, so that a value begins with a reference. Call it only for an ``existential``.
  static func isClassBound(_ type: Any.Type) -> Bool {
    words(type).load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt32.self) & 0x8000_0000 == 0
  }

  private static func words(_ type: Any.Type) -> UnsafeRawPointer { unsafeBitCast(type, to: UnsafeRawPointer.self) }
}
