import RxTrace

extension Finding.Rule {
  /// A closure held the main thread for too long, or several did within one event.
  public static let mainBlocked = Finding.Rule(
    "main-blocked",
    "A closure held the main thread for too long, or several did within one event (before a subscription: a note).")
}

/// Closures that hold the main thread for longer than a limit, in a program that uses a scheduler of it.
///
/// The time of a closure is its own, without that of the closures within it. Several closures that run within one event, one
/// after another or one within another, hold the thread together: nothing else can run before the event has been delivered.
/// Work before a subscription, as for an argument of `just`, is only noted (``EarlyWork``).
struct MainBlockedRule: CheckRule {
  static let id = Finding.Rule.mainBlocked
  static let needsLines = true

  private let limit: UInt64
  private var blocks: [ObjectID: [Block]] = [:]
  /// For each closure that is under way, the time of the closures within it.
  private var inner: [Int: UInt64] = [:]
  /// For each closure that is under way on the main thread the outermost call around it.
  private var roots: [Int: Int] = [:]
  private var early: EarlyWork
  private var turn = Turn()
  /// For each stage whose closure was the longest one, the event that took longest.
  private var turns: [ObjectID: Turn] = [:]

  /// An event that is being delivered on the main thread.
  private struct Turn {
    var root = -1
    var time: UInt64 = 0
    var count = 0
    /// Closures that took a tenth of the limit or more.
    var steps: [Int] = []
    var longest = (step: 0, time: UInt64(0), object: -1)
    /// Whether one closure took longer than the limit.
    var hasBlock = false
  }

  private struct Block {
    var step: Int
    /// Nanoseconds, without those of closures within the closure.
    var time: UInt64
    /// Whether the closure runs because somebody subscribes, as that of `create` does, and not because of an event.
    var isOfSource: Bool
  }

  init(_ limits: TraceCheck.Limits) {
    limit = limits.mainThread
    early = EarlyWork(limit: limit)
  }

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    early.take(event, run)
    switch event {
    case .entered where run.isMain(run.step.queue) == true: roots[run.step.number] = run.root
    case .returned(let place) where run.returned[place].call.kind == .closure && !run.isBehindGap:
      let (call, end) = run.returned[place]
      if run.isMain(call.queue) == true { leave(call, at: end) }
    default: break
    }
  }

  private mutating func leave(_ call: OpenCall, at end: UInt64) {
    let (within, root) = (inner.removeValue(forKey: call.number) ?? 0, roots.removeValue(forKey: call.number))
    guard end > call.time, let object = call.object else { return }
    let whole = end - call.time
    let own = whole - min(whole, within)
    if let outer = call.closure { inner[outer, default: 0] += whole }
    if let root { add(own, of: call.number, object, to: root) }
    guard own > limit else { return }
    let isOfSource = call.event == nil && call.outerKind == .run
    blocks[object, default: []].append(Block(step: call.number, time: own, isOfSource: isOfSource))
  }

  private mutating func add(_ time: UInt64, of step: Int, _ object: ObjectID, to root: Int) {
    if turn.root != root { turn = Turn(root: root) }
    turn.time += time
    turn.count += 1
    if time > limit { turn.hasBlock = true }
    if time >= limit / 10, turn.steps.count < TraceCheck.mostSteps { turn.steps.append(step) }
    if time > turn.longest.time { turn.longest = (step, time, object) }
    guard turn.time > limit, !turn.hasBlock, turn.time > turns[turn.longest.object]?.time ?? 0 else {
      if turn.hasBlock { turns = turns.filter { $0.value.root != root } }
      return
    }
    turns = turns.filter { $0.value.root != root }
    turns[turn.longest.object] = turn
  }

  /// The events whose closures held the thread for too long together, although no single closure did.
  private var together: [Turn] { turns.values.filter { blocks[$0.longest.object] == nil } }

  func quotes(_ run: Pipelines) -> [Int] {
    guard !run.mainSchedulers.isEmpty else { return [] }
    let shared = together.flatMap { $0.steps + [$0.longest.step] }
    return blocks.values.joined().map(\.step) + shared + early.quotes(run)
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    guard !run.mainSchedulers.isEmpty else { return [] }
    return blocks.mapValues { $0.sorted { $0.step < $1.step } }.sorted { $0.value[0].step < $1.value[0].step }
      .map { finding($0.value, of: $0.key, names) }
      + together.sorted { $0.root < $1.root }.map { finding($0, names) } + early.findings(run, names)
  }

  private func finding(_ turn: Turn, _ names: FindingNames) -> Finding {
    let longest = names.name(turn.longest.object)
    var finding = Finding(
      rule: .mainBlocked, level: .warning,
      message: "\(turn.count) closures held the main thread for \(milliseconds(turn.time)) ms within one event, "
        + "that of \(longest) for \(milliseconds(turn.longest.time)) ms of them",
      steps: turn.steps.sorted(), objects: [turn.longest.object])
    finding.place = names.place(names.step(turn.longest.step))
    finding.cause = Self.cause + "; the limit is \(milliseconds(limit)) ms (--main-limit)."
    finding.remedy =
      "Do the work on another scheduler (`observe(on:)` before the first of them), and come back to the main thread behind "
      + "the last."
    finding.evidence = names.evidence(of: turn.steps.sorted())
    return finding
  }

  private static let cause = "Nothing else runs on the main thread meanwhile"

  private func finding(_ blocks: [Block], of object: ObjectID, _ names: FindingNames) -> Finding {
    let longest = blocks.max { $0.time < $1.time }!
    let step = names.step(longest.step)
    let times = blocks.count > 1 ? ", \(blocks.count) times longer than the limit" : ""
    var finding = Finding(
      rule: .mainBlocked, level: .warning,
      message: "the closure of \(names.name(object)) held the main thread for \(milliseconds(longest.time)) ms\(times)",
      steps: blocks.map(\.step), objects: [object])
    finding.place = names.place(step)
    finding.cause = Self.cause + "; the limit is \(milliseconds(limit)) ms (--main-limit)."
    finding.remedy =
      longest.isOfSource
      ? "Subscribe to it on another scheduler (`subscribe(on:)` behind it), and come back to the main thread with "
        + "`observe(on:)`."
      : "Do the work on another scheduler (`observe(on:)` before it), and come back to the main thread behind it."
    let doing =
      longest.isOfSource ? "runs at the subscription" : "takes \(names.value(longest.step) ?? "an event")"
    finding.evidence = [names.evidence(step, "the closure \(doing)")]
    return finding
  }

  private func milliseconds(_ nanoseconds: UInt64) -> UInt64 { (nanoseconds + 500_000) / 1_000_000 }
}
