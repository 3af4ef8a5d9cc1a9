import RxTrace

extension Finding.Rule {
  /// Events came after the terminal event of a sequence.
  public static let afterEnd = Finding.Rule("after-end", "Events came after the terminal event of a sequence.")
}

/// Events that an object was given after the one that ended its sequence.
struct AfterEndRule: CheckRule {
  static let id = Finding.Rule.afterEnd

  /// For each object, the step that ended its sequence.
  private var ended: [ObjectID: Int] = [:]
  /// For each observer at the end of a pipeline the step of its terminal event, until it handles that. A binder and the
  /// closure of an `AnyObserver` never do: they have no end, and take the events of several sequences.
  private var terminal: [ObjectID: Int] = [:]
  private var late: [ObjectID: (end: Int, steps: [Int])] = [:]
  /// The steps that came too late, and those within them.
  private var lateSteps: Set<Int> = []
  /// For each thread, the late call that it is in.
  private var calls: [Int: CallMark] = [:]

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    if case .returned = event { return }
    if let call = calls[run.step.thread] {
      if run.isUnderWay(call) {
        lateSteps.insert(run.step.number)
        return
      }
      calls[run.step.thread] = nil
    }
    switch event {
    // An observer may be subscribed to one sequence after another.
    case .subscribed(let observer, _): ended[observer] = nil
    case .arrived(let event, let object): arrive(event, at: object, run)
    case .handled(let event, let object) where event != .next:
      if let step = terminal.removeValue(forKey: object) { ended[object] = step }
    default: break
    }
  }

  private mutating func arrive(_ event: EventKind, at object: ObjectID, _ run: Pipelines) {
    if let end = ended[object] {
      late[object, default: (end, [])].steps.append(run.step.number)
      lateSteps.insert(run.step.number)
      calls[run.step.thread] = run.mark
    } else if event != .next {
      let isLast = run.role(of: object) == .observer && run.whole(of: object) == nil
      if isLast { terminal[object] = run.step.number } else { ended[object] = run.step.number }
    }
  }

  func quotes(_ run: Pipelines) -> [Int] {
    late.values.flatMap { [$0.end] + $0.steps.named }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    late.sorted { $0.value.end < $1.value.end }.map { finding($0.key, $0.value.end, $0.value.steps, names) }
  }

  func explained(by findings: [Finding]) -> Explained { Explained(steps: lateSteps) }

  private func finding(_ object: ObjectID, _ end: Int, _ steps: [Int], _ names: FindingNames) -> Finding {
    let how = names.step(end).event == .error ? "the error that ended it" : "its end"
    let what = steps.count == 1 ? "an event" : "\(steps.count) events"
    var finding = Finding(
      rule: .afterEnd, level: .warning, message: "\(names.name(object)) was given \(what) after \(how)",
      steps: [end] + steps, objects: [object])
    finding.cause = "An error or a completion is the last event of a sequence; everything after it is ignored."
    finding.remedy = "Send the terminal event last, or use a relay, which has none."
    finding.evidence = [names.evidence(names.step(end))] + names.evidence(of: steps)
    finding.place = names.place(names.step(steps[0]))
    return finding
  }
}
