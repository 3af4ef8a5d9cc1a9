import RxTrace

extension Finding.Rule {
  /// The program ended before an action could run.
  public static let neverRan = Finding.Rule(
    "never-ran", "The program ended before an action could run.", isAboutAbsence: true)
}

/// Actions that were handed to a scheduler, and that nobody cancelled before the program ended.
///
/// A cancelled action is none of them: who disposes of a subscription wants that, and ``UndeliveredRule`` names the elements
/// that are lost by it. Older recordings do not say what was cancelled, so that there an action may have been. If the
/// program ended before any action of an object ran, so that none of its events arrived, the finding is a warning.
struct NeverRanRule: CheckRule {
  static let id = Finding.Rule.neverRan

  /// By the number of its `schedule`.
  private var actions: [Int: Action] = [:]
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
    case .acted(let schedule?):
      guard let action = actions.removeValue(forKey: schedule) else { return }
      lastTurn[action.asker] = max(lastTurn[action.asker] ?? 0, schedule)
    case .cancelled(let schedule?): actions[schedule] = nil
    default: break
    }
  }

  func quotes(_ run: Pipelines) -> [Int] { Array(actions.keys) }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    var waiting: [ObjectID?: [Int]] = [:]
    for (schedule, action) in actions.sorted(by: { $0.key < $1.key }) {
      // An action that ran shows that those before it were cancelled.
      guard schedule > lastTurn[action.asker] ?? 0, !known.steps.contains(schedule) else { continue }
      waiting[action.asker, default: []].append(schedule)
    }
    return waiting.sorted { $0.value[0] < $1.value[0] }
      .filter { waiting in waiting.key.map { !known.objects.contains($0) } ?? true }
      .map { finding($0.value, of: $0.key, run, names) }
  }

  private func finding(_ steps: [Int], of asker: ObjectID?, _ run: Pipelines, _ names: FindingNames) -> Finding {
    let isLost =
      actions[steps[0]]!.carriesEvent && lastTurn[asker] == nil && names.trace.isComplete
      && asker.map { run.isOpen($0) } ?? false
    let what = steps.count == 1 ? "an action" : "\(steps.count) actions"
    let scheduler = names.step(steps[0]).object.map(names.name) ?? "a scheduler"
    let why =
      isLost
      ? "had not run when the program ended: nothing that \(asker.map(names.name) ?? "it") was given arrived"
      : "never ran: cancelled, or the program ended first"
    var finding = Finding(
      rule: .neverRan, level: isLost ? .warning : .note, message: "\(what) of \(scheduler) \(why)", steps: steps)
    if isLost {
      finding.cause = "The program ended before the time of the action came."
      finding.remedy = "Keep the program running until then, for example with `RunLoop.main.run(until:)`."
    }
    finding.evidence = names.evidence(of: steps)
    finding.place = finding.evidence.lazy.compactMap(\.place).first
    return finding
  }
}
