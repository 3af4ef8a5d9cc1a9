import TraceFormat

/// The steps of a trace file in order, none of which is kept: memory grows with the objects of a run, not with its steps.
///
/// The file is read twice: for the definitions of its numbers, and then for the steps.
///
///     let stream = try StepStream(path: "run.hwtrace")
///     while let step = try stream.next() { print(step.number, step.kind) }
///     // Prints: 1 subscribeClosures
///     //         2 subscribe …
public final class StepStream {
  private var reader: StepReader

  /// Opens a file and gathers the definitions of its numbers.
  /// - Throws: ``TraceError`` if it is not a trace file; a file that was cut off or damaged gives what can be read.
  public init(path: String) throws {
    reader = try StepReader(path: path)
  }

  /// The file's header.
  public var header: TraceHeader { reader.header }
  /// Slots of the file that held no readable record.
  public var damagedSlots: Int { reader.damagedSlots }
  /// Records that a thread was in the middle of when the recording ended.
  public var unfinishedRecords: Int { reader.unfinishedRecords }

  /// The next step, or nil after the last one.
  public func next() throws -> Step? {
    try advance() ? reader.wholeStep() : nil
  }

  /// How many steps there will be, roughly.
  var likelyStepCount: Int { reader.likelyStepCount }
}

extension StepStream: StepSource {
  func advance() throws -> Bool { try reader.advance() }
  var step: StreamedStep { reader.step }
  var returned: [ReturnedCall] { reader.returned }

  var summary: RunSummary {
    RunSummary(
      startWallClock: header.startWallClock, processIdentifier: header.processIdentifier, isComplete: header.isClosed,
      droppedRecords: header.droppedRecords, dropReason: header.dropReason, damagedSlots: damagedSlots,
      unfinishedRecords: unfinishedRecords)
  }

  var objectCount: Int { reader.objectCount }
  func nameRemainingObjects() { reader.nameRemainingObjects() }
  func object(_ id: ObjectID) -> TracedObject { reader.object(id) }
  func links(of id: ObjectID) -> [TracedObject.Link] { reader.links(of: id) }
  func deliversTo(_ id: ObjectID) -> ObjectID? { reader.deliversTo(id) }
  func bringsEvents(_ id: ObjectID) -> Bool { reader.bringsEvents(id) }
  func stack(of id: ObjectID) -> Int? { reader.stack(of: id) }
  func addresses(ofStack stack: Int) -> [ReturnAddress] { reader.addresses(ofStack: stack) }
  var stackCount: Int { reader.stackCount }

  var threadCount: Int { reader.threadCount }
  var hasSeveralThreads: Bool { reader.hasSeveralThreads }
  func thread(_ index: Int) -> TracedThread { reader.thread(index) }
  func site(_ place: Int) -> SourceLine { reader.site(place) }
  func queue(_ place: Int) -> String { reader.queue(place) }
}

/// Turns records into steps: gives objects their ordinals, calls their nesting, actions their causes.
///
/// A struct, because the exclusivity checks of a class's properties took a third of the time.
private struct StepReader {
  let header: TraceHeader
  let damagedSlots: Int
  let unfinishedRecords: Int

  private let records: RecordReader
  private var definitions: Definitions
  private(set) var likelyStepCount = 0

  private(set) var step = StreamedStep()
  private(set) var returned: [ReturnedCall] = []
  /// The step is a `forwardOn` whose observer's `on` comes next.
  private var owesOn = false
  /// The reader's record has been looked at and must be handled again.
  private var recordWaits = false
  private let line = PrintedLine()
  private var lastNumber = 0

  private(set) var hasSeveralThreads = false
  private var threadPlaces = NumberMap()
  private var threads: [ThreadState] = []
  private var queues = InternTable()
  /// For each ``ObjectID`` its row in the definitions.
  private let objectRows = PagedArray<UInt32>()
  private var ordinals: [String: UInt32] = [:]
  /// For each type, its name without generic arguments.
  private var shortNames: [Int: String] = [:]
  private let schedules = PagedArray<Schedule>()
  private var thrown = ThrownErrors()

  /// How many threads have had each number so far.
  private var threadDefinitions: [UInt16: Int] = [:]

  private struct ThreadState {
    var ordinal: UInt16
    var name: String
    var queue: Int?
    /// The calls that are under way, outermost first.
    var open: [OpenCall] = []
    /// When the outermost of them returned, if it has and nothing came after.
    var returnTime: UInt64?
  }

  private struct OpenCall {
    var number: Int
    var depth: Int
  }

  private struct Schedule {
    var sequence: UInt32
    var number: UInt32
  }

  init(path: String) throws {
    records = try RecordReader(path: path)
    header = records.header
    definitions = Definitions(version: header.version)
    try records.makeRewindable()
    var firstThread: UInt16?
    while try records.advance() {
      if records.record.kind >= RecordKind.defineObject.rawValue {
        definitions.add(records.record)
        continue
      }
      thrown.note(records.record)
      switch RecordKind(rawValue: records.record.kind) {
      // It is also the observer's `on`.
      case .forwardOn: likelyStepCount += 2
      case .returned, .queue, .threw, nil: break
      default: likelyStepCount += 1
      }
      if records.record.thread != firstThread, RecordKind(rawValue: records.record.kind) != nil {
        hasSeveralThreads = firstThread != nil
        firstThread = firstThread ?? records.record.thread
      }
    }
    damagedSlots = records.damagedSlots
    unfinishedRecords = records.unfinishedRecords
    thrown.sort()
    try records.rewind()
  }
}

// MARK: Steps

extension StepReader {
  mutating func advance() throws -> Bool {
    if !returned.isEmpty { returned.removeAll(keepingCapacity: true) }
    if owesOn { return giveImpliedOn() }
    while try recordWaits || records.advance() {
      recordWaits = false
      let record = records.record
      guard let kind = RecordKind(rawValue: record.kind) else { continue }
      guard kind.rawValue < RecordKind.defineObject.rawValue else {
        if kind == .defineThread { meetThread(record.thread) }
        continue
      }
      let thread = threadIndex(record.thread)
      if kind == .returned {
        threads[thread].returnTime = nanoseconds(record.time)
      } else if kind == .queue {
        threads[thread].queue = record.text.baseAddress.map { _ in queues.place(of: record.text) }
      } else if let stepKind = StepKind(kind), give(stepKind, record, thread) {
        return true
      }
    }
    return line.isUnderWay ? giveLine() : finish()
  }

  /// Makes a record a step; false if it only began or continued a printed line.
  @inline(__always)
  private mutating func give(_ kind: StepKind, _ record: RecordView, _ thread: Int) -> Bool {
    if _slowPath(line.isUnderWay || kind == .output) { return givePrinted(kind, record, thread) }
    begin(kind, record, thread)
    giveObjects(record)
    open()
    if kind == .schedule {
      schedules.append(Schedule(sequence: record.sequence, number: UInt32(truncatingIfNeeded: step.number)))
    }
    if kind == .closure { step.thrown = thrown.error(ofClosure: record.sequence) }
    owesOn = kind == .forwardOn && step.isDelivered && step.other != nil
    return true
  }

  @inline(never)
  private mutating func givePrinted(_ kind: StepKind, _ record: RecordView, _ thread: Int) -> Bool {
    if line.isUnderWay {
      guard kind == .output, line.continues(with: record, thread) else {
        recordWaits = true
        return giveLine()
      }
      return line.append(record.text) && giveLine()
    }
    begin(kind, record, thread)
    // It encloses nothing.
    enclose()
    return line.begin(record.text, step) && giveLine()
  }

  private mutating func begin(_ kind: StepKind, _ record: RecordView, _ thread: Int) {
    lastNumber += 1
    step = StreamedStep(
      number: lastNumber, kind: kind, event: EventKind(record.event), thread: thread, queue: threads[thread].queue,
      depth: Int(record.depth), time: nanoseconds(record.time), site: definitions.siteRow(record.site),
      isDelivered: !record.isUndelivered, sequence: record.sequence)
  }

  private mutating func giveObjects(_ record: RecordView) {
    step.value = StreamedValue(record)
    step.object = objectID(record.object)
    if step.kind == .forwardOn {
      step.other = observer(of: record.object)
    } else if record.payloadType == .reference {
      let reference = UInt32(truncatingIfNeeded: record.word)
      if step.kind == .scheduledAction || step.kind == .cancelledAction {
        step.cause = schedule(reference)
      } else {
        step.other = objectID(reference)
      }
    }
  }

  /// A `forwardOn` that was delivered is the observer's `on`: the file holds one record for both.
  private mutating func giveImpliedOn() -> Bool {
    owesOn = false
    lastNumber += 1
    step.number = lastNumber
    step.kind = .on
    step.object = step.other
    step.other = nil
    step.depth += 1
    step.site = nil
    open()
    return true
  }

  private mutating func giveLine() -> Bool {
    step = line.end()
    return true
  }

  private mutating func finish() -> Bool {
    for thread in threads.indices { closeReturned(thread) }
    return false
  }

  // MARK: Nesting

  @inline(__always)
  private mutating func enclose() {
    if threads[step.thread].returnTime != nil { closeReturned(step.thread) }
    close(step.thread, to: step.depth, at: step.time)
    step.parent = threads[step.thread].open.last?.number
  }

  /// Puts the step under the call that encloses it, and what follows under the step.
  @inline(__always)
  private mutating func open() {
    enclose()
    threads[step.thread].open.append(OpenCall(number: step.number, depth: step.depth))
  }

  /// Ends the calls of a thread that are not enclosed at a depth.
  @inline(__always)
  private mutating func close(_ thread: Int, to depth: Int, at time: UInt64) {
    while let last = threads[thread].open.last, last.depth >= depth {
      threads[thread].open.removeLast()
      returned.append(ReturnedCall(number: last.number, thread: thread, time: time))
    }
  }

  private mutating func closeReturned(_ thread: Int) {
    guard let time = threads[thread].returnTime else { return }
    threads[thread].returnTime = nil
    close(thread, to: 0, at: time)
  }

  private func nanoseconds(_ ticks: UInt64) -> UInt64 {
    guard ticks > header.startTicks else { return 0 }
    let time = Double(ticks - header.startTicks) / header.ticksPerSecond * 1e9
    return time < 9e18 ? UInt64(time) : 0
  }

  // MARK: Numbers

  @inline(__always)
  private mutating func threadIndex(_ ordinal: UInt16) -> Int {
    if let index = threadPlaces[UInt32(ordinal)] { return index }
    threadPlaces.set(UInt32(ordinal), threads.count)
    let names = definitions.threads[ordinal] ?? []
    let place = max(threadDefinitions[ordinal] ?? 0, 1) - 1
    threads.append(ThreadState(ordinal: ordinal, name: place < names.count ? names[place] : ""))
    return threads.count - 1
  }

  /// From its second definition on, a number belongs to another thread, which steps have not named yet.
  private mutating func meetThread(_ number: UInt16) {
    threadDefinitions[number, default: 0] += 1
    if threadDefinitions[number]! > 1 { threadPlaces.remove(UInt32(number)) }
  }

  @inline(__always)
  private mutating func objectID(_ number: UInt32) -> ObjectID? {
    number == 0 ? nil : objectID(row: definitions.row(of: number))
  }

  @inline(__always)
  private mutating func objectID(row: Int) -> ObjectID {
    let id = definitions.objects[row].id
    return _fastPath(id != Definitions.none) ? Int(id) : meet(row)
  }

  /// Gives an object its number and its ordinal when a step first names it.
  @inline(never)
  private mutating func meet(_ row: Int) -> ObjectID {
    let id = objectRows.count
    let name = shortName(definitions.objects[row].type)
    ordinals[name, default: 0] += 1
    definitions.objects[row].ordinal = ordinals[name]!
    definitions.objects[row].id = UInt32(truncatingIfNeeded: id)
    objectRows.append(UInt32(truncatingIfNeeded: row))
    return id
  }

  private mutating func shortName(_ type: UInt32) -> String {
    guard type != Definitions.none else { return Self.unknownType }
    if let name = shortNames[Int(type)] { return name }
    let name = String(definitions.shortName(type))
    shortNames[Int(type)] = name
    return name
  }

  private static let unknownType = "Unknown"

  private mutating func observer(of sink: UInt32) -> ObjectID? {
    guard sink != 0 else { return nil }
    return objectID(definitions.objects[definitions.row(of: sink)].observer)
  }

  /// The number of the step that is the `schedule` with a sequence number. They come in the order of the file.
  private func schedule(_ sequence: UInt32) -> Int? {
    var (low, high) = (0, schedules.count)
    while low < high {
      let middle = (low + high) / 2
      if schedules[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    guard low < schedules.count, schedules[low].sequence == sequence else { return nil }
    return Int(schedules[low].number)
  }
}

// MARK: Objects, threads, lines

extension StepReader {
  var objectCount: Int { objectRows.count }
  var threadCount: Int { threads.count }

  /// Objects that only others hold come after those that steps name, nearest first.
  mutating func nameRemainingObjects() {
    var id = 0
    while id < objectRows.count {
      for link in definitions.links(of: Int(objectRows[id])) { _ = objectID(row: link.target) }
      id += 1
    }
  }

  func object(_ id: ObjectID) -> TracedObject {
    let row = definitions.objects[Int(objectRows[id])]
    let facts = definitions.facts(ofType: row.type)
    return TracedObject(
      id: id, typeName: row.isDefined ? shortNames[Int(row.type)]! : Self.unknownType,
      fullTypeName: row.isDefined ? definitions.types.text(Int(row.type)) : Self.unknownType,
      ordinal: Int(row.ordinal), role: TracedObject.Role(ObjectRole(rawValue: row.role) ?? .other),
      superclasses: facts?.superclasses ?? [], knownSince: nanoseconds(row.time), traits: facts?.traits ?? [],
      conveniencesType: facts?.conveniencesType, abstractCalls: facts?.abstractCalls ?? [:])
  }

  /// The object that an object gives its events to, if a step or another object names it.
  func deliversTo(_ id: ObjectID) -> ObjectID? {
    let next = definitions.objects[Int(objectRows[id])].observer
    guard next != 0, let row = definitions.knownRow(of: next) else { return nil }
    let target = definitions.objects[row].id
    return target == Definitions.none ? nil : Int(target)
  }

  func links(of id: ObjectID) -> [TracedObject.Link] {
    definitions.links(of: Int(objectRows[id])).compactMap { link in
      let target = definitions.objects[link.target].id
      guard target != Definitions.none else { return nil }
      return TracedObject.Link(name: link.property, target: Int(target), role: TracedObject.Link.Role(link.role))
    }
  }

  func bringsEvents(_ id: ObjectID) -> Bool {
    definitions.links(of: Int(objectRows[id])).contains { $0.role == .delivery || $0.role == .subscriber }
  }

  func stack(of id: ObjectID) -> Int? {
    let stack = definitions.objects[Int(objectRows[id])].stack
    return stack == Definitions.none ? nil : Int(stack)
  }

  func thread(_ index: Int) -> TracedThread {
    TracedThread(ordinal: index + 1, name: threads[index].name, number: threads[index].ordinal)
  }

  func queue(_ place: Int) -> String { queues.text(place) }
  func site(_ place: Int) -> SourceLine { definitions.sites[place] }
  func addresses(ofStack stack: Int) -> [ReturnAddress] { definitions.addresses(ofStack: stack) }
  var stackCount: Int { definitions.stacks.entries.count }

  /// The step with its texts. Mutating, because an object would otherwise copy this struct for each step.
  mutating func wholeStep() -> Step {
    Step(
      index: step.number - 1, number: step.number, sequence: step.sequence, kind: step.kind, event: step.event,
      value: step.value.traced, thrown: step.thrown.traced, object: step.object, other: step.other, thread: step.thread,
      queue: step.queue.map { queues.text($0) }, depth: step.depth, time: step.time,
      site: step.site.map { definitions.sites[$0] }, callStack: step.site.flatMap { definitions.callStack(ofSite: $0) },
      parent: step.parent.map { $0 - 1 }, cause: step.cause.map { $0 - 1 }, isDelivered: step.isDelivered)
  }
}

/// The program's output, gathered up to the end of a line, because one `print` writes several pieces.
private final class PrintedLine {
  private(set) var isUnderWay = false
  private var step = StreamedStep()
  private let text = ByteBuffer()

  /// Longer lines become several steps.
  private static let longest = TraceFormat.maximumPayloadSize

  /// - Returns: whether the line is complete; so for ``append(_:)``.
  func begin(_ bytes: UnsafeRawBufferPointer, _ step: StreamedStep) -> Bool {
    self.step = step
    isUnderWay = true
    text.removeAll()
    return append(bytes)
  }

  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    text.append(bytes)
    return text.bytes.last == UInt8(ascii: "\n") || text.count >= Self.longest
  }

  func continues(with record: RecordView, _ thread: Int) -> Bool {
    thread == step.thread && Int(record.depth) == step.depth
  }

  /// The step with all of its text.
  func end() -> StreamedStep {
    isUnderWay = false
    step.value = .text(text.bytes, isCut: false)
    return step
  }
}

extension StepKind {
  init?(_ kind: RecordKind) {
    switch kind {
    case .subscribeClosures: self = .subscribeClosures
    case .subscribeHandler: self = .subscribeHandler
    case .subscribe: self = .subscribe
    case .run: self = .run
    case .forwardOn: self = .forwardOn
    case .on: self = .on
    case .onCore: self = .onCore
    case .dispose: self = .dispose
    case .closure: self = .closure
    case .schedule: self = .schedule
    case .scheduledAction: self = .scheduledAction
    case .cancelledAction: self = .cancelledAction
    case .output: self = .output
    default: return nil
    }
  }
}

extension EventKind {
  fileprivate init?(_ code: EventCode) {
    switch code {
    case .none: return nil
    case .next: self = .next
    case .error: self = .error
    case .completed: self = .completed
    }
  }
}

extension TracedObject.Link.Role {
  fileprivate init(_ role: LinkRole) {
    switch role {
    case .other: self = .other
    case .delivery: self = .delivery
    case .subscriber: self = .subscriber
    case .lifetime: self = .lifetime
    case .owner: self = .owner
    }
  }
}

extension TracedObject.Role {
  fileprivate init(_ role: ObjectRole) {
    switch role {
    case .other: self = .other
    case .observable: self = .observable
    case .sink: self = .sink
    case .observer: self = .observer
    case .subject: self = .subject
    case .disposable: self = .disposable
    case .scheduler: self = .scheduler
    }
  }
}
