import RxTrace

/// The words of the analyses for a step.
struct StepText: Sendable {
  let trace: Trace
  let origins: [ObjectID: SourceLine]

  init(_ run: AnalysedRun) {
    (trace, origins) = (run.trace, run.origins)
  }

  /// `MapSink#1.forwardOn next 10`
  func call(_ step: Step, printing text: String? = nil) -> String {
    if step.kind == .output, let text { return "▸ " + Self.shown(text, isComplete: true) }
    return StepPhrase(step, in: trace).parts.compactMap { part -> String? in
      switch part {
      case .undelivered: "(\(part.text()))"
      case .thread: nil
      case .printed, .call, .receiver, .event, .value, .thrown: part.text()
      }
    }.joined(separator: " ")
  }

  /// The line that made the call; for a subscription of the program's own, the line that put its pipeline together.
  func place(_ step: Step) -> String? {
    if step.kind == .subscribeClosures || step.kind == .subscribeHandler, let origin = origin(step.object) {
      return "made at \(origin)"
    }
    return step.site?.shortDescription
  }

  /// `greet.swift:8`: the line of the program's own source that made an object.
  func origin(_ object: ObjectID?) -> String? { object.flatMap { origins[$0] }?.shortDescription }

  /// A value in one line; a very long one is shortened, with the number of the remaining characters.
  static func shown(_ text: String, isComplete: Bool) -> String {
    ShownText.value(
      TracedValue(text: text.hasSuffix("\n") ? String(text.dropLast()) : text, isComplete: isComplete))
  }
}

/// The text with hidden characters escaped.
func oneLine(_ text: String) -> String { ShownText.printable(text) }

/// A step in the reports' JSON. Numbers of steps count from 1.
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
  let virtualTime: VirtualTimes.JSON?

  /// - Parameter times: the virtual times of the run.
  init(_ step: Step, _ text: StepText, _ times: VirtualTimes) {
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
    virtualTime = times.time(of: step).map(VirtualTimes.JSON.init)
  }
}
