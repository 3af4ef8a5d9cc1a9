import RxTrace

extension Finding.Rule {
  /// A stage dropped elements because its other input had sent nothing yet (if it sent others later: a note).
  public static let droppedForOther = Finding.Rule(
    "dropped-for-other",
    "A stage dropped elements because its other input had sent nothing yet (if it sent others later: a note).")
}

/// Elements of a stage's own source that the stage dropped, because it sends each with the latest element of another
/// input, and that input had sent none.
///
/// If nothing ever came out, whatever depends on the stage did not happen. If something came out later, the first elements
/// may have been meant to be dropped, such as taps before a screen has loaded.
struct DroppedForOtherRule: CheckRule {
  static let id = Finding.Rule.droppedForOther

  private var stages: [ObjectID: Stage] = [:]
  private var heard = HeardShares()

  private struct Stage {
    /// The steps that give it an element, until it sends something for that. That one of them has returned is known only
    /// from the next step of its thread.
    var asked: Set<Int> = []
    var hasSent = false
    var dropped: [Int] = []
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    heard.take(event, run)
    switch event {
    case .arrived(.next, let stage) where run.has(.needsOther, stage) && run.isOpen(stage):
      stages[stage, default: Stage()].asked.insert(run.step.number)
    case .left(let event, let stage) where run.has(.needsOther, stage):
      answer(stage, run)
      if event == .next { stages[stage, default: Stage()].hasSent = true }
    // The stage had what it needed, and was disposed meanwhile.
    case .undelivered(_, let stage) where run.has(.needsOther, stage): answer(stage, run)
    case .returned(let place) where run.returned[place].call.kind == .on && !run.isBehindGap:
      let call = run.returned[place].call
      guard let stage = call.object, run.has(.needsOther, stage), stages[stage]?.asked.remove(call.number) != nil else {
        return
      }
      stages[stage]!.dropped.append(call.number)
    default: break
    }
  }

  /// Notes that the stage has something to send for the element that it is being given.
  private mutating func answer(_ stage: ObjectID, _ run: Pipelines) {
    if let call = run.around.last(where: { $0.kind == .on && $0.object == stage }) {
      stages[stage]?.asked.remove(call.number)
    }
  }

  // MARK: Findings

  func quotes(_ run: Pipelines) -> [Int] { stages.values.flatMap(\.dropped.named) }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    stages.compactMap { stage, flow in
      // A disposal that had begun on another thread may have come to the stage later.
      var flow = flow
      flow.dropped = flow.dropped.filter { $0 < run.runs[stage].end ?? .max }.sorted()
      return flow.dropped.isEmpty ? nil : (stage, flow)
    }.sorted { $0.1.dropped[0] < $1.1.dropped[0] }.map { finding($0, $1, run, names) }
  }

  func explained(by findings: [Finding]) -> Explained {
    Explained(steps: Set(findings.flatMap(\.steps)), objects: Set(findings.flatMap(\.objects)))
  }

  private func finding(_ stage: ObjectID, _ flow: Stage, _ run: Pipelines, _ names: FindingNames) -> Finding {
    let (first, count) = (flow.dropped[0], flow.dropped.count)
    let value = names.value(first) ?? "an element"
    let what = count == 1 ? value : "\(count) elements, \(value) first"
    let input = otherInput(of: stage, run, names)
    let other = input.map(names.name) ?? "its other input"
    // The other input may have sent something before the subscription.
    let until = flow.hasSent ? "had sent it nothing yet" : "sent it nothing"
    var finding = Finding(
      rule: .droppedForOther, level: flow.hasSent ? .note : .warning,
      message: "\(names.name(stage)) dropped \(what), because \(other) \(until)", steps: flow.dropped, objects: [stage])
    finding.place = names.place(stage)
    finding.cause = "It sends each element with the latest one of its other input, and drops those that come before."
    finding.change = heard.change(for: input, names)
    finding.remedy =
      finding.change == nil
      ? "Let the other input have a value from the beginning: `startWith`, or a `BehaviorRelay`."
      : heard.remedy(for: input!, names)
    finding.evidence = names.evidence(of: flow.dropped)
    return finding
  }

  /// The sequence from which the stage's other input gets its elements.
  private func otherInput(of stage: ObjectID, _ run: Pipelines, _ names: FindingNames) -> ObjectID? {
    names.trace.objects.lazy.filter { $0.links.contains { $0.role == .owner && $0.target == stage } }
      .compactMap { $0.id < run.runs.count ? run.runs[$0.id].lastSource : nil }.first
  }
}
