import RxTrace

extension Finding.Rule {
  /// The program ended before an action could run.
  public static let neverRan = Finding.Rule(
    "never-ran", "The program ended before an action could run.", isAboutAbsence: true)
}

/// Actions that were handed to a scheduler, for which somebody waits, and that nobody cancelled before the program ended.
///
/// Nobody waits for an action that a disposal asked for, as `subscribe(on:)` disposes on its scheduler, nor for one of
/// a stage whose pipeline has ended: whether it still runs depends on which thread is quicker. A cancelled action does
/// not count either: whoever disposes a subscription wants that, and ``UndeliveredRule`` names the lost elements. In
/// older recordings, which do not say what was cancelled, such an action may count.
///
/// It is a warning, with real or virtual time, if the program ended before any action of a stage ran that an event
/// asked for, and the stage has sent no element, because none of what it was given arrived. It is a note if such an
/// action of another run of that line ran, because the program was only stopped in between, or if the stage has sent
/// something, as `timeout` and `throttle` do at once. It is also a note if no event asked for the action, as for a
/// `timer`, because this run may not have reached its time.
struct NeverRanRule: CheckRule {
  static let id = Finding.Rule.neverRan

  /// The actions, by the numbers of their `schedule`s.
  private var actions: [Int: Action] = [:]
  /// For each object, the last of its actions that have run.
  private var lastTurn: [ObjectID?: Int] = [:]
  /// For each action that is running, by its number, the object that waits for what it does.
  private var running: [Int: ObjectID] = [:]
  /// The lines for which an action that an event asked for has run.
  private var turned: Set<ProducerPlace> = []

  private struct Action {
    var asker: ObjectID?
    /// The stage or observer for which the action works. If another action asked for it, that action's waiter.
    var waiter: ObjectID?
    /// Whether it was scheduled because an event came.
    var carriesEvent: Bool
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .scheduled(let asker) where !isOfDisposal(run):
      let carriesEvent = run.parent.map { $0.kind == .on || $0.kind == .onCore } ?? false
      actions[run.step.number] = Action(asker: asker, waiter: waiter(run), carriesEvent: carriesEvent)
    case .acted(let schedule?):
      guard let action = actions.removeValue(forKey: schedule) else { return }
      lastTurn[action.asker] = max(lastTurn[action.asker] ?? 0, schedule)
      running[run.step.number] = action.waiter
      if action.carriesEvent, let asker = action.asker { turned.insert(place(of: asker, run)) }
    case .cancelled(let schedule?): actions[schedule] = nil
    case .returned(let place) where !running.isEmpty: running[run.returned[place].call.number] = nil
    default: break
    }
  }

  /// Whether the newest step's action is asked for by a disposal, rather than by an event or a subscription.
  private func isOfDisposal(_ run: Pipelines) -> Bool {
    for call in run.around.reversed() {
      switch call.kind {
      case .dispose: return true
      case .on, .onCore, .run, .closure, .subscribe: return false
      default: continue
      }
    }
    return false
  }

  private func place(of asker: ObjectID, _ run: Pipelines) -> ProducerPlace {
    run.place(of: run.graph.owner(of: asker))
  }

  private func waiter(_ run: Pipelines) -> ObjectID? {
    for call in run.around.reversed() {
      switch call.kind {
      case .run, .subscribe: return call.other
      case .on, .onCore, .closure: return call.object
      case .scheduledAction: return running[call.number]
      default: continue
      }
    }
    return nil
  }

  /// Whether the pipeline for which an action works has not ended. A shared sequence must also have an observer left.
  private func isAwaited(_ waiter: ObjectID?, _ run: Pipelines, depth: Int = 0) -> Bool {
    guard let waiter else { return true }
    let chain = run.chain(from: waiter)
    guard chain.allSatisfy({ run.runs[$0].end == nil }) else { return false }
    guard let shared = chain.last.flatMap({ run.runs[$0].connection }), let sharers = run.sharers[shared], depth < 8
    else { return true }
    return sharers.contains { isAwaited($0, run, depth: depth + 1) }
  }

  func quotes(_ run: Pipelines) -> [Int] { Array(actions.keys) }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    var waiting: [ObjectID?: [Int]] = [:]
    for (schedule, action) in actions.sorted(by: { $0.key < $1.key }) {
      // An action that ran shows that those before it were cancelled.
      guard schedule > lastTurn[action.asker] ?? 0, !known.steps.contains(schedule) else { continue }
      // Recordings before version 5 tell less of what has ended, so for them this is not required.
      guard isAwaited(action.waiter, run) || !names.trace.hasClosureEnds else { continue }
      waiting[action.asker, default: []].append(schedule)
    }
    return waiting.sorted { $0.value[0] < $1.value[0] }
      .filter { waiting in waiting.key.map { !known.objects.contains($0) } ?? true }
      .map { finding($0.value, of: $0.key, run, names) }
  }

  private func finding(_ steps: [Int], of asker: ObjectID?, _ run: Pipelines, _ names: FindingNames) -> Finding {
    let isLost =
      actions[steps[0]]!.carriesEvent && lastTurn[asker] == nil && names.trace.isComplete
      && asker.map { run.isOpen($0) && !run.runs[$0].hasSent && !turned.contains(place(of: $0, run)) } ?? false
    let what = steps.count == 1 ? "an action" : "\(steps.count) actions"
    let scheduler = names.step(steps[0]).object.map(names.name) ?? "a scheduler"
    let why =
      isLost
      ? "had not run when the program ended: nothing that \(asker.map(names.name) ?? "it") was given arrived"
      : names.trace.hasClosureEnds
        ? "had not run when the program ended" : "never ran: cancelled, or the program ended first"
    var finding = Finding(
      rule: .neverRan, level: isLost ? .warning : .note, message: "\(what) of \(scheduler) \(why)", steps: steps)
    if isLost {
      finding.cause = "The program ended before the time of the action came."
      finding.remedy =
        names.step(steps[0]).value == nil
        ? "Keep the program running until then, for example with `RunLoop.main.run(until:)`."
        : "Let the time of \(scheduler) go on until then, for example with `start()`."
    }
    finding.evidence = names.evidence(of: steps)
    finding.place = finding.evidence.lazy.compactMap(\.place).first
    return finding
  }
}
