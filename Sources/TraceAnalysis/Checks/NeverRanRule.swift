import RxTrace

extension Finding.Rule {
  /// The program ended before an action could run (an action that may have been cancelled: a note).
  public static let neverRan = Finding.Rule(
    "never-ran", "The program ended before an action could run (an action that may have been cancelled: a note).",
    isAboutAbsence: true)
}

/// Actions that were handed to a scheduler and never ran.
///
/// Most of these were cancelled, which is fine; older recordings do not say so. If the program ended before any action of
/// an object ran, so that none of its events arrived, the finding is a warning.
struct NeverRanRule: CheckRule {
  static let id = Finding.Rule.neverRan

  /// By the number of its `schedule`.
  private var actions: [Int: Action] = [:]
  private var hadTurns: Set<ObjectID?> = []
  private var cancelled: [ObjectID?: [Int]] = [:]
  /// For each object the last of its actions that have run.
  private var lastTurn: [ObjectID?: Int] = [:]

  private struct Action {
    var asker: ObjectID?
    /// Whether it was scheduled because an event came.
    var carriesEvent: Bool
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .scheduled(let asker):
      let carriesEvent = run.parent.map { $0.kind == .on || $0.kind == .onCore } ?? false
      actions[run.step.number] = Action(asker: asker, carriesEvent: carriesEvent)
    case .acted(let schedule):
      guard let schedule, let action = actions.removeValue(forKey: schedule) else { return }
      hadTurns.insert(action.asker)
      lastTurn[action.asker] = max(lastTurn[action.asker] ?? 0, schedule)
    case .cancelled(let schedule):
      guard let schedule, let action = actions.removeValue(forKey: schedule), !isTimer(action, run) else { return }
      cancelled[action.asker, default: []].append(schedule)
    default: break
    }
  }

  /// Whether a time operator asked for the action, which cancels it when another element takes the place of the one before.
  private func isTimer(_ action: Action, _ run: Pipelines) -> Bool { action.asker.map { run.has(.holds, $0) } ?? false }

  func quotes(_ run: Pipelines) -> [Int] {
    Array(actions.keys) + cancelled.values.flatMap(\.named)
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    var waiting: [ObjectID?: [Int]] = [:]
    var cancelled = cancelled
    for (schedule, action) in actions.sorted(by: { $0.key < $1.key }) {
      // An action that ran shows that those before it were cancelled.
      if schedule < lastTurn[action.asker] ?? 0 {
        cancelled[action.asker, default: []].append(schedule)
      } else {
        waiting[action.asker, default: []].append(schedule)
      }
    }
    let unexplained = cancelled.values.map { $0.filter { !known.steps.contains($0) }.sorted() }
    let notes = unexplained.filter { !$0.isEmpty }.sorted { $0[0] < $1[0] }
      .map { finding($0, .note, "never ran: cancelled", names) }
    let rest = waiting.sorted { $0.value[0] < $1.value[0] }.filter { waiting in
      waiting.key.map { !known.objects.contains($0) } ?? true
    }
    return notes + rest.map { finding($0.value, of: $0.key, run, names) }
  }

  private func finding(_ steps: [Int], of asker: ObjectID?, _ run: Pipelines, _ names: FindingNames) -> Finding {
    let isLost =
      actions[steps[0]]!.carriesEvent && !hadTurns.contains(asker) && names.trace.isComplete
      && asker.map { run.isOpen($0) } ?? false
    let why =
      isLost
      ? "had not run when the program ended: nothing that \(asker.map(names.name) ?? "it") was given arrived"
      : "never ran: cancelled, or the program ended first"
    return finding(steps, isLost ? .warning : .note, why, names)
  }

  private func finding(_ steps: [Int], _ level: Finding.Level, _ why: String, _ names: FindingNames) -> Finding {
    let what = steps.count == 1 ? "an action" : "\(steps.count) actions"
    let scheduler = names.step(steps[0]).object
    var finding = Finding(
      rule: .neverRan, level: level, message: "\(what) of \(scheduler.map(names.name) ?? "a scheduler") \(why)",
      steps: steps)
    if level > .note {
      finding.cause = "The program ended before the time of the action came."
      finding.remedy = "Keep the program running until then, for example with `RunLoop.main.run(until:)`."
    }
    finding.evidence = names.evidence(of: steps)
    finding.place = finding.evidence.lazy.compactMap(\.place).first
    return finding
  }
}
