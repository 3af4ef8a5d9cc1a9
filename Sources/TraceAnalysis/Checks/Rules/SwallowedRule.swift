import RxTrace

extension Finding.Rule {
  /// The last element went into a time operator and never came out.
  public static let swallowed = Finding.Rule(
    "swallowed", "The last element went into a time operator and never came out.",
    isAboutAbsence: true)
}

/// The last element that went into a time operator, if it never came out.
///
/// Not counted: an element like the last that came out, as a second tap on a button, and one that an action was still going
/// to send when the pipeline was disposed, as by leaving a screen, or when the program ended.
struct SwallowedRule: CheckRule {
  static let id = Finding.Rule.swallowed

  private var flows: [ObjectID: Flow] = [:]
  /// The stages that asked for an action to send an element later, by the number of its `schedule`.
  private var holders: [Int: ObjectID] = [:]
  /// For each stage, its actions that wait.
  private var timers: [ObjectID: Set<Int>] = [:]

  private struct Flow {
    var lastIn: Int
    var countIn = 0
    var lastOut: Int?
    var countOut = 0
    /// The number of elements since one came out.
    var unsent = 0
    /// Whether an action was going to send the last element.
    var waits = false
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .scheduled: schedule(run)
    case .acted(let schedule?), .cancelled(let schedule?): forget(schedule)
    case .arrived(.next, let object) where run.has(.holds, object): arrive(at: object, run.step.number)
    case .left(.next, let object) where run.has(.holds, object):
      flows[object]?.lastOut = run.step.number
      flows[object]?.countOut += 1
      flows[object]?.unsent = 0
    default: break
    }
  }

  private mutating func schedule(_ run: Pipelines) {
    guard let stage = holder(run) else { return }
    holders[run.step.number] = stage
    timers[stage, default: []].insert(run.step.number)
    flows[stage]?.waits = true
  }

  /// The stage that schedules an action, to send an element later: in the call that gave it an element, or in an earlier
  /// action of its own.
  private func holder(_ run: Pipelines) -> ObjectID? {
    guard let call = run.parent else { return nil }
    if call.kind == .scheduledAction { return call.cause.flatMap { holders[$0] } }
    guard call.kind == .on, let object = call.object, run.has(.holds, object) else { return nil }
    return object
  }

  private mutating func forget(_ schedule: Int) {
    guard let stage = holders[schedule] else { return }
    timers[stage]?.remove(schedule)
  }

  private mutating func arrive(at object: ObjectID, _ step: Int) {
    var flow = flows[object] ?? Flow(lastIn: step)
    flow.lastIn = step
    flow.countIn += 1
    flow.unsent += 1
    flow.waits = isWaiting(object)
    flows[object] = flow
  }

  private func isWaiting(_ stage: ObjectID) -> Bool { !(timers[stage] ?? []).isEmpty }

  // MARK: Findings

  func quotes(_ run: Pipelines) -> [Int] {
    flows.flatMap { stage, flow in
      [flow.lastIn, flow.lastOut, run.runs[stage].inputEnd?.step].compactMap(\.self)
    }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    flows.sorted { $0.value.lastIn < $1.value.lastIn }.compactMap { stage, flow in
      cause(stage, flow, run, names).map { finding(stage, flow, run.runs[stage].inputEnd, $0, names) }
    }
  }

  /// The stages whose lost elements the warnings name.
  func explained(by findings: [Finding]) -> Explained {
    Explained(objects: Set(findings.filter { $0.level > .note }.flatMap(\.objects)))
  }

  /// Why the last element did not come out; nil if it did, or if it was not meant to.
  private func cause(_ stage: ObjectID, _ flow: Flow, _ run: Pipelines, _ names: FindingNames) -> String? {
    let value = names.step(flow.lastIn).value
    guard (flow.lastOut ?? -1) < flow.lastIn, let value, value.text != "()" else { return nil }
    if let out = flow.lastOut, names.step(out).value?.text == value.text { return nil }
    let end = run.runs[stage].inputEnd
    if end?.event == .error {
      return "An error ends the sequence at once, and elements that still wait are dropped."
    }
    if !flow.waits, names.trace.isComplete || end != nil {
      return "An element that comes too early is dropped, also if none follows it."
    }
    let isStarved = isWaiting(stage) && flow.countOut == 0 && flow.countIn >= 8 && end == nil && names.trace.isComplete
    return isStarved ? "Each element came before the time of the one before it was over." : nil
  }

  private func finding(
    _ stage: ObjectID, _ flow: Flow, _ end: RunOfStage.Ending?, _ cause: String, _ names: FindingNames
  ) -> Finding {
    // One element that was dropped may be a second tap, which is what the operator is for.
    let level: Finding.Level = flow.waits || flow.unsent > 1 ? .warning : .note
    let isStarved = flow.countOut == 0 && isWaiting(stage)
    let end = isStarved && end?.event != .error ? nil : end?.step
    let value = names.value(flow.lastIn) ?? "an element"
    let more = flow.unsent > 1 ? ", nor did the \(flow.unsent - 1) before it" : ""
    var finding = Finding(
      rule: .swallowed, level: level,
      message: "\(value) went into \(names.name(stage)) and never came out\(more)",
      steps: [flow.lastOut, flow.lastIn, end].compactMap(\.self).sorted(), objects: [stage])
    finding.place = names.place(stage)
    finding.cause = cause
    finding.remedy = remedy(end, flow, names)
    if end.map({ names.step($0).event != .error }) ?? true {
      finding.change = names.change(flow.countOut == 0 ? .throttle : .sendLatest, at: stage)
    }
    if let out = flow.lastOut, let last = names.value(out) {
      finding.evidence.append(names.evidence(names.step(out), "\(last) was the last that came out"))
    }
    finding.evidence.append(names.evidence(names.step(flow.lastIn), "\(value) came in"))
    if let end { finding.evidence.append(names.evidence(names.step(end))) }
    return finding
  }

  private func remedy(_ end: Int?, _ flow: Flow, _ names: FindingNames) -> String {
    if let end, names.step(end).event == .error {
      return "Handle the error before this operator, for example with `catch`."
    }
    if flow.countOut == 0 {
      return "Use `throttle`, or a shorter time than the one between two elements."
    }
    return "Leave out `latest: false`, or use `debounce`: both send the last element when the time is over."
  }
}
