/// The kind of a type, read from its metadata.
///
/// A cast to a protocol such as `any OptionalType.Type` would tell as much. But for a type that does not conform, the
/// runtime looks through all conformances of the process, which takes some tenths of a millisecond for each type. That made
/// the first events of a recorded program late by several milliseconds.
///
/// The layout of metadata is documented for Apple's platforms only. So types whose kinds are known are read first: with a
/// runtime of another layout, each type is ``other``, and recordings have fewer links and values.
enum TypeKind {
  /// A protocol type such as `any P`, `AnyObject` or `Any`.
  case existential
  /// A constrained protocol type: `any P<Int>`.
  case otherExistential
  case optional(wrapped: Any.Type)
  case array(element: Any.Type)
  case structure
  case tuple
  case enumeration
  /// A type whose values a generic function cannot read: a metatype, which may take no room in a structure, or a type of
  /// the compiler's own.
  case unreadable
  case other

  init(_ type: Any.Type) {
    self = Self.isLayoutKnown ? Self.read(type) : .other
  }

  private static func read(_ type: Any.Type) -> TypeKind {
    switch words(type).load(as: UInt.self) {
    case 0x303: .existential
    case 0x307: .otherExistential
    case 0x202: .optional(wrapped: argument(of: type))
    case 0x200 where description(of: type) == description(of: [Any].self): .array(element: argument(of: type))
    case 0x200: .structure
    case 0x201: .enumeration
    case 0x301: .tuple
    case 0x300, 0x304: .unreadable
    default: .other
    }
  }

  /// Whether the runtime of this process has the layout that is read here. Tried once, at first use.
  static let isLayoutKnown: Bool = {
    guard case .existential = read(Any.self), case .existential = read(AnyObject.self),
      case .structure = read(Int.self), case .enumeration = read(Probe.self), case .tuple = read((Int, Int).self),
      case .optional(let wrapped) = read(Int?.self), case .array(let element) = read([Bool].self)
    else { return false }
    return wrapped == Int.self && element == Bool.self && isClassBound(AnyObject.self) && !isClassBound(Any.self)
  }()

  private enum Probe { case one, two }

  /// Whether only classes conform, so that a value begins with a reference. Call it only for an ``existential``.
  static func isClassBound(_ type: Any.Type) -> Bool {
    words(type).load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt32.self) & 0x8000_0000 == 0
  }

  /// The address of what all types with the same generic arguments left out have in common.
  private static func description(of type: Any.Type) -> UInt {
    words(type).load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt.self)
  }

  /// The generic argument of a structure or an enumeration that has one.
  private static func argument(of type: Any.Type) -> Any.Type {
    words(type).load(fromByteOffset: 2 * MemoryLayout<UInt>.size, as: Any.Type.self)
  }

  /// Whether the type is ``unreadable``.
  static func isUnreadable(_ type: Any.Type) -> Bool {
    if case .unreadable = TypeKind(type) { true } else { false }
  }

  private static func words(_ type: Any.Type) -> UnsafeRawPointer { unsafeBitCast(type, to: UnsafeRawPointer.self) }
}
