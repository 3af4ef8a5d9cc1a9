import TraceFormat

/// A recorded run: its steps in order, and the objects, threads and source lines that they name.
///
/// The model knows no engine: everything in it was read from a trace file.
///
///     let trace = try Trace(contentsOf: "run.hwtrace")
///     for step in trace.steps { print(String(repeating: "  ", count: step.depth) + trace.title(of: step)) }
///     // Prints: AnonymousObservable#1.subscribe(onNext:)
///     //           AnonymousObservable#1.subscribe …
public struct Trace: Sendable {
  /// The steps in the order of the run; ``Step/index`` is the position in this array.
  public internal(set) var steps: [Step] = []
  /// The objects that steps name, in order of first appearance; ``ObjectID`` is the position in this array.
  public internal(set) var objects: [TracedObject] = []
  /// The threads of the run, in order of first appearance; ``Step/thread`` is the position in this array.
  public internal(set) var threads: [TracedThread] = []
  /// The call stacks of the run, each once: return addresses, innermost first.
  public internal(set) var callStacks: [[ReturnAddress]] = []
  /// The symbols and the source that the recording holds.
  package var program = RecordedProgram()
  /// False when the program was cut off before it could end its recording.
  public internal(set) var isComplete = true
  /// Records that could not be stored, and why the first could not: an errno; 0 for a size limit; `UInt32.max` if there
  /// was no number left for a thread.
  public internal(set) var droppedRecords: UInt64 = 0
  public internal(set) var dropReason: UInt32 = 0
  /// Records of events that newer ones have replaced, because the file had reached its limit.
  public internal(set) var removedRecords: UInt64 = 0
  /// Nanoseconds since the recording started, before and after the removed records; 0...0 if there are none.
  public internal(set) var removedTimes: ClosedRange<UInt64> = 0...0
  /// The numbers of the steps directly after missing records.
  package internal(set) var gaps: [Int] = []
  /// Whether the recording was asked to keep only its newest part, so that it is complete without the rest.
  package internal(set) var isRing = false
  /// Whether the program's output was not recorded, so that there are no steps for it.
  package internal(set) var isWithoutOutput = false
  /// Whether the times at which closures returned are recorded.
  package internal(set) var hasClosureEnds = false

  /// A text about the removed records; nil if none were removed.
  package var removedText: String? { RemovedRecords(count: removedRecords, times: removedTimes).text }
  /// Nanoseconds since 1970 when recording started, and the process that was recorded.
  public internal(set) var startWallClock: UInt64 = 0
  public internal(set) var processIdentifier: UInt32 = 0
  /// Slots of the file that held no readable record.
  public internal(set) var damagedSlots = 0
  /// Records that a thread was in the middle of when the recording ended.
  public internal(set) var unfinishedRecords = 0

  public init() {}

  /// The kinds of missing records, each in a phrase: `3 records unfinished`.
  package var lossTexts: [String] {
    [
      droppedRecords > 0 ? "\(counted(droppedRecords, "record")) dropped: \(dropReasonText)" : nil, removedText,
      unfinishedRecords > 0 ? "\(counted(unfinishedRecords, "record")) unfinished" : nil,
      damagedSlots > 0 ? "\(counted(damagedSlots, "slot")) of the file unreadable" : nil,
    ].compactMap(\.self)
  }

  /// A text that says that the program's output was not recorded; nil if it was.
  package var outputText: String? { isWithoutOutput ? "what the program printed is not recorded" : nil }

  /// The reason why records were dropped, in words.
  package var dropReasonText: String { Self.dropReasonText(dropReason, hasClosureEnds: hasClosureEnds) }

  static func dropReasonText(_ reason: UInt32, hasClosureEnds: Bool) -> String {
    switch reason {
    case 0 where hasClosureEnds: "a thread was stopped in the middle of a record while others filled the file"
    case 0: "the size limit was reached"
    case TraceFormat.tooManyThreads: "more than \(UInt16.max) threads lived at once, and the others had no number"
    default: systemMessage(Int32(truncatingIfNeeded: reason))
    }
  }
}

/// The position of an object in ``Trace/objects``.
public typealias ObjectID = Int

/// The kind of a step: of a call, or of something else that happened.
public enum StepKind: String, Sendable, CaseIterable {
  /// The convenience that takes closures: `subscribe(onNext:onError:onCompleted:onDisposed:)`.
  case subscribeClosures = "subscribe(onNext:)"
  /// The convenience that takes one closure of events.
  case subscribeHandler = "subscribe(_:)"
  case subscribe
  case run
  case forwardOn
  case on
  case onCore
  case dispose
  /// A closure of the user's code was entered.
  case closure
  case schedule
  /// An action that was handed to a scheduler runs.
  case scheduledAction
  /// An action that was handed to a scheduler was cancelled before it ran.
  case cancelledAction
  /// The program printed something.
  case output
}

/// The kind of event that a step carries.
public enum EventKind: String, Sendable, CaseIterable {
  case next
  case error
  case completed
}

/// The value of an event, as text.
public struct TracedValue: Equatable, Sendable {
  /// The value as a Swift literal if it has one (`"text"`, `1`, `true`), otherwise its description.
  public var text: String
  /// False when the value was too long and only its beginning was stored.
  public var isComplete = true
  /// For an instance of a class the number of the object, from 1: values with the same number are the same object. Nil if
  /// the value is none, or if the recording does not say.
  public var identity: Int?

  public init(text: String, isComplete: Bool = true, identity: Int? = nil) {
    self.text = text
    self.isComplete = isComplete
    self.identity = identity
  }
}

/// A line of Swift source.
public struct SourceLine: Hashable, Sendable, CustomStringConvertible {
  /// `Module/File.swift` for a line that the program itself reported, a path for one found through debug information.
  public var file: String
  /// From 1.
  public var line: Int
  public var description: String { "\(file):\(line)" }

  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

/// An object that took part in the run.
public struct TracedObject: Sendable {
  public var id: ObjectID
  /// The type without generic arguments: `MapSink`.
  public var typeName: String
  /// The type in full: `MapSink<Int, String>`.
  public var fullTypeName: String
  /// From 1, counting the objects of this type in order of first appearance.
  public var ordinal: Int
  public var role: Role
  /// The superclasses, nearest first, without generic arguments; empty if the recording does not say.
  public var superclasses: [String] = []
  /// Nanoseconds since the recording started when the object was made, or first met.
  public internal(set) var knownSince: UInt64 = 0
  /// The objects that this one holds, by property name.
  public var links: [Link] = []
  /// The object that this one gives its events to.
  public var deliversTo: ObjectID?
  public internal(set) var traits: Set<Trait> = []
  /// The type whose extension declares ``StepKind/subscribeClosures`` and ``StepKind/subscribeHandler`` for this object.
  public internal(set) var conveniencesType: String?
  /// The calls that each superclass declares and leaves to its subclasses.
  var abstractCalls: [String: Set<StepKind>] = [:]
  /// The position in ``Trace/callStacks`` of the stack on which the object was made.
  public internal(set) var callStack: Int?
  /// The stack on which the object was made, innermost return address first; empty if none was taken.
  public var assembly: [ReturnAddress] = []

  /// Stable within a run and between runs of the same program: `MapSink#3`.
  public var name: String { "\(typeName)#\(ordinal)" }

  /// The part that an object plays.
  public enum Role: String, Sendable {
    case other, observable, sink, observer, subject, disposable, scheduler
  }

  /// The traits that its role does not tell.
  public enum Trait: Hashable, Sendable {
    /// A scheduler that runs an action on the thread that schedules it, before the outermost call there returns.
    case trampoline
    /// A subject that gives a new observer what the subject was given before.
    case replays
    /// An observable whose observers share one subscription to its source.
    case shares
    /// A sink that does not send each element on at once, and why.
    case withholds(Withholding)
    /// A scheduler that runs actions on the main queue.
    case main
    /// A scheduler that runs actions on one dispatch queue, one at a time.
    case queue
    /// A stage that sends its events on a scheduler, and has no other purpose.
    case moves
    /// A stage that keeps elements for some time, and may drop them.
    case holds
    /// A stage that sends the elements of several inner sequences as they come.
    case merges
    /// A stage that goes on with another sequence when its source fails.
    case catches
    /// A stage that ends its sequence before its source ends.
    case limits
    /// A stage whose closure does the work of one subscription.
    case cold
    /// A stage that subscribes to its source on a scheduler, and has no other purpose.
    case subscribes
    /// A stage that makes each element of all that it was given until then.
    case accumulates
  }

  /// The reason why this sink may not send an element that it was given; nil if nothing is known.
  var withholding: Withholding? {
    for case .withholds(let reason) in traits { return traits.contains(.accumulates) ? reason.ofAccumulating : reason }
    return nil
  }

  /// A reference to another object.
  public struct Link: Hashable, Sendable {
    /// The property that holds it: `source`, `observer`.
    public var name: String
    public var target: ObjectID
    public var role = Role.other

    /// The role of the target for the object that holds it.
    public enum Role: Sendable {
      case other
      /// The holder gives its events to the target.
      case delivery
      /// The holder is a subscription of the target, which is an observer.
      case subscriber
      /// Disposing of the target ends the holder.
      case lifetime
      /// The holder is a part of the target.
      case owner
    }
  }

  /// The names of the types that may implement a call of this object: its own, and its superclasses up to the one that
  /// only declares the call.
  package func implementers(of kind: StepKind) -> [String] {
    [typeName] + superclasses.prefix { !(abstractCalls[$0]?.contains(kind) ?? false) }
  }
}

/// A return address, as a place in a loaded file.
public struct ReturnAddress: Hashable, Sendable {
  /// The path of the executable or library.
  public var image: String
  /// Bytes from where the file was loaded.
  public var offset: UInt64

  public init(image: String, offset: UInt64) {
    self.image = image
    self.offset = offset
  }
}

/// A thread that took part in the run.
public struct TracedThread: Sendable {
  /// From 1, in order of first appearance.
  public var ordinal: Int
  /// Empty if it has none.
  public var name: String
  /// The thread's number in the file.
  var number: UInt16 = 0
}

extension Trace {
  /// `MapSink#3`, or an empty string for no object.
  public func name(of object: ObjectID?) -> String {
    object.map { objects[$0].name } ?? ""
  }

  /// The steps that a step encloses directly, in order.
  public func children(of index: Int) -> [Step] {
    var children: [Step] = []
    for step in steps[(index + 1)...] {
      if step.parent == index { children.append(step) }
      if step.thread == steps[index].thread && step.depth <= steps[index].depth { break }
    }
    return children
  }

  /// The step with a number, which must be in the trace.
  package func step(numbered number: Int) -> Step { steps[position(ofStep: number)!] }

  /// The nearest call around a step that meets a condition.
  package func enclosing(_ step: Step, where condition: (Step) -> Bool) -> Step? {
    var next = step.parent
    while let parent = next {
      if condition(steps[parent]) { return steps[parent] }
      next = steps[parent].parent
    }
    return nil
  }

  /// The outermost call around a step.
  package func outermost(_ step: Step) -> Step {
    var outer = step
    while let parent = outer.parent { outer = steps[parent] }
    return outer
  }

  /// Whether the recording ended within a closure: the program crashed or was stopped there, or later records are missing.
  func isUnreturned(_ step: Step) -> Bool { isUnreturned(step.kind, end: step.endTime, began: step.time) }

  func isUnreturned(_ kind: StepKind, end: UInt64?, began time: UInt64) -> Bool {
    guard kind == .closure && end == nil && (!isComplete || droppedRecords > 0) else { return false }
    // If the closure began before records were removed, the record of its end may have been removed with them.
    return removedRecords == 0 || time > removedTimes.lowerBound
  }

  /// The innermost closure of each thread that had not returned when the recording ended.
  package var unreturnedClosures: [Step] {
    guard !isComplete || droppedRecords > 0 else { return [] }
    var innermost: [Int: Step] = [:]
    for step in steps where isUnreturned(step) { innermost[step.thread] = step }
    return innermost.values.sorted { $0.index < $1.index }
  }

  /// The call of a step in one line, without its event: `MapSink#1.forwardOn`.
  public func title(of step: Step) -> String { title(of: step, object: name(of: step.object)) }

  /// The title of a step, with another name for its object.
  func title(of step: Step, object name: String) -> String {
    switch step.kind {
    case .output: "output"
    case .closure: "\(name) \(closureName(of: step))"
    default: "\(name).\(step.kind.rawValue)"
    }
  }

  /// The name of the closure that a step entered; an observer's is named after its label: `onNext closure`.
  public func closureName(of step: Step) -> String {
    let role = step.object.map { objects[$0].role }
    if role == .sink, step.event != nil { return "closure" }
    switch step.event {
    case .next: return "onNext closure"
    case .error: return "onError closure"
    case .completed: return "onCompleted closure"
    case nil: break
    }
    switch role {
    case .sink: return "subscribe closure"
    case .disposable: return "dispose closure"
    default: return "closure"
    }
  }
}

extension Withholding {
  /// The reason for a stage that accumulates. An element for which it sends nothing is not dropped, because it becomes
  /// a part of the next element that the stage sends.
  fileprivate var ofAccumulating: Withholding {
    switch self {
    case .predicate, .absence, .repetition, .rate, .quiet, .position: .batch
    default: self
    }
  }
}
