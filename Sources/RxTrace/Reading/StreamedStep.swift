import TraceFormat

/// A step of a stream. It is like ``Step``, but has only numbers, so that it needs no allocation.
package struct StreamedStep {
  /// The step's number from 1, as in ``Step/number``; `parent` and `cause` are such numbers too.
  package var number = 0
  package var kind = StepKind.output
  package var event: EventKind?
  package var object: ObjectID?
  package var other: ObjectID?
  package var thread = 0
  /// The place of the queue's label in its source.
  package var queue: Int?
  package var depth = 0
  /// The time in nanoseconds since the recording started.
  package var time: UInt64 = 0
  /// The place of the source line in its source.
  package var site: Int?
  package var parent: Int?
  package var cause: Int?
  package var isDelivered = true
  /// Whether records are missing directly before it. Calls that were under way before them may have ended there.
  package var isBehindGap = false
  /// Whether the step is within a call that gives an object an event.
  var isWithinEvent = false
  /// Whether the step gives an object an event, or is within a call that does.
  var isOfEvent: Bool { isWithinEvent || kind == .on || kind == .forwardOn }
  package var value = StreamedValue.none
  /// The error that a closure threw.
  package var thrown = StreamedValue.none
  /// The sequence number of its record; 0 if that is not known.
  var sequence: UInt64 = 0

}

/// A value, whose bytes are valid until the next step.
package enum StreamedValue {
  case none
  case void
  case integer(Int64)
  case unsignedInteger(UInt64)
  case double(Double)
  case bool(Bool)
  /// The text of a `String`.
  case string(UnsafeRawBufferPointer, isCut: Bool)
  /// Text to be shown as it is, with the number of the object that it describes; 0 if it does not describe one.
  case text(UnsafeRawBufferPointer, isCut: Bool, identity: UInt32 = 0)

  @inline(__always)
  init(_ record: RecordView) {
    switch record.payloadType {
    case .string: self = .string(record.bytes, isCut: record.isCut)
    case .description: self = .text(record.bytes, isCut: record.isCut, identity: record.identity)
    default: self.init(record.payloadType, record.word)
    }
  }

  /// A value that a record holds in its own slot; ``none`` for text.
  @inline(__always)
  init(_ type: PayloadType, _ word: UInt64) {
    switch type {
    case .none, .reference, .bytes, .string, .description, .shaped, .repeated: self = .none
    case .void: self = .void
    case .integer: self = .integer(Int64(bitPattern: word))
    case .unsignedInteger: self = .unsignedInteger(word)
    case .double: self = .double(Double(bitPattern: word))
    case .bool: self = .bool(word != 0)
    }
  }

  package var isCut: Bool {
    switch self {
    case .string(_, let isCut), .text(_, let isCut, _): isCut
    default: false
    }
  }

  /// Whether the value is a `String`.
  var isText: Bool {
    switch self {
    case .string: true
    case .text(let bytes, _, _): bytes.first == UInt8(ascii: "\"")
    default: false
    }
  }

  /// The number of the object that the value is, from 1.
  package var identity: Int? {
    if case .text(_, _, let identity) = self, identity > 0 { Int(identity) } else { nil }
  }

  /// The value as a ``Step`` holds it.
  package var traced: TracedValue? {
    switch self {
    case .none: nil
    case .void: TracedValue(text: "()")
    case .integer(let number): TracedValue(text: "\(number)")
    case .unsignedInteger(let number): TracedValue(text: "\(number)")
    case .double(let number): TracedValue(text: "\(number)")
    case .bool(let flag): TracedValue(text: "\(flag)")
    case .string(let bytes, let isCut):
      TracedValue(text: String(decoding: bytes, as: UTF8.self).debugDescription, isComplete: !isCut)
    case .text(let bytes, let isCut, _):
      TracedValue(text: String(decoding: bytes, as: UTF8.self), isComplete: !isCut, identity: identity)
    }
  }
}

/// A call that has returned.
package struct ReturnedCall {
  package var number: Int
  package var thread: Int
  /// The time of the return or, if none was recorded, that of the thread's first record outside of the call.
  package var time: UInt64
}

/// A source that gives steps one by one: a file, or a trace in memory.
package protocol StepSource: AnyObject {
  var summary: RunSummary { get }
  /// Goes to the next step; false after the last one.
  func advance() throws -> Bool
  /// The step that ``advance()`` came to.
  var step: StreamedStep { get }
  /// The calls that returned before this step, innermost first; after the last step, the remaining calls.
  var returned: [ReturnedCall] { get }

  /// The number of objects that have been named so far. Objects are numbered from 0.
  var objectCount: Int { get }
  /// Numbers the objects that other objects hold and no step names; must be called after the last step.
  func nameRemainingObjects()
  /// An object without its links and its stack.
  func object(_ id: ObjectID) -> TracedObject
  /// The objects that an object holds, if they have numbers.
  func links(of id: ObjectID) -> [TracedObject.Link]
  /// The object that an object gives its events to, if it has a number.
  func deliversTo(_ id: ObjectID) -> ObjectID?
  /// The object that ends when another one is disposed.
  func holder(endedBy id: ObjectID) -> ObjectID?
  /// Whether another object delivers to this one, or is its subscription.
  func isHeldForEvents(_ id: ObjectID) -> Bool
  /// Whether an object holds another one that it delivers to, or whose subscription it is.
  func bringsEvents(_ id: ObjectID) -> Bool
  /// The place of the stack on which an object was made.
  func stack(of id: ObjectID) -> Int?
  /// The place of the stack of a call that the program itself made.
  func stack(ofSite place: Int) -> Int?
  func addresses(ofStack stack: Int) -> [ReturnAddress]

  var hasSeveralThreads: Bool { get }
  func thread(_ index: Int) -> TracedThread
  func site(_ place: Int) -> SourceLine
  func queue(_ place: Int) -> String
}

/// The facts about a recording as a whole.
package struct RunSummary {
  package var startWallClock: UInt64
  package var processIdentifier: UInt32
  package var isComplete: Bool
  package var droppedRecords: UInt64
  package var dropReason: UInt32
  package var damagedSlots: Int
  package var unfinishedRecords = 0
  package var removedRecords: UInt64 = 0
  /// The times in nanoseconds before and after the removed records.
  package var removedTimes: ClosedRange<UInt64> = 0...0
  /// Whether the recording was asked to keep only its newest part.
  package var isRing = false
  /// Whether the program's output was not recorded.
  package var isWithoutOutput = false
  /// Whether the times at which closures returned are recorded.
  package var hasClosureEnds = false
}
