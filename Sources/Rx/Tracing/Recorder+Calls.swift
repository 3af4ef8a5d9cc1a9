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
    if payload.type == .repeated { return enter(head, object, site, repeating: payload.word) }
    if _slowPath(payload.isLong) { return enter(head, object, site, long: payload) }
    return enter(head.with(payload.type), object, site, payload.word)
  }

  /// Records the entry into a call that is given another object.
  @inline(never)
  static func enter(_ head: RecordHead, _ object: EngineObject, with other: EngineObject?, _ site: CallSite) -> UInt64 {
    call(head, runsProgram: false) { recorder, thread, segment in
      thread.carriesNothing()
      let reference = other.map { UInt64(recorder.objects.number(of: $0, in: segment)) }
      let slot = recorder.slot(
        head.with(reference == nil ? .none : .reference), object, site, reference ?? 0, on: thread, in: segment)
      return recorder.writer.write(slot, in: segment)
    }
  }

  /// - Parameter word: the whole payload.
  @inline(never)
  private static func enter(_ head: RecordHead, _ object: EngineObject, _ site: CallSite, _ word: UInt64) -> UInt64 {
    call(head, runsProgram: runsProgram(head)) { recorder, thread, segment in
      thread.carriesNothing()
      return recorder.writer.write(recorder.slot(head, object, site, word, on: thread, in: segment), in: segment)
    }
  }

  /// Records the entry into a call that hands on the value of an enclosing one.
  /// - Parameter sequence: the number of the enclosing call's record.
  @inline(never)
  private static func enter(
    _ head: RecordHead, _ object: EngineObject, _ site: CallSite, repeating sequence: UInt64
  ) -> UInt64 {
    call(head, runsProgram: runsProgram(head)) { recorder, thread, segment in
      let slot = recorder.slot(head, object, site, 0, on: thread, in: segment)
      if _fastPath(thread.carries(sequence, in: segment)) {
        return recorder.writer.write(slot.with(.repeated, sequence), in: segment)
      }
      return thread.carriedValue.write(slot, in: recorder, on: thread, segment, isCarried: true)
    }
  }

  @inline(never)
  private static func enter(
    _ head: RecordHead, _ object: EngineObject, _ site: CallSite, long payload: EncodedPayload
  ) -> UInt64 {
    call(head, runsProgram: runsProgram(head)) { recorder, thread, segment in
      let slot = recorder.slot(head, object, site, 0, on: thread, in: segment)
      return payload.write(slot, in: recorder, on: thread, segment, isCarried: true)
    }
  }

  /// Records a call with what `write` writes into a segment, and enters it.
  /// - Parameter runsProgram: whether the call runs code of the program, which then makes the calls that this one directly
  ///   encloses.
  @inline(__always)
  private static func call(
    _ head: RecordHead, runsProgram: Bool,
    _ write: (Recorder, UnsafeMutablePointer<hw_thread>, Segment) -> UInt64?
  ) -> UInt64 {
    let call = withCurrent { recorder in
      let thread = hw_thread_state()!
      recorder.threads.noteQueue(of: thread)
      let call = Self.call(head, on: thread)
      recorder.record(on: thread) { write(recorder, thread, $0) }
      thread.pointee.recorder.depth = Self.depth(within: head, on: thread)
      thread.pointee.recorder.runs_program = runsProgram
      return call
    }
    return call ?? unrecorded
  }

  /// The slot of a call's record.
  @inline(__always)
  private func slot(
    _ head: RecordHead, _ object: EngineObject, _ site: CallSite, _ word: UInt64,
    on thread: UnsafeMutablePointer<hw_thread>, in segment: Segment
  ) -> SlotContents {
    SlotContents(head, thread, objects.number(of: object, in: segment), number(of: site, on: thread, in: segment), word)
  }

  /// Calls `write` with the current segment, and again if that has become full: each segment defines everything that its
  /// records refer to.
  /// - Parameter write: returns nil if the segment has no room.
  /// - Returns: nil if nothing can be recorded.
  @inline(__always)
  private func inSegment<Result>(
    of thread: UnsafeMutablePointer<hw_thread>, _ write: (Segment) -> Result?
  ) -> Result? {
    while let segment = writer.file.segment {
      threads.define(thread, in: segment)
      if let result = write(segment) { return result }
    }
    writer.file.countDropped()
    return nil
  }

  /// Writes a record of an event, which tells when the thread's last closure returned.
  /// - Parameter write: returns the record's sequence number.
  /// - Returns: that number; 0 if nothing can be recorded.
  @discardableResult
  @inline(__always)
  private func record(on thread: UnsafeMutablePointer<hw_thread>, _ write: (Segment) -> UInt64?) -> UInt64 {
    guard let sequence = inSegment(of: thread, write) else { return 0 }
    thread.pointee.recorder.ended = 0
    return sequence
  }

  /// The number of the line that makes a call, with the call stack if the program itself makes the call.
  @inline(__always)
  private func number(of site: CallSite, on thread: UnsafeMutablePointer<hw_thread>, in segment: Segment) -> UInt32 {
    let number = sites.number(of: site, writer, in: segment)
    let isProgram = thread.pointee.recorder.depth == 0 || thread.pointee.recorder.runs_program
    return isProgram ? callers.number(ofCallFrom: number, in: segment) : number
  }

  /// A forwardOn is its observer's `on` as well: one record stands for both calls.
  @inline(__always)
  private static func depth(within head: RecordHead, on thread: UnsafeMutablePointer<hw_thread>) -> UInt16 {
    let levels: UInt16 = head.kind == RecordKind.forwardOn.rawValue ? 2 : 1
    return min(thread.pointee.recorder.depth &+ levels, .max - 2)
  }

  @inline(__always)
  private static func runsProgram(_ head: RecordHead) -> Bool {
    isClosure(head) || head.kind == RecordKind.scheduledAction.rawValue
  }

  @inline(__always)
  private static func isClosure(_ head: RecordHead) -> Bool { head.kind == RecordKind.closure.rawValue }

  private static let runsProgramBit: UInt64 = 1 << 16
  private static let closureBit: UInt64 = 1 << 17

  @inline(__always)
  private static func call(_ head: RecordHead, on thread: UnsafeMutablePointer<hw_thread>) -> UInt64 {
    let program = thread.pointee.recorder.runs_program ? runsProgramBit : 0
    let closure = isClosure(head) ? closureBit : 0
    return UInt64(thread.pointee.recorder.generation) << 32 | closure | program | UInt64(thread.pointee.recorder.depth)
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
    thread.pointee.recorder.runs_program = call & runsProgramBit != 0
    let isInProgram = depth == 0 || thread.pointee.recorder.runs_program
    if call & closureBit != 0, !isInProgram {
      thread.pointee.recorder.ended = hw_ticks()
    } else if _slowPath(isInProgram && (depth == 0 || call & closureBit != 0 || thread.pointee.recorder.ended != 0)) {
      noteReturn()
    }
  }

  /// Records that the call at the thread's present depth returned: a thread's outermost call, or a closure.
  ///
  /// The end of a closure is told by the thread's next record, which nearly always follows at once. If code of the program
  /// follows, it has a record of its own, because the program may stop there.
  @inline(never)
  private static func noteReturn() {
    guard Tracing.isOn else { return }
    _ = withCurrent { recorder in
      let thread = hw_thread_state()!
      recorder.record(on: thread) { segment in
        recorder.writer.write(SlotContents(RecordHead(.returned, .none), thread, 0, 0, 0), in: segment)
      }
    }
  }

  /// Records something that encloses no calls, and returns its sequence number; 0 if it was not recorded.
  @discardableResult
  @inline(never)
  static func note(
    _ head: RecordHead, _ object: EngineObject?, _ site: CallSite?, _ payload: EncodedPayload
  ) -> UInt64 {
    guard Tracing.isOn else { return 0 }
    let sequence = withCurrent { recorder -> UInt64 in
      let thread = hw_thread_state()!
      recorder.threads.noteQueue(of: thread)
      return recorder.record(on: thread) { segment in
        let slot = SlotContents(
          head, thread, object.map { recorder.objects.number(of: $0, in: segment) } ?? 0,
          site.map { recorder.sites.number(of: $0, recorder.writer, in: segment) } ?? 0, 0)
        return payload.write(slot, in: recorder, on: thread, segment, isCarried: false)
      }
    }
    return sequence ?? 0
  }

  /// Numbers an object when it is made, so that numbers follow the order of creation, and records what it holds.
  @inline(never)
  static func made(_ object: EngineObject) {
    let error = errno
    defer { errno = error }
    _ = withCurrent { recorder in
      recorder.inSegment(of: hw_thread_state()) { recorder.objects.introduce(object, in: $0) ? true : nil }
    }
  }

  /// Records that an object belongs to another one without holding it.
  @inline(never)
  static func link(_ object: EngineObject, _ name: String, _ other: EngineObject) {
    _ = withCurrent { recorder in
      recorder.inSegment(of: hw_thread_state()) { recorder.objects.link(object, name, other, in: $0) ? true : nil }
    }
  }
}
