import RxTrace

extension Finding.Rule {
  /// A stage subscribed again and again, each time at once after the end before.
  public static let retryStorm = Finding.Rule(
    "retry-storm", "A stage subscribed again and again, each time at once after the end before.")
}

/// Attempts that follow each other without a pause: `retry` and its kin subscribe again within the call that brought the
/// end of the attempt before.
///
/// Counted are at least ten in a row, with nothing sent between: a sequence that sends something works, and `retry(10)` is
/// a limit. One stage that subscribes to the same sequence again is a loop, and so is a `catch` whose closure returns a
/// sequence with a `catch` of the same line: each failure then makes the pipeline one stage longer. Not counted:
/// - an attempt that took a tenth of a second or more, which is pause enough, or that waits before it subscribes, as behind
///   `delaySubscription`, or ends because a timer fired that its subscription set;
/// - an attempt that fails because something came to a subject, as when a tap fails: the pace is that of the taps.
///
/// A program that subscribes again in its own `onError` closure, to the same sequence or to one of the same line, does the
/// same. In `onCompleted`, it goes on with what comes next.
struct RetryStormRule: CheckRule {
  static let id = Finding.Rule.retryStorm

  /// Stages that have subscribed more than once.
  private var loops: [ObjectID: Loop] = [:]
  /// Stages that an error came to and that went on with another sequence.
  private var catches: [ObjectID: Caught] = [:]
  /// For an observer of the program's that began in the `onError` closure of another, the attempts in a row.
  private var own: [ObjectID: Own] = [:]
  private var storms: [ObjectID: Storm] = [:]
  /// The actions that a source asked for when it was subscribed to, by the numbers of their `schedule`s.
  private var timers: Set<Int> = []
  /// For each thread the newest call that runs such an action.
  private var fired: [Int: Int] = [:]

  private struct Loop {
    /// The outermost call around the end of the newest attempt, and around its beginning.
    var endRoot: Int?
    var root: Int
    var source: ObjectID
    var time: UInt64
    /// The arrivals before the newest attempt.
    var arrivals: Int
    var storm: Storm
  }

  /// An error that came to a `catch`, and the attempts in a row that it is the end of.
  private struct Caught {
    var arrivals: Int
    var time: UInt64
    var storm: Storm
  }

  private struct Own {
    var place: ProducerPlace
    var time: UInt64
    var storm: Storm
  }

  private struct Storm {
    /// What subscribed again; for a closure of the program's, the sequence that it subscribed to first.
    var stage: ObjectID
    var isOwn = false
    var count = 0
    /// Whether each attempt ended within the call that began it.
    var isWithinCall = true
    /// The first attempt in the row, and the newest end of one.
    var first: Int
    var end: Int
  }

  private static let fewest = 10
  /// Nanoseconds.
  private static let longest: UInt64 = 100_000_000

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .scheduled: if run.parent?.kind == .run { timers.insert(run.step.number) }
    case .acted(let schedule?): if timers.contains(schedule) { fired[run.step.thread] = run.root }
    case .cancelled(let schedule?): timers.remove(schedule)
    case .subscribed(let observer, let source):
      // The action of `subscribe(on:)` is no timer.
      if run.has(.subscribes, observer) { fired[run.step.thread] = nil }
      if let first = run.runs[observer].subscription?.step, first != run.step.number {
        subscribeAgain(observer, to: source, run)
      }
    case .arrived(let event, let object) where event != .next:
      loops[object]?.endRoot = run.root
      loops[object]?.storm.end = run.step.number
      if event == .error, run.has(.catches, object) { catchError(object, run) }
    case .began(let subscription): beginAgain(subscription, run)
    case .entered(.next, let observer) where !own.isEmpty: own[observer] = nil
    case .left(let event, let sink) where !loops.isEmpty || !catches.isEmpty: send(event, sink)
    default: break
    }
  }

  private mutating func send(_ event: EventKind, _ sink: ObjectID) {
    if event != .next {
      loops[sink] = nil
      catches[sink] = nil
    } else {
      loops[sink]?.storm.count = 0
      catches[sink]?.storm.count = 0
    }
  }

  // MARK: One stage

  private mutating func subscribeAgain(_ observer: ObjectID, to source: ObjectID, _ run: Pipelines) {
    let (step, end) = (run.step, run.runs[observer].inputEnd)
    var loop =
      loops[observer]
      ?? Loop(
        endRoot: end?.root, root: run.root, source: source, time: step.time, arrivals: run.arrivals,
        storm: Storm(stage: observer, first: step.number, end: end?.step ?? step.number))
    let isAtOnce =
      loop.endRoot == run.root && loop.source == source && step.time < loop.time + Self.longest && !isTimed(run)
    loop.storm.count = isAtOnce ? loop.storm.count + 1 : 0
    if loop.storm.count == Self.fewest, isDelayed(observer, loop.arrivals, run) { loop.storm.count = 0 }
    if loop.storm.count <= 1 { (loop.storm.first, loop.storm.isWithinCall) = (step.number, true) }
    if loop.root != run.root { loop.storm.isWithinCall = false }
    (loop.endRoot, loop.root, loop.source, loop.time, loop.arrivals) = (nil, run.root, source, step.time, run.arrivals)
    loops[observer] = loop
    note(loop.storm)
  }

  /// Whether the newest step belongs to an action of a timer.
  private func isTimed(_ run: Pipelines) -> Bool { fired[run.step.thread] == run.root }

  /// Whether a stage above waits before it subscribes, as `delaySubscription` does.
  private func isDelayed(_ observer: ObjectID, _ arrivals: Int, _ run: Pipelines) -> Bool {
    var stage = observer
    for _ in 0..<16 {
      guard let feeder = run.runs[stage].feeder, !run.has(.subscribes, feeder) else { return false }
      if run.runs[feeder].subscription.map({ $0.arrivals > arrivals }) ?? false { return true }
      stage = feeder
    }
    return false
  }

  // MARK: The program itself

  private mutating func beginAgain(_ subscription: Subscription, _ run: Pipelines) {
    guard let closure = run.around.last(where: { $0.kind == .closure }), closure.event == .error,
      let observer = closure.object, run.runs[observer].role == .observer
    else { return }
    let (step, place) = (run.step, run.place(of: subscription.source))
    var next = Own(
      place: place, time: step.time,
      storm: Storm(stage: subscription.source, isOwn: true, count: 1, first: step.number, end: closure.number))
    if let before = own.removeValue(forKey: observer), before.place == place, !isTimed(run),
      step.time < before.time + Self.longest
    {
      next.storm = before.storm
      next.storm.count += 1
      next.storm.end = closure.number
    }
    own[subscription.observer] = next
    note(next.storm)
  }

  // MARK: A catch within a catch

  private mutating func catchError(_ stage: ObjectID, _ run: Pipelines) {
    var caught = Caught(
      arrivals: run.arrivals, time: run.step.time,
      storm: Storm(stage: stage, first: run.step.number, end: run.step.number))
    if let outer = outer(of: stage, run), let before = catches[outer],
      before.arrivals == run.runs[stage].subscription?.arrivals, run.step.time < before.time + Self.longest
    {
      caught.storm = before.storm
      caught.storm.count += 1
      caught.storm.end = run.step.number
    }
    catches[stage] = caught
    note(caught.storm)
  }

  /// The `catch` of the same line that gets the events of one.
  private func outer(of stage: ObjectID, _ run: Pipelines) -> ObjectID? {
    guard let outer = run.chain(from: stage, limit: 8).dropFirst().first(where: { run.has(.catches, $0) }),
      let producer = run.graph.producers[stage], let other = run.graph.producers[outer]
    else { return nil }
    return run.place(of: producer) == run.place(of: other) ? outer : nil
  }

  private mutating func note(_ storm: Storm) {
    guard storm.count >= Self.fewest, storm.count > storms[storm.stage]?.count ?? 0 else { return }
    storms[storm.stage] = storm
  }

  // MARK: Findings

  /// An event that comes to a subject may make each attempt fail. Then the pace is that of the events.
  private func found(_ run: Pipelines) -> [Storm] {
    storms.values.filter { storm in
      storm.isWithinCall || run.sources(of: storm.stage).last.map { run.runs[$0].role != .subject } ?? true
    }.sorted { $0.first < $1.first }
  }

  func quotes(_ run: Pipelines) -> [Int] { found(run).flatMap { [$0.first, $0.end] } }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    found(run).map { finding($0, run, names) }
  }

  /// Also the stages that subscribe again, whose pipelines grow by that.
  func explained(by findings: [Finding]) -> Explained {
    Explained(steps: Set(findings.flatMap(\.steps)), objects: Set(findings.flatMap(\.objects)))
  }

  private func finding(_ storm: Storm, _ run: Pipelines, _ names: FindingNames) -> Finding {
    let end = names.step(storm.end)
    let error = end.event == .error ? "failed with \(names.value(storm.end) ?? "an error")" : "completed"
    let subscriber =
      storm.isOwn ? "an onError closure (\(names.place(end)?.shortDescription ?? "?"))" : names.name(storm.stage)
    var finding = Finding(
      rule: .retryStorm, level: .warning,
      message:
        "\(subscriber) subscribed again \(storm.count) times in a row, each time at once: each attempt \(error)",
      steps: [storm.first, storm.end].sorted(), objects: [storm.stage])
    finding.place = storm.isOwn ? names.place(end) : names.place(storm.stage)
    finding.cause = "It subscribes within the call that brings the end of the attempt before, and nothing came between."
    finding.remedy = remedy(storm, end, run, names)
    finding.evidence = [
      names.evidence(names.step(storm.first), "the first of these attempts"),
      names.evidence(end, "the last of these attempts \(error)"),
    ]
    return finding
  }

  private func remedy(_ storm: Storm, _ end: Step, _ run: Pipelines, _ names: FindingNames) -> String {
    let pause = ".seconds(1), scheduler: MainScheduler.instance)"
    if end.event != .error || !names.label(storm.stage).lowercased().contains("retry") {
      return
        "Wait before the next attempt: `.delaySubscription(\(pause)` behind the sequence that is subscribed to again."
    }
    guard run.has(.catches, storm.stage) else {
      return "Delay the errors inside the closure of \(names.label(storm.stage)): `.delay(\(pause)`."
    }
    return
      "Use `.retry(when: { (errors: Observable<any Error>) in errors.delay(\(pause) })`, which waits, or limit the "
      + "attempts, for example `.retry(3)`."
  }
}
