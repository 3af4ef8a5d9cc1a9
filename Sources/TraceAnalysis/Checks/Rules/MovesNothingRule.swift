import RxTrace

extension Finding.Rule {
  /// subscribe(on:) moved a subscription, and the source has nothing to do there.
  public static let movesNothing = Finding.Rule(
    "moves-nothing", "subscribe(on:) moved a subscription, and the source has nothing to do there.",
    isAboutAbsence: true)
}

/// A `subscribe(on:)` whose source does no work when it is subscribed to: a subject, a relay, a shared sequence that has a
/// subscription already, a timer with a scheduler of its own, or another `subscribe(on:)` nearer to the source. Each element
/// comes on the thread that sends it.
///
/// That is certain if no closure of the program ran within the subscription, as that of `create` does, and no element came
/// within it, and all elements came later on another thread. The element that a subject replays to its observer does not
/// count: the next one comes elsewhere.
struct MovesNothingRule: CheckRule {
  static let id = Finding.Rule.movesNothing

  private var stages: [ObjectID: Stage] = [:]
  /// The stages that are subscribing to their sources now.
  private var subscribing: [(call: Int, thread: Int, stage: ObjectID)] = []

  private struct Stage {
    /// The step that subscribed, and where.
    var subscription: Int
    var thread: Int
    var queue: Int?
    /// Whether a closure ran within the subscription, or an element came there.
    var hasWorked = false
    var hasReplayed = false
    /// The first elements that came elsewhere.
    var elsewhere: [Int] = []
    var count = 0
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .subscribed(let stage, _) where run.has(.subscribes, stage): begin(stage, run)
    case .entered(nil, _) where !subscribing.isEmpty: note(\.hasWorked, on: run.step.thread)
    case .arrived(.next, _) where !subscribing.isEmpty: note(\.hasReplayed, on: run.step.thread)
    case .returned(let place) where !subscribing.isEmpty:
      let call = run.returned[place].call.number
      subscribing.removeAll { $0.call == call }
    case .left(.next, let stage) where run.has(.subscribes, stage): send(from: stage, run)
    default: break
    }
  }

  private mutating func begin(_ stage: ObjectID, _ run: Pipelines) {
    let step = run.step
    stages[stage] = Stage(subscription: step.number, thread: step.thread, queue: step.queue)
    subscribing.append((step.number, step.thread, stage))
  }

  private mutating func note(_ fact: WritableKeyPath<Stage, Bool>, on thread: Int) {
    for (_, place, stage) in subscribing where place == thread { stages[stage]?[keyPath: fact] = true }
  }

  private mutating func send(from stage: ObjectID, _ run: Pipelines) {
    let step = run.step
    // The call may have returned long ago on a thread that has done nothing since.
    guard let known = stages[stage], !subscribing.contains(where: { $0.stage == stage && $0.thread == step.thread })
    else { return }
    let isSame = known.queue.flatMap { queue in step.queue.map { $0 == queue } } ?? (known.thread == step.thread)
    // An element came where it was wanted, so no more need be known.
    if isSame || known.hasWorked {
      stages[stage] = nil
      return
    }
    stages[stage]!.count += 1
    if known.elsewhere.count < 3 { stages[stage]!.elsewhere.append(step.number) }
  }

  // MARK: Findings

  private func found(_ run: Pipelines) -> [(object: ObjectID, stage: Stage)] {
    stages.filter { $0.value.count > 0 && !$0.value.hasWorked && doesNothing($0.key, $0.value, run) }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Whether the source is known to do nothing when it is subscribed to.
  private func doesNothing(_ object: ObjectID, _ stage: Stage, _ run: Pipelines) -> Bool {
    let sources = run.sources(of: object)
    guard let source = sources.last else { return false }
    if sources.contains(where: { run.has(.subscribes, $0) }) { return !stage.hasReplayed }
    switch run.runs[source].role {
    case .subject: return true
    case .sink: return !stage.hasReplayed
    default: return run.has(.shares, source) && !stage.hasReplayed
    }
  }

  func quotes(_ run: Pipelines) -> [Int] { found(run).flatMap { [$0.stage.subscription] + $0.stage.elsewhere } }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    var places: Set<ProducerPlace> = []
    return found(run).filter { object, _ in
      isWritten(object, names) && places.insert(run.place(of: run.graph.owner(of: object))).inserted
    }.map { finding($0.object, $0.stage, run, names) }
  }

  /// Whether the program itself wrote the `subscribe(on:)`, rather than a trait like `ControlProperty`.
  private func isWritten(_ object: ObjectID, _ names: FindingNames) -> Bool {
    names.label(object).lowercased().hasPrefix("subscribe")
  }

  private func finding(_ object: ObjectID, _ stage: Stage, _ run: Pipelines, _ names: FindingNames) -> Finding {
    let line = names.place(object).map { " (\($0.shortDescription))" } ?? ""
    let (subscription, first) = (names.step(stage.subscription), names.step(stage.elsewhere[0]))
    let elements = stage.count == 1 ? "the element came" : "all \(stage.count) elements came"
    var finding = Finding(
      rule: .movesNothing, level: .warning,
      message: "subscribe(on:)\(line) moved the subscription to \(thread(subscription, names)), but "
        + "\(elements) on \(thread(first, names))",
      steps: [stage.subscription] + stage.elsewhere, objects: [object])
    finding.place = names.place(object)
    let nearer = run.sources(of: object).first { run.has(.subscribes, $0) }
    finding.cause =
      nearer.map { "\(names.name($0)) is nearer to the source, and moves the subscription again." }
      ?? cause(object, run, names)
    finding.change = names.change(nearer == nil ? .moveElements : .leaveOut, at: object)
    finding.change?.other = nearer.flatMap(names.place)
    finding.remedy =
      nearer == nil ? "Use `observe(on:)` with that scheduler instead: it moves the elements." : "Leave it out."
    finding.evidence = [
      names.evidence(subscription, "the subscription, on \(thread(subscription, names))"),
      names.evidence(first, "\(names.value(stage.elsewhere[0]) ?? "an element") came on \(thread(first, names))"),
    ]
    return finding
  }

  private func thread(_ step: Step, _ names: FindingNames) -> String {
    step.queue == Pipelines.mainQueue ? "the main thread" : names.thread(of: step)
  }

  private func cause(_ object: ObjectID, _ run: Pipelines, _ names: FindingNames) -> String {
    let source = run.sources(of: object).last!
    let thread =
      switch run.runs[source].role {
      case .subject: "on the thread that sends it"
      case .sink: "on a scheduler of its own"
      default: "on the thread of its source"
      }
    return "\(names.name(source)) does no work when it is subscribed to: each of its elements comes \(thread)."
  }
}
