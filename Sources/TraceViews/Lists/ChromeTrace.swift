import RxTrace

/// Writes a run as Chrome's trace events, a JSON file that Perfetto and `chrome://tracing` open.
///
/// Each call is a slice of its thread. A closure's slice and an outermost call's end when they returned; another slice ends
/// with the next record of its thread outside of it. Each sink's life is an asynchronous slice, from its making to its
/// disposal, and an arrow leads from each `schedule` to the action that it asked for.
///
///     try ChromeTrace(path: "run.hwtrace").write { print($0, terminator: "") }
///     // Prints: {"traceEvents":[
///     //         {"ph":"M","pid":4711,"tid":1,"name":"thread_name","args":{"name":"main"}},
///     //         {"ph":"B","pid":4711,"tid":1,"ts":1.042,"cat":"subscribe","name":"Map#1.subscribe","args":{"step":2}},
public struct ChromeTrace {
  private let input: StepInput
  private var times: VirtualTimes?

  public init(_ trace: Trace) { input = .trace(trace) }

  /// Writes a run, or a part of one.
  init(_ run: LocatedTrace) {
    self.init(run.trace)
    times = run.timesOfWhole
  }

  /// Reads a trace file while writing, in memory that does not grow with the file.
  public init(path: String) { input = .file(path) }

  /// Writes the text in pieces, each of which ends with a line.
  /// - Throws: ``TraceError``, what `write` throws.
  public func write(_ write: (String) throws -> Void) throws {
    try writeBytes { try write(String(decoding: $0, as: UTF8.self)) }
  }

  /// The same as UTF-8, which is valid only during the call.
  public func writeBytes(_ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    try input.write(ChromeForm(timesOfWhole: times), write)
  }
}

private struct ChromeForm: StepForm {
  private let names = StepNames(escape: { $1.append(json: $0) }, siteFormat: StepNames.writeSite)
  private var process: UInt32 = 1
  /// For each thread, the text between an event's phase and its time.
  private let threads = TextArena()
  /// For each thread, how many of its slices are open.
  private var openSlices: [Int] = []
  /// For each thread, the latest time that was written. Slices nest only as long as a thread's times do not go back,
  /// which those of a damaged file may.
  private var latest: [UInt64] = []
  /// Sinks that have not been disposed, and the times at which they were made.
  private var living: [ObjectID: UInt64] = [:]
  private var lastTime: UInt64 = 0
  private var moments: StepMoments

  init(timesOfWhole: VirtualTimes?) { moments = StepMoments(timesOfWhole) }

  mutating func begin(_ source: some StepSource, _ out: ByteBuilder) {
    // Readers of this format take process 0 for the idle task.
    process = max(source.summary.processIdentifier, 1)
    out.append("{\"traceEvents\":[\n{\"ph\":\"M\",\"pid\":")
    out.append(decimal: UInt64(process))
    out.append(",\"tid\":0,\"name\":\"process_name\",\"args\":{\"name\":\"traced program\"}}")
  }

  mutating func add(_ source: some StepSource, _ out: ByteBuilder) {
    var step = source.step
    let moment = moments.moment(of: step)
    if step.thread >= openSlices.count { nameThreads(source, out) }
    endSlices(source, out)
    step.time = time(step.time, on: step.thread)
    while names.objectCount < source.objectCount { meetObject(source, step.thread, out) }
    guard step.kind != .output else { return writeOutput(step, moment, source, out) }
    beginSlice(step, moment, source, out)
    if step.kind == .schedule { writeArrow("s", step.number, step, out) }
    if let cause = step.cause, step.kind == .scheduledAction { writeArrow("f", cause, step, out) }
    if step.kind == .dispose, let object = step.object, let start = living.removeValue(forKey: object) {
      writeLife("e", object, step.thread, max(step.time, start), out)
    }
  }

  mutating func end(_ source: some StepSource, _ out: ByteBuilder, flush: () throws -> Void) throws {
    endSlices(source, out)
    // The run was cut off within these slices.
    for thread in openSlices.indices {
      for _ in 0..<openSlices[thread] { writeSliceEnd(thread, lastTime, out) }
      try flush()
    }
    source.nameRemainingObjects()
    while names.objectCount < source.objectCount {
      if !openSlices.isEmpty { meetObject(source, 0, out) } else { names.add(source.object(names.objectCount)) }
      try flush()
    }
    out.append("\n]}\n")
  }

  // MARK: Slices

  private mutating func endSlices(_ source: some StepSource, _ out: ByteBuilder) {
    for call in source.returned {
      openSlices[call.thread] -= 1
      writeSliceEnd(call.thread, time(call.time, on: call.thread), out)
    }
  }

  /// The given time, or the time of the thread's last event if that is later.
  @inline(__always)
  private mutating func time(_ time: UInt64, on thread: Int) -> UInt64 {
    let time = max(time, latest[thread])
    latest[thread] = time
    lastTime = max(lastTime, time)
    return time
  }

  private func writeSliceEnd(_ thread: Int, _ time: UInt64, _ out: ByteBuilder) {
    writeHead("E", thread, time, out)
    out.append("}")
  }

  @inline(__always)
  private mutating func beginSlice(
    _ step: StreamedStep, _ moment: VirtualTimes.Moment?, _ source: some StepSource, _ out: ByteBuilder
  ) {
    openSlices[step.thread] += 1
    writeHead("B", step.thread, step.time, out)
    out.append(",\"cat\":\"")
    out.append(string: step.kind.rawValue)
    out.append("\",\"name\":\"")
    names.append(titleOf: step, to: out)
    out.append("\"")
    writeArguments(step, moment, source, out)
  }

  private func writeOutput(
    _ step: StreamedStep, _ moment: VirtualTimes.Moment?, _ source: some StepSource, _ out: ByteBuilder
  ) {
    writeHead("i", step.thread, step.time, out)
    out.append(",\"s\":\"t\",\"cat\":\"output\",\"name\":\"output\"")
    writeArguments(step, moment, source, out)
  }

  @inline(__always)
  private func writeArguments(
    _ step: StreamedStep, _ moment: VirtualTimes.Moment?, _ source: some StepSource, _ out: ByteBuilder
  ) {
    out.append(",\"args\":{\"step\":")
    out.append(decimal: step.number)
    if let moment {
      out.append(",\"virtualTime\":")
      out.append(moment)
    }
    if let event = step.event { write(",\"event\":\"", out) { $0.append(string: event.rawValue) } }
    if let other = step.other { write(",\"other\":\"", out) { names.append(object: other, to: $0) } }
    if !step.isDelivered { out.append(",\"delivered\":false") }
    if let queue = step.queue, step.parent == nil {
      write(",\"queue\":\"", out) { names.append(queue: queue, source, to: $0) }
    }
    if let site = step.site {
      write(",\"source\":\"", out) { names.append(site: site, source, to: $0) }
    }
    writeValue(step.value, out)
    if case .none = step.thrown {} else { writeThrown(step.thrown, out) }
    out.append("}}")
  }

  private func writeThrown(_ error: StreamedValue, _ out: ByteBuilder) {
    write(",\"threw\":\"", out) { $0.append(error) { $1.append(json: $0) } }
  }

  private func writeValue(_ value: StreamedValue, _ out: ByteBuilder) {
    if case .none = value { return }
    write(",\"value\":\"", out) { $0.append(value) { $1.append(json: $0) } }
    if value.isCut { out.append(",\"cut\":true") }
  }

  /// Writes a key, what `value` writes, and the quote behind it.
  @inline(__always)
  private func write(_ key: StaticString, _ out: ByteBuilder, _ value: (ByteBuilder) -> Void) {
    out.append(key)
    value(out)
    out.append("\"")
  }

  // MARK: Arrows and lives

  /// Draws an arrow from a `schedule` to each of its actions; a periodic one has several.
  private func writeArrow(_ phase: StaticString, _ schedule: Int, _ step: StreamedStep, _ out: ByteBuilder) {
    writeHead(phase, step.thread, step.time, out)
    out.append(",\"cat\":\"schedule\",\"name\":\"schedule\",\"id\":")
    out.append(decimal: schedule)
    out.append(step.kind == .schedule ? "}" : ",\"bp\":\"e\"}")
  }

  /// A subscription, a sink or a place in a subject lives until it is disposed.
  private mutating func meetObject(_ source: some StepSource, _ thread: Int, _ out: ByteBuilder) {
    let object = source.object(names.objectCount)
    names.add(object)
    guard object.role == .sink || source.bringsEvents(object.id) else { return }
    living[object.id] = object.knownSince
    writeLife("b", object.id, thread, object.knownSince, out)
  }

  private func writeLife(_ phase: StaticString, _ object: ObjectID, _ thread: Int, _ time: UInt64, _ out: ByteBuilder) {
    writeHead(phase, thread, time, out)
    out.append(",\"cat\":\"subscription\",\"id\":")
    out.append(decimal: object + 1)
    write(",\"name\":\"", out) { names.append(object: object, to: $0) }
    out.append("}")
  }

  // MARK: Heads

  private mutating func nameThreads(_ source: some StepSource, _ out: ByteBuilder) {
    while openSlices.count <= source.step.thread {
      let name = source.thread(openSlices.count).name
      out.append(",\n{\"ph\":\"M\",\"pid\":")
      out.append(decimal: UInt64(process))
      out.append(",\"tid\":")
      out.append(decimal: openSlices.count + 1)
      out.append(",\"name\":\"thread_name\",\"args\":{\"name\":\"")
      out.append(json: name.isEmpty ? "thread \(openSlices.count + 1)" : name)
      out.append("\"}}")
      threads.add { writeIdentity(openSlices.count, $0) }
      openSlices.append(0)
      latest.append(0)
    }
  }

  private func writeIdentity(_ thread: Int, _ out: ByteBuilder) {
    out.append("\",\"pid\":")
    out.append(decimal: UInt64(process))
    out.append(",\"tid\":")
    out.append(decimal: thread + 1)
    out.append(",\"ts\":")
  }

  /// Writes the beginning of every event. No event is the first element, so each has a comma before it.
  @inline(__always)
  private func writeHead(_ phase: StaticString, _ thread: Int, _ time: UInt64, _ out: ByteBuilder) {
    out.append(",\n{\"ph\":\"")
    out.append(phase)
    threads.append(thread, to: out)
    out.append(microseconds: time)
  }
}
