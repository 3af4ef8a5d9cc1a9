import CPlatform
import Foundation
import TraceFormat

/// The hooks call these methods during a recording.
extension Recorder {
  /// The result of ``enter(_:_:_:_:)`` for a call that was not recorded, so that its end changes nothing.
  static let unrecorded: UInt64 = .max

  /// Records the entry into a call.
  /// - Returns: the state of the thread to which ``leave(_:)`` returns, and the recording that the call belongs to.
  @inline(__always)
  static func enter(
    _ head: RecordHead, _ object: EngineObject, _ site: CallSite, _ payload: EncodedPayload
  ) -> UInt64 {
    let entered = withCurrent { recorder in
      if let text = payload.text { return recorder.enter(head.with(payload.type), object, site, text) }
      return recorder.enter(head.with(payload.type), object, site, payload.word)
    }
    return entered ?? unrecorded
  }

  @inline(never)
  private func enter(_ head: RecordHead, _ object: EngineObject, _ site: CallSite, _ word: UInt64) -> UInt64 {
    let thread = hw_thread_state()!
    threads.noteQueue(of: thread)
    let call = Self.call(on: thread)
    writer.write(SlotContents(head, thread, objects.number(of: object), number(of: site, on: thread), word))
    Self.deepen(thread, head)
    return call
  }

  @inline(never)
  private func enter(_ head: RecordHead, _ object: EngineObject, _ site: CallSite, _ text: String) -> UInt64 {
    let thread = hw_thread_state()!
    threads.noteQueue(of: thread)
    let call = Self.call(on: thread)
    writer.write(SlotContents(head, thread, objects.number(of: object), number(of: site, on: thread), 0), text)
    Self.deepen(thread, head)
    return call
  }

  /// The number of the line that makes a call, with the call stack if the program itself makes the call.
  @inline(__always)
  private func number(of site: CallSite, on thread: UnsafeMutablePointer<hw_thread>) -> UInt32 {
    let number = sites.number(of: site, writer)
    let isProgram = thread.pointee.recorder.depth == 0 || thread.pointee.recorder.runs_program
    return isProgram ? callers.number(ofCallFrom: number) : number
  }

  /// A forwardOn is its observer's `on` as well: one record stands for both calls.
  @inline(__always)
  private static func deepen(_ thread: UnsafeMutablePointer<hw_thread>, _ head: RecordHead) {
    let levels: UInt16 = head.kind == RecordKind.forwardOn.rawValue ? 2 : 1
    let depth = min(thread.pointee.recorder.depth &+ levels, .max - 2)
    thread.pointee.recorder.depth = depth
    thread.pointee.recorder.runs_program = runsProgram(head)
  }

  /// Whether the call runs code of the program, which then makes the calls that this one directly encloses.
  @inline(__always)
  private static func runsProgram(_ head: RecordHead) -> Bool {
    head.kind == RecordKind.closure.rawValue || head.kind == RecordKind.scheduledAction.rawValue
  }

  @inline(__always)
  private static func call(on thread: UnsafeMutablePointer<hw_thread>) -> UInt64 {
    let programBit: UInt64 = thread.pointee.recorder.runs_program ? 1 << 16 : 0
    return UInt64(thread.pointee.recorder.generation) << 32 | programBit | UInt64(thread.pointee.recorder.depth)
  }

  /// Ends a recorded call. If the call was entered in an earlier recording, the depth of the current one stays the
  /// same.
  @inline(__always)
  static func leave(_ call: UInt64) {
    guard call != unrecorded else { return }
    let thread = hw_thread_state()!
    guard call >> 32 == thread.pointee.recorder.generation else { return }
    let depth = UInt16(truncatingIfNeeded: call)
    thread.pointee.recorder.depth = depth
    thread.pointee.recorder.runs_program = call & 1 << 16 != 0
    if _slowPath(depth == 0) { note(RecordHead(.returned, .none), nil, nil, .none) }
  }

  /// Records something that encloses no calls, and returns its sequence number; 0 if it was not recorded.
  @discardableResult
  @inline(never)
  static func note(
    _ head: RecordHead, _ object: EngineObject?, _ site: CallSite?, _ payload: EncodedPayload
  ) -> UInt32 {
    guard Tracing.isOn else { return 0 }
    let sequence = withCurrent { recorder -> UInt32 in
      let thread = hw_thread_state()!
      recorder.threads.noteQueue(of: thread)
      let slot = SlotContents(
        head.with(payload.type), thread, object.map { recorder.objects.number(of: $0) } ?? 0,
        site.map { recorder.sites.number(of: $0, recorder.writer) } ?? 0, payload.word)
      guard let text = payload.text else { return recorder.writer.write(slot) }
      return recorder.writer.write(slot, text)
    }
    return sequence ?? 0
  }

  /// Numbers an object when it is made, so that numbers follow the order of creation, and records what it holds.
  @inline(never)
  static func made(_ object: EngineObject) {
    let error = errno
    defer { errno = error }
    _ = withCurrent { $0.objects.introduce(object) }
  }

  /// Records that an object belongs to another one without holding it.
  @inline(never)
  static func link(_ object: EngineObject, _ name: String, _ other: EngineObject) {
    _ = withCurrent { $0.objects.link($0.objects.number(of: object), name, other) }
  }
}
