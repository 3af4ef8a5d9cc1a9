/// Writes a run as OpenTelemetry JSON: each line an `ExportTraceServiceRequest`, as collectors read it from a file.
///
/// Every call is a span below the call that encloses it, all of them below one span for the run. An action that a
/// scheduler ran is linked to the `schedule` that asked for it. Values are events of their spans, and so is the
/// program's output.
///
///     OpenTelemetry(trace, service: "checkout").write { print($0, terminator: "") }
///     // Prints: {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name",…
public struct OpenTelemetry {
  private let trace: Trace
  private let service: String
  private let seed: UInt64
  private let times: CallTimes
  /// The output within each call; -1 for output outside of all calls.
  private let outputs: [Int: [Int]]

  /// Spans in a line.
  private static let batch = 512

  /// - Parameters:
  ///   - service: the name that collectors show for the program.
  public init(_ trace: Trace, service: String = "headwater") {
    self.trace = trace
    self.service = service
    seed = Self.mixed(trace.startWallClock ^ Self.mixed(UInt64(trace.processIdentifier)))
    times = CallTimes(trace)
    outputs = Dictionary(grouping: trace.steps.filter { $0.kind == .output }.map(\.index)) { [trace] in
      trace.steps[$0].parent ?? -1
    }
  }

  /// Writes the requests, each with its line break.
  public func write(_ write: (String) throws -> Void) rethrows {
    try write(head + runSpan)
    var count = 1
    for step in trace.steps where step.kind != .output {
      if count == Self.batch {
        try write(tail + head)
        count = 0
      }
      try write((count == 0 ? "" : ",") + span(step))
      count += 1
    }
    try write(tail)
  }

  // MARK: Requests

  private var head: String {
    let resource = attributes([
      ("service.name", .text(service)), ("process.pid", .number(Int(trace.processIdentifier))),
      ("telemetry.sdk.name", .text("headwater")), ("telemetry.sdk.language", .text("swift")),
    ])
    return "{\"resourceSpans\":[{\"resource\":{\"attributes\":\(resource)},"
      + "\"scopeSpans\":[{\"scope\":{\"name\":\"headwater\"},\"spans\":["
  }

  private var tail: String { "]}]}]}\n" }

  /// The span that encloses the outermost calls.
  private var runSpan: String {
    var facts: [(String, Attribute)] = [
      ("rx.complete", .flag(trace.isComplete)), ("rx.dropped_records", .number(Int(clamping: trace.droppedRecords))),
    ]
    if trace.removedRecords > 0 { facts.append(("rx.removed_records", .number(Int(clamping: trace.removedRecords)))) }
    return span(
      0, parent: nil, name: "run", kind: 1, times: (0, times.last), attributes: facts,
      events: (outputs[-1] ?? []).map(output))
  }

  // MARK: Spans

  private func span(_ step: Step) -> String {
    let kind = step.kind == .schedule ? 4 : step.kind == .scheduledAction ? 5 : 1
    var events = (outputs[step.index] ?? []).map(output)
    if let event = step.event { events.insert(valueEvent(step, event), at: 0) }
    if let thrown = step.thrown { events.append(exception(thrown, times.ends[step.index])) }
    return span(
      number(step), parent: step.parent.map { number(trace.steps[$0]) } ?? 0, name: trace.title(of: step), kind: kind,
      times: (times.starts[step.index], times.ends[step.index]), attributes: facts(step), events: events,
      link: step.cause.map { number(trace.steps[$0]) },
      failure: step.thrown ?? (step.event == .error ? step.value : nil))
  }

  private func span(
    _ number: Int, parent: Int?, name: String, kind: Int, times: (UInt64, UInt64),
    attributes facts: [(String, Attribute)], events: [String], link: Int? = nil, failure: TracedValue? = nil
  ) -> String {
    var fields = ["\"traceId\":\"\(traceID)\"", "\"spanId\":\"\(spanID(number))\""]
    if let parent { fields.append("\"parentSpanId\":\"\(spanID(parent))\"") }
    fields.append("\"name\":\(TextEscaping.json.quote(name))")
    fields.append("\"kind\":\(kind)")
    fields.append("\"startTimeUnixNano\":\"\(wallClock(times.0))\"")
    fields.append("\"endTimeUnixNano\":\"\(wallClock(times.1))\"")
    fields.append("\"attributes\":\(attributes(facts))")
    if !events.isEmpty { fields.append("\"events\":[\(events.joined(separator: ","))]") }
    if let link { fields.append("\"links\":[{\"traceId\":\"\(traceID)\",\"spanId\":\"\(spanID(link))\"}]") }
    if let failure { fields.append("\"status\":{\"message\":\(TextEscaping.json.quote(failure.text)),\"code\":2}") }
    return "{\(fields.joined(separator: ","))}"
  }

  private func facts(_ step: Step) -> [(String, Attribute)] {
    var facts: [(String, Attribute)] = [("rx.step", .number(step.number)), ("rx.kind", .text(step.kind.rawValue))]
    if let object = step.object.map({ trace.objects[$0] }) {
      facts += [("rx.object", .text(object.name)), ("rx.type", .text(object.fullTypeName))]
    }
    if let observer = step.other { facts.append(("rx.observer", .text(trace.objects[observer].name))) }
    if !step.isDelivered { facts.append(("rx.delivered", .flag(false))) }
    if let queue = step.queue, !queue.isEmpty { facts.append(("rx.queue", .text(queue))) }
    let thread = trace.threads[step.thread]
    facts.append(("thread.id", .number(thread.ordinal)))
    if !thread.name.isEmpty { facts.append(("thread.name", .text(thread.name))) }
    if let site = step.site {
      facts += [("code.file.path", .text(site.file)), ("code.line.number", .number(site.line))]
    }
    return facts
  }

  // MARK: Events of spans

  private func valueEvent(_ step: Step, _ event: EventKind) -> String {
    var facts: [(String, Attribute)] = []
    if let value = step.value {
      facts.append(("rx.value", .text(value.text)))
      if !value.isComplete { facts.append(("rx.value_complete", .flag(false))) }
    }
    return self.event(event.rawValue, times.starts[step.index], facts)
  }

  /// As the conventions for exceptions have it.
  private func exception(_ error: TracedValue, _ time: UInt64) -> String {
    event("exception", time, [("exception.message", .text(error.text))])
  }

  private func output(_ index: Int) -> String {
    let step = trace.steps[index]
    return event("output", step.time, [("rx.output", .text(step.value?.text ?? ""))])
  }

  private func event(_ name: String, _ time: UInt64, _ facts: [(String, Attribute)]) -> String {
    "{\"timeUnixNano\":\"\(wallClock(time))\",\"name\":\"\(name)\",\"attributes\":\(attributes(facts))}"
  }

  // MARK: Values

  private enum Attribute {
    case text(String)
    case number(Int)
    case flag(Bool)
  }

  private func attributes(_ facts: [(String, Attribute)]) -> String {
    let written = facts.map { key, value in
      switch value {
      case .text(let text): "{\"key\":\"\(key)\",\"value\":{\"stringValue\":\(TextEscaping.json.quote(text))}}"
      case .number(let number): "{\"key\":\"\(key)\",\"value\":{\"intValue\":\"\(number)\"}}"
      case .flag(let flag): "{\"key\":\"\(key)\",\"value\":{\"boolValue\":\(flag)}}"
      }
    }
    return "[\(written.joined(separator: ","))]"
  }

  private func wallClock(_ time: UInt64) -> UInt64 { trace.startWallClock &+ time }

  /// The number of a step in the run; a run that was put together without numbers counts its steps.
  private func number(_ step: Step) -> Int { step.number == 0 ? step.index + 1 : step.number }

  private var traceID: String { Self.hex(seed) + Self.hex(Self.mixed(seed)) }

  /// A different identifier for each number, and never 0, which the format forbids.
  private func spanID(_ number: Int) -> String {
    let id = Self.mixed(seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
    return Self.hex(id == 0 ? 1 : id)
  }

  /// Spreads a number over 64 bits without collisions (the last step of the generator SplitMix64).
  private static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
