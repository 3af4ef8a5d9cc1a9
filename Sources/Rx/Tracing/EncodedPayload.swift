import CPlatform
import Foundation
import TraceFormat

/// A value in the form in which a record stores it: eight bytes, or text.
struct EncodedPayload {
  var type: PayloadType
  var word: UInt64 = 0
  /// The text of a string or a description; nil for other types.
  var text: String?

  static var none: EncodedPayload { EncodedPayload(type: .none) }

  static func reference(_ number: UInt32) -> EncodedPayload {
    EncodedPayload(type: .reference, word: UInt64(number))
  }

  /// The number of `object` in the current recording.
  static func reference(to object: EngineObject?) -> EncodedPayload {
    guard let object else { return .none }
    return Recorder.withCurrent { reference($0.objects.number(of: object)) } ?? .none
  }

  /// Recognizes common types by comparing metadata pointers, which is cheaper than a cast.
  @inline(__always)
  static func value<Value>(_ value: Value) -> EncodedPayload {
    if Value.self == Int.self {
      return EncodedPayload(type: .integer, word: UInt64(bitPattern: Int64(unsafeBitCast(value, to: Int.self))))
    }
    if Value.self == String.self { return EncodedPayload(type: .string, text: unsafeBitCast(value, to: String.self)) }
    if Value.self == Void.self { return EncodedPayload(type: .void) }
    return other(value)
  }

  @inline(never)
  private static func other<Value>(_ value: Value) -> EncodedPayload {
    switch value {
    case let flag as Bool: EncodedPayload(type: .bool, word: flag ? 1 : 0)
    case let number as Double: EncodedPayload(type: .double, word: number.bitPattern)
    case let number as Int: integer(number)
    case let number as Int64: integer(number)
    case let number as Int32: integer(number)
    case let number as Int16: integer(number)
    case let number as Int8: integer(number)
    case let number as UInt: unsignedInteger(number)
    case let number as UInt64: unsignedInteger(number)
    case let number as UInt32: unsignedInteger(number)
    case let number as UInt16: unsignedInteger(number)
    case let number as UInt8: unsignedInteger(number)
    default: description(of: value)
    }
  }

  // Casts to `any FixedWidthInteger` would be shorter, and slow for the first value of each type: see ``TypeKind``.

  private static func integer(_ number: some SignedInteger) -> EncodedPayload {
    EncodedPayload(type: .integer, word: UInt64(bitPattern: Int64(number)))
  }

  private static func unsignedInteger(_ number: some UnsignedInteger) -> EncodedPayload {
    EncodedPayload(type: .unsignedInteger, word: UInt64(number))
  }

  /// A description is the program's code: what it does with pipelines is not recorded. While one runs, the values of
  /// events that it sends are not described, because that could recurse forever.
  ///
  /// No lock is held here but those that the pipeline holds while it delivers: hooks describe a value before they enter
  /// the recorder.
  private static func description<Value>(of value: Value) -> EncodedPayload {
    let error = errno
    defer { errno = error }
    guard let callsDescriptions = Recorder.withCurrent(\.callsDescriptions) else { return .none }
    guard callsDescriptions else {
      return EncodedPayload(type: .description, text: ValueOutline.text(of: value))
    }
    #if DEBUG
      LockOrder.willDescribe()
    #endif
    let thread = hw_thread_state()!
    thread.pointee.recorder.suspended = true
    hw_set_known(thread, nil)
    defer { thread.pointee.recorder.suspended = false }
    return EncodedPayload(type: .description, text: withoutAddresses(String(describing: value)))
  }

  /// Removes the address from the runtime's name of a private type, `(unknown context at $7f1c2a0).Cell`, because it is
  /// different in each run.
  private static func withoutAddresses(_ description: String) -> String {
    let mark = "(unknown context at $"
    guard description.utf8.contains(0x24), let first = description.firstRange(of: mark) else { return description }
    var rest = description[first.upperBound...].drop(while: \.isHexDigit)
    guard rest.hasPrefix(").") else { return description }
    rest = rest.dropFirst(2)
    return description[..<first.lowerBound] + withoutAddresses(String(rest))
  }
}
