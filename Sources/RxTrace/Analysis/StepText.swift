/// How the analyses put a step into words.
struct StepText: Sendable {
  let trace: Trace
  let origins: [ObjectID: SourceLine]

  init(_ run: AnalysedRun) {
    (trace, origins) = (run.trace, run.origins)
  }

  /// `MapSink#1.forwardOn next 10`
  func call(_ step: Step, printing text: String? = nil) -> String {
    if step.kind == .output { return "▸ " + Self.shown(text ?? step.value?.text ?? "", isComplete: true) }
    var words = [trace.title(of: step)]
    if let observer = step.other, step.kind != .forwardOn { words.append("→ \(trace.name(of: observer))") }
    if step.kind != .closure, let event = step.event { words.append(event.rawValue) }
    if let value = step.value { words.append(Self.shown(value.text, isComplete: value.isComplete)) }
    if let thrown = step.thrown { words.append("threw \(Self.shown(thrown.text, isComplete: thrown.isComplete))") }
    if !step.isDelivered { words.append("(not delivered: disposed)") }
    return words.joined(separator: " ")
  }

  /// The line that made the call; for a subscription of the program's own where its pipeline was put together.
  func place(_ step: Step) -> String? {
    if step.kind == .subscribeClosures || step.kind == .subscribeHandler, let origin = origin(step.object) {
      return "made at \(origin)"
    }
    return step.site?.shortDescription
  }

  /// `greet.swift:8`: where in the program's own source an object was made.
  func origin(_ object: ObjectID?) -> String? { object.flatMap { origins[$0] }?.shortDescription }

  /// `thread 2 "worker", queue com.example`
  func thread(_ step: Step) -> String {
    let thread = trace.threads[step.thread]
    let name = thread.name.isEmpty ? "" : " \"\(oneLine(thread.name))\""
    let queue = (step.queue ?? "").isEmpty ? "" : ", queue \(oneLine(step.queue ?? ""))"
    return "thread \(thread.ordinal)\(name)\(queue)"
  }

  /// A value in one line; of a very long one the beginning, and how much more there is.
  static func shown(_ text: String, isComplete: Bool) -> String {
    ShownText.value(
      TracedValue(text: text.hasSuffix("\n") ? String(text.dropLast()) : text, isComplete: isComplete))
  }
}

/// The text with what breaks lines, commands a terminal or turns the direction of writing as escapes.
func oneLine(_ text: String) -> String { ShownText.printable(text) }

/// `1 step`, `2 steps`
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

/// A step as the reports' JSON holds it. Numbers of steps count from 1.
struct StepJSON: Encodable {
  let step: Int
  let call: String
  let kind: String
  let object: String?
  let observer: String?
  let event: String?
  let value: String?
  let valueIsComplete: Bool?
  let threw: String?
  let thread: Int
  let queue: String?
  let source: String?
  let madeAt: String?

  init(_ step: Step, _ text: StepText) {
    let trace = text.trace
    self.step = step.number
    call = step.kind == .output ? "output" : trace.title(of: step)
    kind = step.kind.rawValue
    object = step.object.map { trace.name(of: $0) }
    observer = step.other.map { trace.name(of: $0) }
    event = step.event?.rawValue
    value = step.value?.text
    valueIsComplete = step.value?.isComplete
    threw = step.thrown?.text
    thread = trace.threads[step.thread].ordinal
    queue = step.queue
    source = step.site?.description
    madeAt = step.object.flatMap { text.origins[$0] }?.description
  }
}
