import RxTrace
import TraceFormat

/// Writes a run as OpenTelemetry JSON: each line an `ExportTraceServiceRequest`, as collectors read it from a file.
///
/// Every call is a span below the call that encloses it, all of them below one span for the run; a span is written when its
/// call has returned. An action that a scheduler ran is linked to the `schedule` that asked for it. Values are events of
/// their spans, and so is the program's output.
///
///     try OpenTelemetry(path: "run.hwtrace", service: "checkout").write { print($0, terminator: "") }
///     // Prints: {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name",…
public struct OpenTelemetry {
  private let input: StepInput
  private let service: String

  /// - Parameters:
  ///   - service: the name that collectors show for the program.
  public init(_ trace: Trace, service: String = "headwater") { (input, self.service) = (.trace(trace), service) }

  /// Reads a trace file while writing, in memory that does not grow with the file.
  public init(path: String, service: String = "headwater") { (input, self.service) = (.file(path), service) }

  /// Writes the requests in pieces.
  /// - Throws: ``TraceError``, what `write` throws.
  public func write(_ write: (String) throws -> Void) throws {
    try writeBytes { try write(String(decoding: $0, as: UTF8.self)) }
  }

  /// The same as UTF-8, which is valid only during the call.
  public func writeBytes(_ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    try input.write(SpanForm(service: service), write)
  }
}

/// The spans of a run, as the text of requests.
struct SpanForm: StepForm {
  private var names = SpanForm.emptyNames
  private let service: String
  private var identifiers = SpanIdentifiers(start: 0, process: 0)
  private var process: UInt32 = 0
  private var start: UInt64 = 0
  /// For each thread, the spans of the calls that are under way, outermost first.
  private var open: [OpenSpans] = []
  /// For each thread, its attributes.
  private var threads = TextArena()
  /// For each object, the place of its type in ``types``.
  private var typesOfObjects: [Int] = []
  private var types = TextArena()
  private var typePlaces: [String: Int] = [:]
  /// The output of the program outside of all calls, as JSON.
  private let runEvents = SpanEvents()
  private var lastTime: UInt64 = 0
  /// The number of spans in the line under way.
  private(set) var count = 0
  private let most: Most
  /// Whether a call that ends is known not to have returned.
  private var isCut = false

  /// The limits of a request and of a span.
  struct Most {
    var spans = 512
    /// The most events; nil for all. One span of a recording that goes on for days must not hold all that was printed.
    var events: Int?
  }

  init(service: String, most: Most = Most()) {
    (self.service, self.most) = (service, most)
    runEvents.most = most.events
  }

  private static var emptyNames: StepNames { StepNames(escape: { $1.append(json: $0) }, siteFormat: writeSite) }

  mutating func begin(_ source: some StepSource, _ out: ByteBuilder) {
    (start, process) = (source.summary.startWallClock, source.summary.processIdentifier)
    identifiers = SpanIdentifiers(start: start, process: process)
  }

  mutating func add(_ source: some StepSource, _ out: ByteBuilder) {
    let step = source.step
    while open.count <= step.thread { meetThread(source.thread(open.count)) }
    while names.objectCount < source.objectCount { meet(source.object(names.objectCount)) }
    for call in source.returned { end(call, source, out) }
    lastTime = max(lastTime, step.time)
    guard step.kind != .output else { return print(step) }
    open[step.thread].begin(step, most: most.events)
    let span = open[step.thread].last
    if let event = step.event { writeValue(of: step, event, at: span.start, to: span.events) }
    noteFailure(of: step)
  }

  mutating func end(_ source: some StepSource, _ out: ByteBuilder, flush: () throws -> Void) throws {
    try endRun(source, out, flush: flush)
    endRequest(out)
  }

  /// Ends the calls that are under way, and the run.
  mutating func endRun(_ source: some StepSource, _ out: ByteBuilder, flush: () throws -> Void = {}) rethrows {
    source.nameRemainingObjects()
    while names.objectCount < source.objectCount { meet(source.object(names.objectCount)) }
    for call in source.returned {
      end(call, source, out)
      try flush()
    }
    // The run was cut off within these calls.
    for thread in open.indices {
      while !open[thread].isEmpty {
        endLast(of: thread, at: lastTime, source, out)
        try flush()
      }
    }
    writeRun(source.summary, out)
  }

  /// Ends the line under way.
  mutating func endRequest(_ out: ByteBuilder) {
    guard count > 0 else { return }
    out.append("]}]}]}\n")
    count = 0
  }

  /// Ends what is open, because the source will number everything anew and will not tell when the open calls returned.
  mutating func forget(_ source: some StepSource, _ out: ByteBuilder) {
    isCut = true
    for thread in open.indices {
      while !open[thread].isEmpty { endLast(of: thread, at: lastTime, source, out) }
    }
    isCut = false
    (names, threads, types) = (Self.emptyNames, TextArena(), TextArena())
    (open, typesOfObjects, typePlaces) = ([], [], [:])
  }

  // MARK: What spans need

  private mutating func meetThread(_ thread: TracedThread) {
    open.append(OpenSpans())
    threads.add { out in
      out.append(",")
      Self.write("thread.id", number: thread.ordinal, out)
      guard !thread.name.isEmpty else { return }
      out.append(",")
      Self.write("thread.name", out) { $0.append(json: thread.name) }
    }
  }

  private mutating func meet(_ object: TracedObject) {
    names.add(object)
    let place = typePlaces[object.fullTypeName] ?? types.count
    if place == types.count {
      typePlaces[object.fullTypeName] = place
      types.add { $0.append(json: object.fullTypeName) }
    }
    typesOfObjects.append(place)
  }

  private mutating func print(_ step: StreamedStep) {
    let isOutside = open[step.thread].isEmpty
    let events = isOutside ? runEvents : open[step.thread].last.events
    guard let text = events.begin() else { return }
    beginEvent("output", at: step.time, text)
    Self.write("rx.output", text) { $0.append(step.value) { $1.append(json: $0) } }
    text.append("]}")
  }

  private func writeValue(of step: StreamedStep, _ event: EventKind, at time: UInt64, to events: SpanEvents) {
    guard let text = events.begin() else { return }
    beginEvent(event.rawValue, at: time, text)
    if case .none = step.value {
    } else {
      Self.write("rx.value", text) { $0.append(step.value) { $1.append(json: $0) } }
      if step.value.isCut { Self.write(",", "rx.value_complete", flag: false, text) }
    }
    text.append("]}")
  }

  private mutating func noteFailure(of step: StreamedStep) {
    let hasThrown = if case .none = step.thrown { false } else { true }
    let error = hasThrown ? step.thrown : step.event == .error ? step.value : .none
    if case .none = error { return }
    open[step.thread].fail(hasThrown: hasThrown)
    open[step.thread].last.failure.append(error) { $1.append(json: $0) }
  }

  // MARK: Spans

  private mutating func end(_ call: ReturnedCall, _ source: some StepSource, _ out: ByteBuilder) {
    lastTime = max(lastTime, call.time)
    while !open[call.thread].isEmpty {
      let isLast = open[call.thread].last.step.number == call.number
      endLast(of: call.thread, at: call.time, source, out)
      if isLast { return }
    }
  }

  private mutating func endLast(of thread: Int, at time: UInt64, _ source: some StepSource, _ out: ByteBuilder) {
    let span = open[thread].end(at: time)
    beginSpan(span.step.number, parent: span.step.parent ?? 0, out)
    names.append(titleOf: span.step, to: out)
    let kind = span.step.kind == .schedule ? 4 : span.step.kind == .scheduledAction ? 5 : 1
    writeTimes(kind: kind, span.start, span.end, out)
    writeAttributes(span.step, source, out)
    if span.hasThrown { writeException(span, span.events) }
    writeEvents(span.events, out)
    if let cause = span.step.cause {
      out.append(",\"links\":[{\"traceId\":\"")
      identifiers.appendTrace(to: out)
      out.append("\",\"spanId\":\"")
      identifiers.append(span: cause, to: out)
      out.append("\"}]")
    }
    if span.isFailed {
      out.append(",\"status\":{\"message\":\"")
      out.append(span.failure.bytes)
      out.append("\",\"code\":2}")
    }
    out.append("}")
  }

  private mutating func writeRun(_ summary: RunSummary, _ out: ByteBuilder) {
    beginSpan(0, parent: nil, out)
    out.append("run")
    writeTimes(kind: 1, 0, lastTime, out)
    Self.write("", "rx.complete", flag: summary.isComplete, out)
    out.append(",")
    Self.write("rx.dropped_records", number: Int(clamping: summary.droppedRecords), out)
    if summary.removedRecords > 0 {
      out.append(",")
      Self.write("rx.removed_records", number: Int(clamping: summary.removedRecords), out)
    }
    out.append("]")
    writeEvents(runEvents, out)
    out.append("}")
  }

  /// Writes the beginning of a span, up to its name.
  private mutating func beginSpan(_ number: Int, parent: Int?, _ out: ByteBuilder) {
    if count == most.spans { endRequest(out) }
    if count == 0 { writeHead(out) } else { out.append(",") }
    count += 1
    out.append("{\"traceId\":\"")
    identifiers.appendTrace(to: out)
    out.append("\",\"spanId\":\"")
    identifiers.append(span: number, to: out)
    if let parent {
      out.append("\",\"parentSpanId\":\"")
      identifiers.append(span: parent, to: out)
    }
    out.append("\",\"name\":\"")
  }

  private func writeHead(_ out: ByteBuilder) {
    out.append("{\"resourceSpans\":[{\"resource\":{\"attributes\":[")
    Self.write("service.name", out) { $0.append(json: service) }
    out.append(",")
    Self.write("process.pid", number: Int(process), out)
    out.append(",")
    Self.write("telemetry.sdk.name", out) { $0.append("headwater") }
    out.append(",")
    Self.write("telemetry.sdk.language", out) { $0.append("swift") }
    out.append("]},\"scopeSpans\":[{\"scope\":{\"name\":\"headwater\"},\"spans\":[")
  }

  private func writeTimes(kind: Int, _ begin: UInt64, _ end: UInt64, _ out: ByteBuilder) {
    out.append("\",\"kind\":")
    out.append(decimal: kind)
    out.append(",\"startTimeUnixNano\":\"")
    out.append(decimal: start &+ begin)
    out.append("\",\"endTimeUnixNano\":\"")
    out.append(decimal: start &+ end)
    out.append("\",\"attributes\":[")
  }

  private func writeAttributes(_ step: StreamedStep, _ source: some StepSource, _ out: ByteBuilder) {
    Self.write("rx.step", number: step.number, out)
    out.append(",")
    Self.write("rx.kind", out) { $0.append(string: step.kind.rawValue) }
    if let object = step.object {
      out.append(",")
      Self.write("rx.object", out) { names.append(object: object, to: $0) }
      out.append(",")
      Self.write("rx.type", out) { types.append(typesOfObjects[object], to: $0) }
    }
    if let other = step.other {
      out.append(",")
      Self.write("rx.observer", out) { names.append(object: other, to: $0) }
    }
    if !step.isDelivered { Self.write(",", "rx.delivered", flag: false, out) }
    if isCut { Self.write(",", "rx.returned", flag: false, out) }
    if let queue = step.queue, !source.queue(queue).isEmpty {
      out.append(",")
      Self.write("rx.queue", out) { names.append(queue: queue, source, to: $0) }
    }
    threads.append(step.thread, to: out)
    if let site = step.site {
      out.append(",")
      names.append(site: site, source, to: out)
    }
    out.append("]")
  }

  private static func writeSite(_ line: SourceLine, _ escape: (String) -> Void, _ out: ByteBuilder) {
    write("code.file.path", out) { _ in escape(line.file) }
    out.append(",")
    write("code.line.number", number: line.line, out)
  }

  // MARK: Events of spans

  /// Writes the beginning of an event, up to its attributes.
  private func beginEvent(_ name: String, at time: UInt64, _ out: ByteBuilder) {
    if out.count > 0 { out.append(",") }
    out.append("{\"timeUnixNano\":\"")
    out.append(decimal: start &+ time)
    out.append("\",\"name\":\"")
    out.append(string: name)
    out.append("\",\"attributes\":[")
  }

  /// Writes an error in the way of OpenTelemetry's conventions for exceptions.
  private func writeException(_ span: OpenSpan, _ events: SpanEvents) {
    let out = events.text
    beginEvent("exception", at: span.end, out)
    Self.write("exception.message", out) { $0.append(span.failure.bytes) }
    out.append("]}")
  }

  private func writeEvents(_ events: SpanEvents, _ out: ByteBuilder) {
    guard events.text.count > 0 else { return }
    out.append(",\"events\":[")
    out.append(events.text.bytes)
    out.append("]")
    guard events.dropped > 0 else { return }
    out.append(",\"droppedEventsCount\":")
    out.append(decimal: events.dropped)
  }

  // MARK: Attributes

  @inline(__always)
  private static func write(_ key: StaticString, _ out: ByteBuilder, _ text: (ByteBuilder) -> Void) {
    out.append("{\"key\":\"")
    out.append(key)
    out.append("\",\"value\":{\"stringValue\":\"")
    text(out)
    out.append("\"}}")
  }

  @inline(__always)
  private static func write(_ key: StaticString, number: Int, _ out: ByteBuilder) {
    out.append("{\"key\":\"")
    out.append(key)
    out.append("\",\"value\":{\"intValue\":\"")
    out.append(decimal: number)
    out.append("\"}}")
  }

  private static func write(_ separator: StaticString, _ key: StaticString, flag: Bool, _ out: ByteBuilder) {
    out.append(separator)
    out.append("{\"key\":\"")
    out.append(key)
    out.append(flag ? "\",\"value\":{\"boolValue\":true}}" : "\",\"value\":{\"boolValue\":false}}")
  }
}
