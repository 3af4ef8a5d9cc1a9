import RxTrace

extension Finding.Rule {
  /// A stage subscribed again and again, each time at once after the end before.
  public static let retryStorm = Finding.Rule(
    "retry-storm", "A stage subscribed again and again, each time at once after the end before.")
}

/// Attempts that follow each other without a pause: `retry` and its kin subscribe again within the call that brought the
/// end of the attempt before.
///
/// At least ten in a row count, with nothing sent between: a sequence that sends something works, and `retry(10)` is a
/// limit. A stage that subscribes to the same sequence again is a loop. So is a new observer that is subscribed, in the
/// call that brings an error, to the sequence that failed or to one of the same line, whoever asks for that: a `catch`
/// whose closure returns a sequence with a `catch` of the same line, a `flatMap` behind `materialize`, or the program
/// in its own closure. After a completion, a new observer only goes on with what comes next. Not counted:
/// - an attempt that took a tenth of a second or more, which is pause enough, or that waits before it subscribes, as behind
///   `delaySubscription`, or ends because a timer fired that its subscription set;
/// - an attempt that fails because something came to a subject, as when a tap fails: the pace is that of the taps.
struct RetryStormRule: CheckRule {
  static let id = Finding.Rule.retryStorm

  /// Stages that have subscribed more than once.
  private var loops: [ObjectID: Loop] = [:]
  /// The attempts that began because the one before had failed, by their observers.
  private var attempts: [ObjectID: Attempt] = [:]
  private var storms: [ObjectID: Storm] = [:]
  /// The actions that a source asked for when it was subscribed to, by the numbers of their `schedule`s.
  private var timers: Set<Int> = []
  /// For each thread, the newest call that runs such an action.
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

  /// The newest of attempts in a row by different observers.
  private struct Attempt {
    /// The outermost call around its beginning.
    var root: Int
    var time: UInt64
    var storm: Storm
  }

  private struct Storm {
    /// What subscribed again; for a closure of the program's, the sequence that it subscribed to first.
    var stage: ObjectID
    /// The closure of the program's own observer that subscribed again.
    var closure: EventKind?
    /// The observer of the newest attempt.
    var observer: ObjectID
    var count = 0
    /// Whether each attempt ended within the call that began it.
    var isWithinCall = true
    /// The first attempt in the row, and the newest end of one.
    var first: Int
    var end: Int
  }

  private static let fewest = 10
  /// The longest attempt that counts, in nanoseconds.
  private static let longest: UInt64 = 100_000_000

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .scheduled: if run.parent?.kind == .run { timers.insert(run.step.number) }
    case .acted(let schedule?): if timers.contains(schedule) { fired[run.step.thread] = run.root }
    case .cancelled(let schedule?): timers.remove(schedule)
    case .subscribed(let observer, let source):
      beginAgain(observer, source, run)
      // The action of `subscribe(on:)` is not a timer.
      if run.has(.subscribes, observer) { fired[run.step.thread] = nil }
      if let first = run.runs[observer].subscription?.step, first != run.step.number {
        subscribeAgain(observer, to: source, run)
      }
    case .arrived(let event, let object) where event != .next:
      loops[object]?.endRoot = run.root
      loops[object]?.storm.end = run.step.number
    case .arrived(.next, let object) where !attempts.isEmpty: attempts[object] = nil
    case .left(let event, let sink) where !loops.isEmpty: send(event, sink)
    default: break
    }
  }

  private mutating func send(_ event: EventKind, _ sink: ObjectID) {
    if event != .next { loops[sink] = nil } else { loops[sink]?.storm.count = 0 }
  }

  // MARK: One stage

  private mutating func subscribeAgain(_ observer: ObjectID, to source: ObjectID, _ run: Pipelines) {
    let (step, end) = (run.step, run.runs[observer].inputEnd)
    var loop =
      loops[observer]
      ?? Loop(
        endRoot: end?.root, root: run.root, source: source, time: step.time, arrivals: run.arrivals,
        storm: Storm(stage: observer, observer: observer, first: step.number, end: end?.step ?? step.number))
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

  // MARK: Several observers

  /// Notes that the call which brings an error to one observer subscribes another one to a sequence of the failed line.
  private mutating func beginAgain(_ observer: ObjectID, _ source: ObjectID, _ run: Pipelines) {
    guard let (failed, error) = failure(around: run), failed != observer,
      let failedSource = run.runs[failed].lastSource, run.place(of: failedSource) == run.place(of: source),
      let asker = asker(within: error, run)
    else { return }
    let isOwn = run.runs[asker.object].role == .observer && run.next(of: asker.object) == nil
    var next = Attempt(
      root: run.root, time: run.step.time,
      storm: Storm(
        stage: isOwn ? source : asker.object, closure: isOwn ? asker.event : nil, observer: observer, count: 1,
        first: run.step.number, end: error))
    if let before = attempts.removeValue(forKey: failed), !isTimed(run), run.step.time < before.time + Self.longest {
      next.storm = before.storm
      next.storm.count += 1
      (next.storm.observer, next.storm.end) = (observer, error)
      if before.root != run.root { next.storm.isWithinCall = false }
    }
    attempts[observer] = next
    note(next.storm)
  }

  /// The innermost error that is being delivered on the thread: the object that gets it, and the step.
  private func failure(around run: Pipelines) -> (failed: ObjectID, error: Int)? {
    let calls = run.calls[run.step.thread]
    guard let call = calls.last(where: { $0.kind == .on && $0.event == .error }), let object = call.object else {
      return nil
    }
    return (object, call.number)
  }

  /// The innermost of the stages and observers that handle an event since a step.
  private func asker(within error: Int, _ run: Pipelines) -> (object: ObjectID, event: EventKind?)? {
    let calls = run.calls[run.step.thread]
    let call = calls.last { [.on, .onCore, .closure].contains($0.kind) && $0.number >= error }
    return call.flatMap { call in call.object.map { ($0, call.event) } }
  }

  private mutating func note(_ storm: Storm) {
    guard storm.count >= Self.fewest, storm.count > storms[storm.stage]?.count ?? 0 else { return }
    storms[storm.stage] = storm
  }

  // MARK: Findings

  /// An event that comes to a subject may make each attempt fail. Then the pace is that of the events.
  private func found(_ run: Pipelines) -> [Storm] {
    storms.values.filter { storm in
      storm.isWithinCall || run.sources(of: storm.observer).last.map { run.runs[$0].role != .subject } ?? true
    }.sorted { $0.first < $1.first }
  }

  func quotes(_ run: Pipelines) -> [Int] { found(run).flatMap { [$0.first, $0.end] } }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    found(run).map { finding($0, run, names) }
  }

  /// Explains also the stages that subscribe again, because that makes their pipelines grow.
  func explained(by findings: [Finding]) -> Explained {
    Explained(steps: Set(findings.flatMap(\.steps)), objects: Set(findings.flatMap(\.objects)))
  }

  private func finding(_ storm: Storm, _ run: Pipelines, _ names: FindingNames) -> Finding {
    let end = names.step(storm.end)
    let error = end.event == .error ? "failed with \(names.value(storm.end) ?? "an error")" : "completed"
    let place = storm.closure == nil ? names.place(storm.stage) : names.place(names.step(storm.first))
    let subscriber =
      storm.closure.map { "an \(Self.name(of: $0)) closure (\(place?.shortDescription ?? "?"))" }
      ?? names.name(storm.stage)
    var finding = Finding(
      rule: .retryStorm, level: .warning,
      message:
        "\(subscriber) subscribed again \(storm.count) times in a row, each time at once: each attempt \(error)",
      steps: [storm.first, storm.end].sorted(), objects: [storm.stage])
    finding.place = place
    finding.cause = "It subscribes within the call that brings the end of the attempt before, and nothing came between."
    finding.remedy = remedy(storm, end, run, names)
    finding.evidence = [
      names.evidence(names.step(storm.first), "the first of these attempts"),
      names.evidence(end, "the last of these attempts \(error)"),
    ]
    return finding
  }

  private static func name(of event: EventKind) -> String {
    switch event {
    case .next: "onNext"
    case .error: "onError"
    case .completed: "onCompleted"
    }
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
