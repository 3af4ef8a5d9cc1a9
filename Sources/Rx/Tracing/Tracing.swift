import CPlatform
import TraceFormat

/// The hooks: the only functions through which the engine calls the recorder.
///
/// While nothing records, a hook is one relaxed load and a branch; file and line are constants that only the recording
/// branch touches. No operator mentions this type: the hooks sit in `Observable`, `Producer`, `Sink`, `EventReceiver`,
/// `ObserverBase`, the disposables, the subjects and the schedulers.
enum Tracing {
  /// Whether there is a recording.
  @inline(__always)
  static var isOn: Bool { hw_is_recording() }

  /// Calls `body`, and records the call as it is entered.
  @inline(__always)
  static func call<Result>(
    _ kind: RecordKind, on object: EngineObject, with other: EngineObject? = nil,
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    #if DEBUG
      LockOrder.willCallOut("\(kind)", CallSite(file, line))
    #endif
    guard _slowPath(isOn) else { return try body() }
    let call = Recorder.enter(RecordHead(kind, .none), object, with: other, CallSite(file, line))
    defer { Recorder.leave(call) }
    return try body()
  }

  /// Calls `body`, which delivers an event, and records the call as it is entered.
  @inline(__always)
  static func deliver<Result>(
    _ kind: RecordKind, _ event: EventCode, to object: EngineObject,
    _ payload: @autoclosure () -> EncodedPayload = .none,
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    #if DEBUG
      LockOrder.willDeliver(CallSite(file, line))
    #endif
    guard _slowPath(isOn) else { return try body() }
    let call = Recorder.enter(
      RecordHead(kind, event), object, CallSite(file, line), payload())
    defer { Recorder.leave(call) }
    return try body()
  }

  /// Calls `body`, which is a closure of the program, and records the call, with the error that it throws.
  @inline(__always)
  static func closure<Result>(
    of object: EngineObject, _ event: EventCode, _ payload: @autoclosure () -> EncodedPayload,
    _ file: StaticString, _ line: UInt, _ body: () throws -> Result
  ) rethrows -> Result {
    #if DEBUG
      LockOrder.willCallOut("closure", CallSite(file, line))
    #endif
    guard _slowPath(isOn) else { return try body() }
    let call = Recorder.enter(RecordHead(.closure, event), object, CallSite(file, line), payload())
    defer { Recorder.leave(call) }
    do {
      return try body()
    } catch {
      threw(error, in: object, file: file, line: line)
      throw error
    }
  }

  /// Records that an action was scheduled.
  /// - Parameter moment: the time at which it will run, on the scheduler's own clock.
  /// - Returns: the cause to pass to ``scheduledAction(on:cause:file:line:_:)`` when the action runs: the low half of the
  ///   record's sequence number.
  @inline(__always)
  static func schedule(on scheduler: EngineObject, at moment: @autoclosure () -> EncodedPayload = .none) -> UInt32 {
    #if DEBUG
      LockOrder.willCallOut("schedule", CallSite(#fileID, #line))
    #endif
    return isOn ? UInt32(truncatingIfNeeded: Recorder.note(RecordHead(.schedule, .none), scheduler, nil, moment())) : 0
  }

  /// Runs a scheduled action, and records it with a reference to the record of its `schedule` call.
  @inline(__always)
  static func scheduledAction<Result>(
    on scheduler: EngineObject, cause: UInt32, file: StaticString = #fileID, line: UInt = #line,
    _ action: () throws -> Result
  ) rethrows -> Result {
    try deliver(.scheduledAction, .none, to: scheduler, .reference(cause), file: file, line: line, action)
  }

  /// Records that a scheduled action was cancelled before it ran.
  /// - Parameter cause: the result of ``schedule(on:at:)``.
  @inline(__always)
  static func cancelledAction(on scheduler: EngineObject, cause: UInt32) {
    if _slowPath(isOn) { Recorder.note(RecordHead(.cancelledAction, .none), scheduler, nil, .reference(cause)) }
  }

  /// Records that the closure which the object is calling threw an error. Called within the step of that closure.
  @inline(__always)
  static func threw(
    _ error: any Error, in object: EngineObject, file: StaticString = #fileID, line: UInt = #line
  ) {
    guard _slowPath(isOn) else { return }
    Recorder.note(RecordHead(.threw, .error), object, CallSite(file, line), .whole(error: error))
  }

  /// Records that an object was made, and the objects that it holds.
  @inline(__always)
  static func made(_ object: EngineObject) {
    if _slowPath(isOn) { Recorder.made(object) }
  }

  /// Records that an object belongs to another one that it does not hold, under a name like a property's.
  @inline(__always)
  static func link(_ object: EngineObject, _ name: String, _ other: EngineObject) {
    if _slowPath(isOn) { Recorder.link(object, name, other) }
  }
}

/// A record's kind, event and payload type: the lower half of a slot's first word.
struct RecordHead {
  var bits: UInt32

  @inline(__always)
  init(_ kind: RecordKind, _ event: EventCode) {
    bits = UInt32(kind.rawValue) | UInt32(event.rawValue) << 8
  }

  /// A `forwardOn` that is not delivered, because the sink is disposed.
  @inline(__always)
  init(undelivered event: EventCode) {
    self.init(.forwardOn, event)
    bits |= UInt32(TraceFormat.Slot.undelivered) << 8
  }

  /// A record that defines an object.
  init(defining role: ObjectRole) {
    bits = UInt32(RecordKind.defineInstance.rawValue) | UInt32(role.rawValue) << 8
  }

  /// A record that links an object to one that it holds.
  init(linking role: LinkRole) {
    bits = UInt32(RecordKind.defineLink.rawValue) | UInt32(role.rawValue) << 8
  }

  @inline(__always)
  var kind: UInt8 { UInt8(truncatingIfNeeded: bits) }

  @inline(__always)
  func with(_ type: PayloadType) -> RecordHead {
    var head = self
    head.bits |= UInt32(type.rawValue) << 16
    return head
  }
}

/// A source line that makes a call.
struct CallSite {
  /// The file's name, terminated by a zero byte.
  let file: UnsafePointer<UInt8>
  let line: UInt32

  @inline(__always)
  init(_ file: StaticString, _ line: UInt) {
    self.file = file.utf8Start
    self.line = UInt32(truncatingIfNeeded: line)
  }
}
