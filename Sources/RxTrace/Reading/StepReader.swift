import TraceFormat

/// Turns records into steps, and gives objects their ordinals, calls their nesting, and actions their causes.
///
/// The reader is a struct, because the exclusivity checks of a class's properties took a third of the time.
struct StepReader {
  let header: TraceHeader
  var damagedSlots = 0
  var unfinishedRecords = 0
  let records: RecordReader
  var definitions: Definitions
  private(set) var likelyStepCount = 0

  private(set) var step = StreamedStep()
  private(set) var returned: [ReturnedCall] = []
  /// Whether the step is a `forwardOn` whose observer's `on` comes next.
  private var owesOn = false
  /// Whether the reader's record has been looked at and must be handled again.
  private var recordWaits = false
  let line = PrintedLine()
  var lastNumber = 0

  var hasSeveralThreads = false
  var threadTable: ThreadTable
  var threads: [ThreadState] = []
  var queues = InternTable()
  /// The row of each object in the definitions, indexed by ``ObjectID``.
  private let objectRows = PagedArray<UInt32>()
  private var ordinals: [String: UInt32] = [:]
  /// The name of each type without generic arguments.
  private var shortNames: [Int: String] = [:]
  private lazy var holders = Holders(definitions)
  private let schedules = PagedArray<Schedule>()
  var thrown: ThrownErrors
  private var values = ValueReader()

  /// The number of gaps of the recording that have been passed.
  var gaps = 0
  /// Whether no step has come since the last gap.
  private var isBehindGap = false

  struct ThreadState {
    var number: UInt16
    var name: String
    var queue: Int?
    /// The calls that are under way, outermost first.
    var open: [OpenCall] = []
    /// Whether records are missing since the thread's last one.
    var isBehindGap = false
  }

  struct OpenCall {
    var number: Int
    var depth: Int
    /// Whether the call gives an object an event, or is within such a call.
    var isWithinEvent = false
    /// Whether the call enters a closure of the program.
    var isClosure = false
    /// The recorded time at which it returned, if any. The reader gives it together with the thread's next step.
    var end: UInt64?
  }

  private struct Schedule {
    var sequence: UInt64
    var number: Int
  }

  /// The plan for reading a part of the recording; nil to read all of it.
  var plan: PartPlan?
  /// Whether the recording may go on when there are no more records.
  var follows = false
  /// The links of a recording that is followed, and the rows of objects whose links have been added since.
  var followedHolders = Holders()
  var linkedRows: Set<Int> = []
  /// The number of objects that wait for the number of an object that they are a part of.
  private var owned = 0

  init(_ records: RecordReader) {
    self.records = records
    header = records.header
    definitions = Definitions(version: header.version)
    threadTable = ThreadTable(ThreadNumbers(isRepeating: header.hasSegments))
    thrown = ThrownErrors(hasEnds: header.hasSegments)
  }

  /// Reads all of the recording once, for the definitions of its numbers.
  init(whole records: RecordReader) throws {
    self.init(records)
    try records.makeRewindable()
    var table = threadTable
    while try records.advance() {
      let record = records.record
      if record.isDefinition {
        definitions.add(record)
        if record.kind == .defineThread { _ = table.meet(record.thread, count: record.object) }
        continue
      }
      if records.gaps != gaps {
        gaps = records.gaps
        thrown.forgetClosures()
      }
      thrown.note(record, definitions)
      guard let kind = record.kind else { continue }
      // A `forwardOn` is also the observer's `on`.
      if kind.isStep { likelyStepCount += kind == .forwardOn ? 2 : 1 }
      if table.place(of: record.thread) == nil { _ = table.add(record.thread) }
    }
    hasSeveralThreads = table.count > 1
    damagedSlots = records.damagedSlots
    unfinishedRecords = records.unfinishedRecords
    thrown.sort()
    gaps = 0
    try records.rewind()
  }
}

// MARK: Steps

extension StepReader {
  mutating func advance() throws -> Bool {
    if !returned.isEmpty { returned.removeAll(keepingCapacity: true) }
    if owesOn { return giveImpliedOn() }
    while try recordWaits || advanceRecord() {
      let isNew = !recordWaits
      recordWaits = false
      let record = records.record
      if _slowPath(records.gaps != gaps) {
        passGap()
        // The line may have ended in the part that is missing.
        if line.isUnderWay {
          recordWaits = true
          return giveLine()
        }
      }
      guard let kind = record.kind else { continue }
      guard !record.isDefinition else {
        if kind == .defineThread { _ = threadTable.meet(record.thread, count: record.object) }
        continue
      }
      let thread = threadIndex(record.thread)
      if isNew, record.gap > 0 { noteClosureEnd(record, thread) }
      if kind == .returned {
        noteReturn(record, thread)
      } else if kind == .queue {
        threads[thread].queue = record.text.baseAddress.map { _ in queues.place(of: record.text) }
      } else if let stepKind = StepKind(kind), give(stepKind, record, thread) {
        return true
      }
    }
    if follows { return false }
    return line.isUnderWay ? giveLine() : finish()
  }

  /// A part's closure errors are gathered during the reading, because nobody has read the records before.
  private mutating func advanceRecord() throws -> Bool {
    while try !records.advance() {
      guard selectNextSegment() else { return false }
    }
    if plan != nil {
      if records.gaps != gaps { thrown.forgetClosures() }
      thrown.note(records.record, definitions)
    }
    return true
  }

  /// Turns a record into a step; returns false if the record only began or continued a printed line.
  @inline(__always)
  private mutating func give(_ kind: StepKind, _ record: RecordView, _ thread: Int) -> Bool {
    if _slowPath(line.isUnderWay || kind == .output) { return givePrinted(kind, record, thread) }
    begin(kind, record, thread)
    giveObjects(record)
    open()
    if kind == .schedule {
      schedules.append(Schedule(sequence: record.sequence, number: step.number))
    }
    if kind == .closure && plan == nil { step.thrown = thrown.error(ofClosure: record.sequence) }
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
      return line.append(record) && giveLine()
    }
    begin(kind, record, thread)
    // A printed line does not enclose anything.
    enclose()
    return line.begin(record, step) && giveLine()
  }

  private mutating func begin(_ kind: StepKind, _ record: RecordView, _ thread: Int) {
    lastNumber += 1
    let site = definitions.siteRow(record.callSite(header))
    step = StreamedStep(
      number: lastNumber, kind: kind, event: EventKind(record.event), thread: thread, queue: threads[thread].queue,
      depth: Int(record.depth), time: header.nanoseconds(record.time), site: site,
      isDelivered: !record.isUndelivered, sequence: record.sequence)
  }

  private mutating func giveObjects(_ record: RecordView) {
    step.value = values.value(record, step.thread, isCall: step.kind != .schedule, definitions)
    step.object = objectID(record.object)
    if step.kind == .forwardOn {
      step.other = observer(of: record.object)
    } else if record.payloadType == .reference {
      let reference = UInt32(truncatingIfNeeded: record.word)
      if step.kind == .scheduledAction || step.kind == .cancelledAction {
        step.cause = schedule(reference, before: record.sequence)
      } else {
        step.other = objectID(reference)
      }
    }
  }

  /// Gives the `on` of the observer that a delivered `forwardOn` implies, because the file holds one record for both.
  private mutating func giveImpliedOn() -> Bool {
    owesOn = false
    lastNumber += 1
    step.number = lastNumber
    step.isBehindGap = false
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

  mutating func finish() -> Bool {
    for thread in threads.indices { close(thread, to: .max, at: 0) }
    return false
  }

  // MARK: Nesting

  @inline(__always)
  private mutating func enclose() {
    if _slowPath(threads[step.thread].isBehindGap) { beginBehindGap() }
    close(step.thread, to: step.depth, at: step.time)
    step.parent = threads[step.thread].open.last?.number
    step.isWithinEvent = threads[step.thread].open.last?.isWithinEvent ?? false
  }

  /// Puts the step under the call that encloses it, and what follows under the step.
  @inline(__always)
  private mutating func open() {
    enclose()
    threads[step.thread].open.append(
      OpenCall(
        number: step.number, depth: step.depth, isWithinEvent: step.isOfEvent, isClosure: step.kind == .closure))
  }

  /// Ends the calls of a thread that have returned, and those at this depth or deeper.
  @inline(__always)
  private mutating func close(_ thread: Int, to depth: Int, at time: UInt64) {
    while let last = threads[thread].open.last, last.depth >= depth || last.end != nil {
      threads[thread].open.removeLast()
      returned.append(ReturnedCall(number: last.number, thread: thread, time: last.end ?? time))
    }
  }

  /// The calls that were under way may have returned in the part that is missing, and others may have begun: the next step
  /// ends them all.
  mutating func passGap() {
    gaps = records.gaps
    isBehindGap = true
    for thread in threads.indices { threads[thread].isBehindGap = true }
  }

  private mutating func beginBehindGap() {
    threads[step.thread].isBehindGap = false
    guard isBehindGap else { return }
    isBehindGap = false
    step.isBehindGap = true
    for thread in threads.indices { close(thread, to: 0, at: step.time) }
  }

  /// Notes the return of a call. Until version 4, only returns of outermost calls are recorded.
  private mutating func noteReturn(_ record: RecordView, _ thread: Int) {
    // The call that returned began in the part that is missing.
    guard !threads[thread].isBehindGap else { return }
    let depth = header.hasSegments ? Int(record.depth) : 0
    let time = header.nanoseconds(record.time)
    for call in threads[thread].open.indices.reversed() {
      guard threads[thread].open[call].depth >= depth else { return }
      // A call within this one may have returned before.
      if header.hasSegments && threads[thread].open[call].end != nil { continue }
      threads[thread].open[call].end = time
    }
  }

  /// Notes when the innermost closure returned. A call within it whose return is not recorded has returned too.
  private mutating func noteClosureEnd(_ record: RecordView, _ thread: Int) {
    guard header.hasSegments, !threads[thread].isBehindGap,
      let closure = threads[thread].open.lastIndex(where: { $0.isClosure && $0.end == nil })
    else { return }
    let end = header.nanoseconds(record.time &- record.gap)
    for call in closure..<threads[thread].open.count where threads[thread].open[call].end == nil {
      threads[thread].open[call].end = end
    }
  }

  // MARK: Numbers

  @inline(__always)
  mutating func threadIndex(_ number: UInt16) -> Int { threadTable.place(of: number) ?? meetThread(number) }

  /// Gives a thread its place at its first record.
  private mutating func meetThread(_ number: UInt16) -> Int {
    let place = threadTable.add(number)
    // All threads are known before if a part of a recording is read.
    guard place == threads.count else { return place }
    let names = definitions.threads[number] ?? []
    let last = max(threadTable.numbers.threads(with: number), 1) - 1
    threads.append(
      ThreadState(number: number, name: last < names.count ? names[last] : "", isBehindGap: isBehindGap))
    return place
  }

  @inline(__always)
  mutating func objectID(_ number: UInt32) -> ObjectID? {
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
    if let known = meetOwners(of: row) { return known }
    let id = objectRows.count
    let name = shortName(definitions.objects[row].type)
    ordinals[name, default: 0] += 1
    definitions.objects[row].ordinal = ordinals[name]!
    definitions.objects[row].id = UInt32(truncatingIfNeeded: id)
    objectRows.append(UInt32(truncatingIfNeeded: row))
    return id
  }

  /// Numbers the objects that an object belongs to, so that they are known when it first does something: the object
  /// that it is a part of, and the subject that an observer passes events to.
  /// - Returns: the object's own number if it got one meanwhile, because damage could make it a part of itself.
  private mutating func meetOwners(of row: Int) -> ObjectID? {
    guard owned < Self.deepestPart else { return nil }
    owned += 1
    defer { owned -= 1 }
    let isObserver = definitions.objects[row].role == ObjectRole.observer.rawValue
    for link in definitions.links(of: row) {
      let isSubject = definitions.objects[link.target].role == ObjectRole.subject.rawValue
      if link.role == .owner || isObserver && isSubject { _ = objectID(row: link.target) }
    }
    let id = definitions.objects[row].id
    return id == Definitions.none ? nil : Int(id)
  }

  private static let deepestPart = 16

  private mutating func shortName(_ type: UInt32) -> String {
    guard type != Definitions.none else { return Self.unknownType }
    if let name = shortNames[Int(type)] { return name }
    let name = String(definitions.shortName(type))
    shortNames[Int(type)] = name
    return name
  }

  private static let unknownType = "Unknown"

  mutating func observer(of sink: UInt32) -> ObjectID? {
    guard sink != 0 else { return nil }
    return objectID(definitions.objects[definitions.row(of: sink)].observer)
  }

  /// The number of the step that is the nearest `schedule` before a record whose sequence number has this low half. They
  /// come in the order of the recording.
  private func schedule(_ lowHalf: UInt32, before record: UInt64) -> Int? {
    let half = UInt64(1) << 32
    var sequence = record / half * half + UInt64(lowHalf)
    if sequence >= record {
      guard sequence >= half else { return nil }
      sequence -= half
    }
    let place = (0..<schedules.count).partitioningIndex { schedules[$0].sequence >= sequence }
    guard place < schedules.count, schedules[place].sequence == sequence else { return nil }
    return schedules[place].number
  }
}

// MARK: Objects, threads, lines

extension StepReader {
  var summary: RunSummary {
    RunSummary(
      startWallClock: header.startWallClock, processIdentifier: header.processIdentifier, isComplete: header.isClosed,
      droppedRecords: header.droppedRecords, dropReason: header.dropReason, damagedSlots: damagedSlots,
      unfinishedRecords: unfinishedRecords, removedRecords: records.removedRecords, removedTimes: records.removedTimes,
      isRing: header.isRing, isWithoutOutput: header.isWithoutOutput, hasClosureEnds: header.hasSegments)
  }

  var objectCount: Int { objectRows.count }
  func objectRow(of id: ObjectID) -> UInt32 { objectRows[id] }
  var threadCount: Int { threads.count }

  /// Numbers the objects that only other objects hold, after those that steps name, nearest first.
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
      superclasses: facts?.superclasses ?? [], knownSince: header.nanoseconds(row.time), traits: facts?.traits ?? [],
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

  func stack(ofSite place: Int) -> Int? { definitions.callStack(ofSite: place) }

  mutating func holder(endedBy id: ObjectID) -> ObjectID? {
    let row = Int(objectRows[id])
    return (follows ? followedHolders.ofLifetimes[row] : holders.ofLifetimes[row]).flatMap(known)
  }

  mutating func isHeldForEvents(_ id: ObjectID) -> Bool {
    let row = Int(objectRows[id])
    return follows ? followedHolders.targetsOfEvents.contains(row) : holders.targetsOfEvents.contains(row)
  }

  private func known(_ row: Int) -> ObjectID? {
    let id = definitions.objects[row].id
    return id == Definitions.none ? nil : Int(id)
  }

  func thread(_ index: Int) -> TracedThread {
    TracedThread(ordinal: index + 1, name: threads[index].name, number: threads[index].number)
  }

  func queue(_ place: Int) -> String { queues.text(place) }
  func site(_ place: Int) -> SourceLine { definitions.sites[place] }
  func addresses(ofStack stack: Int) -> [ReturnAddress] { definitions.addresses(ofStack: stack) }
  var stackCount: Int { definitions.stacks.entries.count }
  var program: RecordedProgram { definitions.program }

  /// The step as its readers get it, with its texts added to a table.
  mutating func whole(_ step: StreamedStep, _ texts: StepTexts) -> Step {
    if let site = step.site { texts.addSites(upTo: site, from: definitions) }
    if let error = step.thrown.traced { texts.add(thrown: error, by: step.sequence) }
    return Step(
      step, texts, value: step.value.traced, queue: step.queue.map { texts.add(queue: queues.text($0)) })
  }
}
