import CPlatform
import TraceFormat

/// A value in the form in which a record stores it: eight bytes, text, or the value's parts.
struct EncodedPayload {
  var type: PayloadType
  var word: UInt64 = 0
  /// The text of a string or a description; nil for other types.
  var text: String?
  /// The object that the description tells of; nil for other values. The caller keeps it alive.
  var instance: Unmanaged<AnyObject>?
  /// The coder of a value whose parts are in the ``ValueBytes`` of the thread.
  var coder: Unmanaged<ValueCoder>?

  /// Whether the payload may need more room than a slot has, or refers to one that does.
  @inline(__always)
  var isLong: Bool { text != nil || type.rawValue >= PayloadType.shaped.rawValue }

  static var none: EncodedPayload { EncodedPayload(type: .none) }

  static func reference(_ number: UInt32) -> EncodedPayload {
    EncodedPayload(type: .reference, word: UInt64(number))
  }

  /// The value that a call carries. If a call around it carries the same one, the payload refers to the record of that.
  ///
  /// Recognizes common types by comparing metadata pointers, which is cheaper than a cast.
  @inline(__always)
  static func value<Value>(_ value: Value) -> EncodedPayload {
    if Value.self == Int.self {
      return EncodedPayload(type: .integer, word: UInt64(bitPattern: Int64(unsafeBitCast(value, to: Int.self))))
    }
    if Value.self == Void.self { return EncodedPayload(type: .void) }
    if let earlier = record(carrying: value) { return EncodedPayload(type: .repeated, word: earlier) }
    return carried(value)
  }

  /// An error's own type is known at run time only.
  static func value(error: any Error) -> EncodedPayload {
    func open<Failure: Error>(_ error: Failure) -> EncodedPayload { value(error) }
    return _openExistential(error, do: open)
  }

  /// A value that no call carries, such as a time.
  static func whole<Value>(_ value: Value) -> EncodedPayload {
    let coder = ValueCoder.of(Value.self)
    return withUnsafePointer(to: value) { coder.encode(UnsafeRawPointer($0)) }
  }

  static func whole(error: any Error) -> EncodedPayload {
    func encode<Failure: Error>(_ error: Failure) -> EncodedPayload { whole(error) }
    return _openExistential(error, do: encode)
  }

  /// The record of an enclosing call that carries the value; nil if there is none.
  @inline(never)
  private static func record<Value>(carrying value: Value) -> UInt64? {
    let thread = hw_thread_state()!
    return thread.carries(Value.self) && thread.carries(value) ? thread.pointee.recorder.value_sequence : nil
  }

  @inline(never)
  private static func carried<Value>(_ value: Value) -> EncodedPayload {
    let thread = hw_thread_state()!
    // The values of events that a description sends are not recorded, and are not taken for the described value.
    guard !thread.pointee.recorder.suspended else { return .none }
    return withUnsafePointer(to: value) { value in
      let (memory, size) = (UnsafeRawPointer(value), MemoryLayout<Value>.size)
      if Value.self == (any Error).self { return Self.value(error: memory.load(as: (any Error).self)) }
      let coder = ValueCoder.of(Value.self)
      if !coder.isNumber { thread.willCarry(Value.self, coder, memory, size) }
      return coder.encode(memory)
    }
  }
}

extension EncodedPayload {
  /// Writes the record of a slot with this payload.
  /// - Parameter isCarried: whether the record is of a call, and calls within it may refer to it.
  /// - Returns: the sequence number; nil if the segment has no room for it.
  func write(
    _ slot: SlotContents, in recorder: Recorder, on thread: UnsafeMutablePointer<hw_thread>, _ segment: Segment,
    isCarried: Bool
  ) -> UInt64? {
    if type == .repeated {
      guard thread.carries(word, in: segment) else {
        let whole = thread.carriedValue
        return whole.write(slot, in: recorder, on: thread, segment, isCarried: isCarried)
      }
      return recorder.writer.write(slot.with(type, word), in: segment)
    }
    let sequence = write(slot.with(type, word), in: recorder, segment)
    if isCarried, let sequence { thread.carry(sequence, in: segment) }
    return sequence
  }

  private func write(_ slot: SlotContents, in recorder: Recorder, _ segment: Segment) -> UInt64? {
    if var text {
      let instance = instance.map { recorder.instances.number(of: $0.takeUnretainedValue()) } ?? 0
      return text.withUTF8 {
        recorder.writer.write(slot, UnsafeRawBufferPointer($0), instance: instance, in: segment)
      }
    }
    guard let coder else { return recorder.writer.write(slot, in: segment) }
    let shape = coder._withUnsafeGuaranteedRef { $0.number(in: segment, recorder) }
    guard let bytes = ValueBytes.current else { return recorder.writer.write(slot, in: segment) }
    return recorder.writer.write(slot, bytes.finished(shape: shape), isCut: bytes.isFull, in: segment)
  }
}
