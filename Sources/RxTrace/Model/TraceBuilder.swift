import TraceFormat

extension Trace {
  /// Reads a whole trace file.
  /// - Throws: ``TraceError`` where it is no trace file; a file that was cut off or damaged gives what can be read.
  public init(contentsOf path: String) throws {
    let reader = try RecordReader(path: path)
    var definitions = Definitions()
    var happenings: [RawRecord] = []
    while let record = try reader.next() {
      guard let kind = record.kind else { continue }
      if kind.rawValue < RecordKind.defineObject.rawValue {
        happenings.append(record)
      } else {
        definitions.add(record)
      }
    }
    var builder = TraceBuilder(header: reader.header, definitions: definitions)
    for record in happenings { builder.add(record) }
    self = builder.finish()
    isComplete = reader.header.isClosed
    droppedRecords = reader.header.droppedRecords
    dropReason = reader.header.dropReason
    startWallClock = reader.header.startWallClock
    processIdentifier = reader.header.processIdentifier
    damagedSlots = reader.header.isClosed ? reader.skippedSlots : 0
  }
}

/// What the numbers in records mean.
///
/// Gathered before any step is built, because a thread may use a number a moment before the thread that gave it out has
/// finished defining it.
private struct Definitions {
  var objects: [UInt32: (type: String, role: ObjectRole, observer: UInt32)] = [:]
  /// By the full name of a type.
  var superclasses: [String: [String]] = [:]
  var links: [UInt32: [(name: String, target: UInt32)]] = [:]
  var threads: [UInt16: String] = [:]
  var sites: [UInt32: SourceLine] = [:]
  var images: [UInt32: String] = [:]
  var assemblies: [UInt32: [UInt8]] = [:]

  mutating func add(_ record: RawRecord) {
    let text = record.payload.text ?? ""
    switch record.kind {
    case .defineObject:
      let role = ObjectRole(rawValue: record.eventByte) ?? .other
      objects[record.object] = (text, role, record.site)
    case .defineLink: links[record.object, default: []].append((text, record.site))
    case .defineSuperclasses:
      // Of the same object, and written after it by the same thread.
      guard let type = objects[record.object]?.type else { break }
      superclasses[type] = text.split(separator: ",").map(String.init)
    case .defineThread: threads[record.thread] = text
    case .defineSite: sites[record.object] = Self.sourceLine(text)
    case .defineImage: images[record.object] = text
    case .defineAssembly:
      if case .bytes(let bytes) = record.payload { assemblies[record.object] = bytes }
    default: break
    }
  }

  private static func sourceLine(_ text: String) -> SourceLine? {
    guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]) else { return nil }
    return SourceLine(file: String(text[..<colon]), line: line)
  }
}

/// Turns records into steps: gives objects their ordinals, calls their nesting, actions their causes.
private struct TraceBuilder {
  private let header: TraceHeader
  private let definitions: Definitions
  private var trace = Trace()
  private var objectIDs: [UInt32: ObjectID] = [:]
  private var ordinals: [String: Int] = [:]
  private var threadIndices: [UInt16: Int] = [:]
  private var queues: [Int: String] = [:]
  /// For each thread the steps that are under way, outermost first.
  private var openSteps: [Int: [Int]] = [:]
  private var stepOfSequence: [UInt32: Int] = [:]

  init(header: TraceHeader, definitions: Definitions) {
    self.header = header
    self.definitions = definitions
  }

  mutating func add(_ record: RawRecord) {
    let thread = threadIndex(record.thread)
    switch record.kind {
    case .returned: close(openSteps[thread] ?? [], at: nanoseconds(record.time), thread)
    case .queue: queues[thread] = record.payload.text
    case let kind?:
      guard let stepKind = StepKind(kind), !continuesLine(record, thread) else { return }
      addStep(stepKind, record, thread)
    case nil: break
    }
  }

  /// One `print` writes several pieces, at least its text and its end of line: they are one step, up to the line's end.
  private mutating func continuesLine(_ record: RawRecord, _ thread: Int) -> Bool {
    guard record.kind == .output, let text = record.payload.text, let last = trace.steps.last,
      last.kind == .output, last.thread == thread, last.depth == Int(record.depth),
      let line = last.value?.text, !line.hasSuffix("\n")
    else { return false }
    trace.steps[last.index].value?.text = line + text
    return true
  }

  private mutating func addStep(_ kind: StepKind, _ record: RawRecord, _ thread: Int) {
    var step = Step(
      index: trace.steps.count, kind: kind, event: EventKind(record.event), thread: thread,
      queue: queues[thread], depth: Int(record.depth), time: nanoseconds(record.time))
    if kind == .output {
      step.value = TracedValue(text: record.payload.text ?? "")
    } else {
      step.value = TracedValue(record.payload)
      step.object = objectID(record.object)
    }
    step.sequence = record.sequence
    step.site = definitions.sites[record.site]
    step.isDelivered = !record.isUndelivered
    switch (kind, record.payload) {
    case (.scheduledAction, .reference(let sequence)): step.cause = stepOfSequence[sequence]
    case (_, .reference(let object)): step.other = objectID(object)
    default: break
    }
    if kind == .forwardOn { step.other = observer(of: record.object) }
    append(step)
    if kind == .schedule { stepOfSequence[record.sequence] = step.index }
    if kind == .forwardOn && step.isDelivered { appendImpliedOn(of: step) }
  }

  /// A `forwardOn` that was delivered is the observer's `on`: the file holds one record for both.
  private mutating func appendImpliedOn(of forwardOn: Step) {
    guard let observer = forwardOn.other else { return }
    var step = forwardOn
    step.index = trace.steps.count
    step.kind = .on
    step.object = observer
    step.other = nil
    step.depth += 1
    step.site = nil
    append(step)
  }

  private mutating func append(_ step: Step) {
    var step = step
    step.number = step.index + 1
    var open = openSteps[step.thread] ?? []
    while let last = open.last, trace.steps[last].depth >= step.depth {
      trace.steps[last].endTime = step.time
      open.removeLast()
    }
    step.parent = open.last
    open.append(step.index)
    openSteps[step.thread] = open
    trace.steps.append(step)
  }

  /// Ends all calls of a thread.
  private mutating func close(_ open: [Int], at time: UInt64, _ thread: Int) {
    for index in open { trace.steps[index].endTime = time }
    openSteps[thread] = []
  }

  private mutating func threadIndex(_ ordinal: UInt16) -> Int {
    if let index = threadIndices[ordinal] { return index }
    let index = trace.threads.count
    threadIndices[ordinal] = index
    trace.threads.append(TracedThread(ordinal: index + 1, name: definitions.threads[ordinal] ?? "", number: ordinal))
    return index
  }

  private mutating func objectID(_ number: UInt32) -> ObjectID? {
    guard number != 0 else { return nil }
    if let id = objectIDs[number] { return id }
    let definition = definitions.objects[number]
    let fullName = definition?.type ?? "Unknown"
    let typeName = String(fullName.prefix { $0 != "<" })
    ordinals[typeName, default: 0] += 1
    let id = trace.objects.count
    objectIDs[number] = id
    trace.objects.append(
      TracedObject(
        id: id, typeName: typeName, fullTypeName: fullName, ordinal: ordinals[typeName]!,
        role: TracedObject.Role(definition?.role ?? .other), superclasses: definitions.superclasses[fullName] ?? []))
    return id
  }

  private mutating func observer(of sink: UInt32) -> ObjectID? {
    objectID(definitions.objects[sink]?.observer ?? 0)
  }

  private func nanoseconds(_ ticks: UInt64) -> UInt64 {
    guard ticks > header.startTicks else { return 0 }
    let time = Double(ticks - header.startTicks) / header.ticksPerSecond * 1e9
    return time < 9e18 ? UInt64(time) : 0
  }

  /// Adds links and stacks once every object that a step names has its place; what only links name follows.
  mutating func finish() -> Trace {
    var pending = objectIDs.sorted { $0.value < $1.value }.map(\.key)
    var done: Set<UInt32> = []
    while !pending.isEmpty {
      let number = pending.removeFirst()
      guard done.insert(number).inserted, let id = objectID(number) else { continue }
      for link in definitions.links[number] ?? [] {
        guard definitions.objects[link.target] != nil, let target = objectID(link.target) else { continue }
        let made = TracedObject.Link(name: link.name, target: target)
        if !trace.objects[id].links.contains(made) { trace.objects[id].links.append(made) }
        pending.append(link.target)
      }
      trace.objects[id].assembly = assembly(of: number)
    }
    return trace
  }

  private func assembly(of number: UInt32) -> [ReturnAddress] {
    guard let bytes = definitions.assemblies[number] else { return [] }
    return stride(from: 0, to: bytes.count - bytes.count % 16, by: 16).compactMap { start in
      let words = [start, start + 8].map { word in
        bytes[word..<word + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      }
      return definitions.images[UInt32(truncatingIfNeeded: words[0])].map {
        ReturnAddress(image: $0, offset: words[1])
      }
    }
  }
}

extension StepKind {
  fileprivate init?(_ kind: RecordKind) {
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

extension TracedValue {
  fileprivate init?(_ payload: Payload) {
    switch payload {
    case .none, .reference, .bytes: return nil
    case .void: self.init(text: "()")
    case .integer(let number): self.init(text: "\(number)")
    case .unsignedInteger(let number): self.init(text: "\(number)")
    case .double(let number): self.init(text: "\(number)")
    case .bool(let flag): self.init(text: "\(flag)")
    case .string(let text, let isCut): self.init(text: text.debugDescription, isComplete: !isCut)
    case .description(let text, let isCut): self.init(text: text, isComplete: !isCut)
    }
  }
}
