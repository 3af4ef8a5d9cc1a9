/// The last element that went into a time operator, if it never came out.
///
/// Not counted: an element like the last that came out, as a second tap on a button, and one that an action was still going
/// to send when the pipeline was disposed, as by leaving a screen, or when the program ended.
struct SwallowedCheck {
  private(set) var findings: [Finding] = []
  /// The stages whose lost elements the warnings name.
  private(set) var explained: Set<ObjectID> = []
  private let facts: RunFacts
  private let names: FindingNames

  private struct Flow {
    var lastIn: Int
    var countIn = 0
    var lastOut: Int?
    var countOut = 0
    /// Elements since one came out.
    var unsent = 0
    /// Whether an action was going to send the last element.
    var waits = false
  }

  init(_ facts: RunFacts, _ names: FindingNames) {
    self.facts = facts
    self.names = names
    var flows: [ObjectID: Flow] = [:]
    var holders: [Int: ObjectID] = [:]
    var timers: [ObjectID: Set<Int>] = [:]
    let isHolding = facts.trace.objects.map { $0.traits.contains(.holds) }
    guard isHolding.contains(true) else { return }
    for step in facts.trace.steps {
      if step.kind == .schedule, let sink = holder(around: step, isHolding, holders) {
        holders[step.index] = sink
        timers[sink, default: []].insert(step.index)
        flows[sink]?.waits = true
      }
      if step.kind == .scheduledAction || step.kind == .cancelledAction, let cause = step.cause,
        let sink = holders[cause]
      {
        timers[sink]?.remove(cause)
      }
      guard let object = step.object, isHolding[object], step.event == .next else { continue }
      if step.kind == .on {
        var flow = flows[object] ?? Flow(lastIn: step.index)
        flow.lastIn = step.index
        flow.countIn += 1
        flow.unsent += 1
        flow.waits = !(timers[object] ?? []).isEmpty
        flows[object] = flow
      } else if step.kind == .forwardOn, step.isDelivered {
        flows[object]?.lastOut = step.index
        flows[object]?.countOut += 1
        flows[object]?.unsent = 0
      }
    }
    for (sink, flow) in flows.sorted(by: { $0.value.lastIn < $1.value.lastIn }) {
      examine(sink, flow, isWaiting: !(timers[sink] ?? []).isEmpty)
    }
  }

  /// The stage that schedules an action, to send an element later: in the call that gave it an element, or in an earlier
  /// action of its own.
  private func holder(around step: Step, _ isHolding: [Bool], _ holders: [Int: ObjectID]) -> ObjectID? {
    guard let parent = step.parent.map({ facts.trace.steps[$0] }) else { return nil }
    if parent.kind == .scheduledAction { return parent.cause.flatMap { holders[$0] } }
    guard parent.kind == .on, let object = parent.object, isHolding[object] else { return nil }
    return object
  }

  private mutating func examine(_ sink: ObjectID, _ flow: Flow, isWaiting: Bool) {
    let trace = facts.trace
    let value = trace.steps[flow.lastIn].value
    guard (flow.lastOut ?? -1) < flow.lastIn, value != nil, value?.text != "()" else { return }
    if let out = flow.lastOut, trace.steps[out].value?.text == value?.text { return }
    let end = facts.inputEnd[sink]
    if let end, trace.steps[end].event == .error {
      report(sink, flow, before: end, "An error ends the sequence at once, and elements that still wait are dropped.")
    } else if !flow.waits, trace.isComplete || end != nil {
      report(sink, flow, before: end, "An element that comes too early is dropped, also if none follows it.")
    } else if isWaiting, flow.countOut == 0, flow.countIn >= 8, end == nil, trace.isComplete {
      report(sink, flow, before: nil, "Each element came before the time of the one before it was over.")
    }
  }

  private mutating func report(_ sink: ObjectID, _ flow: Flow, before end: Int?, _ cause: String) {
    let trace = facts.trace
    // One element that was dropped may be a second tap, which is what the operator is for.
    let level: Finding.Level = flow.waits || flow.unsent > 1 ? .warning : .note
    if level > .note { explained.insert(sink) }
    let value = facts.value(flow.lastIn) ?? "an element"
    let more = flow.unsent > 1 ? ", nor did the \(flow.unsent - 1) before it" : ""
    let last = flow.lastOut.flatMap { facts.value($0) }
    var finding = Finding(
      rule: .swallowed, level: level,
      message: "\(value) went into \(names.name(sink)) and never came out\(more)",
      steps: [flow.lastOut, flow.lastIn, end].compactMap(\.self).sorted(), objects: [sink])
    finding.place = names.place(sink)
    finding.cause = cause
    finding.remedy = remedy(end, flow)
    if let out = flow.lastOut, let last {
      finding.evidence.append(names.evidence(trace.steps[out], "\(last) was the last that came out"))
    }
    finding.evidence.append(names.evidence(trace.steps[flow.lastIn], "\(value) came in"))
    if let end { finding.evidence.append(names.evidence(trace.steps[end])) }
    findings.append(finding)
  }

  private func remedy(_ end: Int?, _ flow: Flow) -> String {
    if let end, facts.trace.steps[end].event == .error {
      return "Handle the error before this operator, for example with `catch`."
    }
    if flow.countOut == 0 {
      return "Use `throttle`, or a shorter time than the one between two elements."
    }
    return "Leave out `latest: false`, or use `debounce`: both send the last element when the time is over."
  }
}
