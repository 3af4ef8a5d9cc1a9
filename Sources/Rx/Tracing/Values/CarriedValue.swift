import CPlatform

import Foundation

/// The newest value that a call of the thread carries, so that it is stored once for all calls that hand it on.
///
/// Two values of one type are the same if their memory is, as long as the first is alive: then no other value can have taken
/// the place of what it refers to. It is alive until the call that carries it returns. So a record refers only to a record of
/// a call that encloses it.
extension UnsafeMutablePointer<hw_thread> {
  /// Whether an enclosing call carries a value of this type, and has a record.
  @inline(__always)
  func carries(_ type: Any.Type) -> Bool {
    pointee.recorder.value_type == Self.address(of: type) && pointee.recorder.value_sequence != 0
      && pointee.recorder.value_depth < pointee.recorder.depth
  }

  /// Whether the memory of the carried value is the same as that of another value of its type.
  ///
  /// One word (an object, an array) and two words (a string, an object of a protocol type) are compared without a call.
  @inline(__always)
  func carries<Value>(_ value: Value) -> Bool {
    let known = pointee.recorder.value_bits
    switch MemoryLayout<Value>.size {
    case 8: return unsafeBitCast(value, to: UInt64.self) == known.0
    case 16: return unsafeBitCast(value, to: (UInt64, UInt64).self) == (known.0, known.1)
    default:
      return withUnsafePointer(to: value) { value in
        withUnsafePointer(to: &pointee.recorder.value_bits) { memcmp($0, value, MemoryLayout<Value>.size) } == 0
      }
    }
  }

  @inline(__always)
  private static func address(of type: Any.Type) -> UnsafeRawPointer { unsafeBitCast(type, to: UnsafeRawPointer.self) }

  /// Keeps the memory of a value, whose record comes next.
  @inline(__always)
  func willCarry(_ type: Any.Type, _ coder: ValueCoder, _ value: UnsafeRawPointer, _ size: Int) {
    pointee.recorder.value_sequence = 0
    guard size <= MemoryLayout.size(ofValue: pointee.recorder.value_bits) else {
      pointee.recorder.value_type = nil
      return
    }
    pointee.recorder.value_type = Self.address(of: type)
    pointee.recorder.value_coder = coder.address
    withUnsafeMutableBytes(of: &pointee.recorder.value_bits) {
      $0.baseAddress!.copyMemory(from: value, byteCount: size)
    }
  }

  /// Whether a record may refer to one with the value of the enclosing call: only to one of its own segment.
  @inline(__always)
  func carries(_ sequence: UInt64, in segment: Segment) -> Bool {
    pointee.recorder.value_sequence == sequence && pointee.recorder.value_segment == segment.epoch
  }

  /// Notes the record of a call that is being made, at the thread's present depth.
  @inline(__always)
  func carry(_ sequence: UInt64, in segment: Segment) {
    pointee.recorder.value_sequence = sequence
    pointee.recorder.value_segment = segment.epoch
    pointee.recorder.value_depth = pointee.recorder.depth
  }

  /// The value of the enclosing call as a whole, from its memory; nothing if another recording has begun since.
  var carriedValue: EncodedPayload {
    guard pointee.recorder.value_type != nil, let coder = pointee.recorder.value_coder else { return .none }
    return withUnsafeBytes(of: pointee.recorder.value_bits) { memory in
      Unmanaged<ValueCoder>.fromOpaque(coder)._withUnsafeGuaranteedRef { $0.encode(memory.baseAddress!) }
    }
  }

  /// Forgets the value, because another recording begins.
  func forgetValue() { (pointee.recorder.value_type, pointee.recorder.value_sequence) = (nil, 0) }

  /// Forgets the value if its call has returned, because a call at the thread's present depth is about to be made.
  @inline(__always)
  func carriesNothing() {
    if _slowPath(pointee.recorder.value_type != nil), pointee.recorder.value_depth >= pointee.recorder.depth {
      pointee.recorder.value_type = nil
    }
  }
}
