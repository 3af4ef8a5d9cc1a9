/// One thing that happened.
///
/// A run has millions, so a step takes 80 bytes: it refers to others by their positions, and to its texts by their places in
/// a table that all steps of a run share.
public struct Step: Sendable, Identifiable {
  /// The number in the whole run, from 1, by which people refer to this step. Unlike ``index``, a ``TraceFilter`` keeps it.
  public internal(set) var number: Int
  /// The sequence number of its record.
  var sequence: UInt64
  /// Nanoseconds since the recording started.
  public internal(set) var time: UInt64
  private var end = UInt64.max
  let texts: StepTexts
  private var valuePlace: Int32 = -1
  private var sitePlace: Int32 = -1
  private var queuePlace: Int32 = -1
  private var position: Int32
  private var threadPosition: Int32
  private var parentPosition: Int32 = -1
  private var causePosition: Int32 = -1
  private var objectPosition: Int32 = -1
  private var otherPosition: Int32 = -1
  private var enclosing: UInt16
  public let kind: StepKind
  private let facts: EventFacts

  /// - Parameter number: the step's number, counted from 1; the step's position is one less.
  init(
    number: Int, sequence: UInt64, _ kind: StepKind, _ event: EventKind?, isDelivered: Bool, thread: Int, depth: Int,
    time: UInt64, _ texts: StepTexts
  ) {
    (self.number, self.sequence, self.kind, self.time, self.texts) = (number, sequence, kind, time, texts)
    facts = EventFacts(event, isDelivered: isDelivered)
    position = Int32(clamping: number - 1)
    threadPosition = Int32(thread)
    enclosing = UInt16(clamping: depth)
  }

  private static func packed(_ place: Int?) -> Int32 { Int32(clamping: place ?? -1) }
  private static func place(_ packed: Int32) -> Int? { packed < 0 ? nil : Int(packed) }
}

extension Step {
  public var id: Int { index }

  /// The position in ``Trace/steps``.
  public internal(set) var index: Int {
    get { Int(position) }
    set { position = Int32(newValue) }
  }

  /// The position of the thread in ``Trace/threads``.
  public internal(set) var thread: Int {
    get { Int(threadPosition) }
    set { threadPosition = Int32(newValue) }
  }

  /// How many recorded calls of the same thread enclose this one.
  public internal(set) var depth: Int {
    get { Int(enclosing) }
    set { enclosing = UInt16(clamping: newValue) }
  }

  /// The step that encloses this one, on the same thread.
  public internal(set) var parent: Int? {
    get { Self.place(parentPosition) }
    set { parentPosition = Self.packed(newValue) }
  }

  /// For ``StepKind/scheduledAction`` and ``StepKind/cancelledAction`` the `schedule` that asked for the action.
  public internal(set) var cause: Int? {
    get { Self.place(causePosition) }
    set { causePosition = Self.packed(newValue) }
  }

  /// The object whose method was called; for a closure the object that called it.
  public internal(set) var object: ObjectID? {
    get { Self.place(objectPosition) }
    set { objectPosition = Self.packed(newValue) }
  }

  /// The observer that `subscribe`, `run` and `forwardOn` were given or deliver to.
  public internal(set) var other: ObjectID? {
    get { Self.place(otherPosition) }
    set { otherPosition = Self.packed(newValue) }
  }

  /// Nanoseconds at which the call returned, if the recording says so, as it does of closures and of outermost calls; or else
  /// the time of its thread's next record outside of the call, if there was one.
  public internal(set) var endTime: UInt64? {
    get { end == .max ? nil : end }
    set { end = newValue ?? .max }
  }

  /// The kind of event, if the call carries one.
  public var event: EventKind? { facts.kind }

  /// False for a `forwardOn` whose sink had been disposed.
  public var isDelivered: Bool { facts.isDelivered }

  /// The element of a next event or the error; for ``StepKind/output`` what was printed.
  public internal(set) var value: TracedValue? {
    get { Self.place(valuePlace).map { texts.value($0) } }
    set { valuePlace = Self.packed(newValue.map(texts.add)) }
  }

  /// For a ``StepKind/closure`` the error that it threw.
  public var thrown: TracedValue? { kind == .closure ? texts.thrown[sequence] : nil }

  /// The label of the dispatch queue on which the thread's outermost call runs, if there is one.
  public internal(set) var queue: String? {
    get { Self.place(queuePlace).map { texts.queue($0) } }
    set { queuePlace = Self.packed(newValue.map { texts.add(queue: $0) }) }
  }

  /// The source line that made the call.
  public var site: SourceLine? { Self.place(sitePlace).map { texts.site($0).line } }

  /// The place of its queue in ``texts``.
  var queueNumber: Int? {
    get { Self.place(queuePlace) }
    set { queuePlace = Self.packed(newValue) }
  }

  /// The place of its source line in ``texts``.
  var siteNumber: Int? {
    get { Self.place(sitePlace) }
    set { sitePlace = Self.packed(newValue) }
  }

  /// The stack of a call that the program made itself, as a position in ``Trace/callStacks``.
  public internal(set) var callStack: Int? {
    get { Self.place(sitePlace).flatMap { texts.site($0).stack } }
    set {
      sitePlace = Int32(texts.add(site: StepTexts.Site(line: site ?? SourceLine(file: "", line: 0), stack: newValue)))
    }
  }
}

/// The kind of an event and whether it was delivered, in one byte.
private struct EventFacts: Sendable {
  private let bits: UInt8

  init(_ kind: EventKind?, isDelivered: Bool) {
    let number: UInt8 =
      switch kind {
      case nil: 0
      case .next: 1
      case .error: 2
      case .completed: 3
      }
    bits = number << 1 | (isDelivered ? 1 : 0)
  }

  var isDelivered: Bool { bits & 1 == 1 }

  var kind: EventKind? {
    switch bits >> 1 {
    case 1: .next
    case 2: .error
    case 3: .completed
    default: nil
    }
  }
}
