import RxTrace

extension Finding.Rule {
  /// A closure held the main thread for too long.
  public static let mainBlocked = Finding.Rule("main-blocked", "A closure held the main thread for too long.")
}

/// Closures that hold the main thread for longer than a limit, in a program that uses a scheduler of it.
struct MainBlockedRule: CheckRule {
  static let id = Finding.Rule.mainBlocked

  private let limit: UInt64
  private var blocks: [ObjectID: [Block]] = [:]
  /// For each closure that is under way the time of those within it.
  private var inner: [Int: UInt64] = [:]

  private struct Block {
    var step: Int
    /// Nanoseconds, without those of closures within the closure.
    var time: UInt64
    /// Whether the closure runs because somebody subscribes, as that of `create` does, and not because of an event.
    var isOfSource: Bool
  }

  init(_ limits: TraceCheck.Limits) {
    limit = limits.mainThread
  }

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    guard case .returned(let place) = event, run.returned[place].call.kind == .closure else { return }
    let (call, end) = run.returned[place]
    guard run.isMain(call.queue) == true else { return }
    let within = inner.removeValue(forKey: call.number) ?? 0
    guard end > call.time, let object = call.object else { return }
    let whole = end - call.time
    let own = whole - min(whole, within)
    if let outer = call.closure { inner[outer, default: 0] += whole }
    guard own > limit else { return }
    let isOfSource = call.event == nil && call.outerKind == .run
    blocks[object, default: []].append(Block(step: call.number, time: own, isOfSource: isOfSource))
  }

  func quotes(_ run: Pipelines) -> [Int] {
    run.mainSchedulers.isEmpty ? [] : blocks.values.joined().map(\.step)
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    guard !run.mainSchedulers.isEmpty else { return [] }
    return blocks.mapValues { $0.sorted { $0.step < $1.step } }.sorted { $0.value[0].step < $1.value[0].step }
      .map { finding($0.value, of: $0.key, names) }
  }

  private func finding(_ blocks: [Block], of object: ObjectID, _ names: FindingNames) -> Finding {
    let longest = blocks.max { $0.time < $1.time }!
    let step = names.step(longest.step)
    let times = blocks.count > 1 ? ", \(blocks.count) times longer than the limit" : ""
    var finding = Finding(
      rule: .mainBlocked, level: .warning,
      message: "the closure of \(names.name(object)) held the main thread for \(milliseconds(longest.time)) ms\(times)",
      steps: blocks.map(\.step), objects: [object])
    finding.place = names.place(step)
    finding.cause =
      "Nothing else runs on the main thread meanwhile; the limit is \(milliseconds(limit)) ms (--main-limit)."
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
