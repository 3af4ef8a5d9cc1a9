/// Work on the wrong side of the main thread: closures that should run there and do not, and closures that hold it.
struct MainThreadCheck {
  private(set) var findings: [Finding] = []
  /// Whether the program used a scheduler of the main queue at all.
  let usesMain: Bool
  private let facts: RunFacts
  private let names: FindingNames

  /// - Parameter limit: the nanoseconds that a closure may hold the main thread.
  init(_ facts: RunFacts, _ names: FindingNames, limit: UInt64) {
    self.facts = facts
    self.names = names
    let schedulers = facts.mainSchedulers
    usesMain = !schedulers.isEmpty
    guard usesMain else { return }
    findStrays(schedulers)
    findBlocks(limit)
  }

  // MARK: off-main

  private mutating func findStrays(_ schedulers: Set<ObjectID>) {
    var guards: [ObjectID: ObjectID] = [:]
    for stage in facts.trace.objects where stage.traits.contains(.moves) {
      guard stage.links.contains(where: { schedulers.contains($0.target) }) else { continue }
      for observer in observers(behind: stage.id) { guards[observer] = stage.id }
    }
    guard !guards.isEmpty else { return }
    var strays: [ObjectID: [Int]] = [:]
    for step in facts.trace.steps where step.kind == .closure && step.event == .next {
      guard let observer = step.object, guards[observer] != nil, facts.isOnMain(step) == false else { continue }
      strays[observer, default: []].append(step.index)
    }
    for (observer, steps) in strays.sorted(by: { $0.value[0] < $1.value[0] }) {
      report(steps, of: observer, behind: guards[observer]!)
    }
  }

  /// The observers that get a stage's events unless another stage moves them to a scheduler of its own.
  private func observers(behind stage: ObjectID) -> [ObjectID] {
    var found: [ObjectID] = []
    var pending = [facts.next[stage]].compactMap(\.self)
    var seen: Set<ObjectID> = []
    while let object = pending.popLast() {
      guard seen.insert(object).inserted, !facts.has(.moves, object) else { continue }
      if let shared = facts.connections[object], facts.next[object] == nil {
        pending += facts.observers[shared]
      } else if let next = facts.next[object] {
        if !facts.isPart[object] { pending.append(next) }
      } else if facts.trace.objects[object].role == .observer {
        found.append(object)
      }
    }
    return found
  }

  private mutating func report(_ steps: [Int], of observer: ObjectID, behind stage: ObjectID) {
    let trace = facts.trace
    let first = trace.steps[steps[0]]
    let mover = mover(of: first, observer)
    let times = steps.count == 1 ? "once" : "\(steps.count) times"
    var finding = Finding(
      rule: .offMain, level: .warning,
      message: "the closure of \(names.name(observer)) ran \(times) on \(threadText(first)), although "
        + "\(names.name(stage)) moves its events to the main thread",
      steps: steps, objects: [observer, stage] + [mover].compactMap(\.self))
    finding.place = names.place(mover ?? observer) ?? names.place(observer)
    finding.cause =
      mover.map { "\(names.name($0)) comes behind it and sends its events on a scheduler of its own." }
      ?? "A stage behind it sends its events on another thread."
    finding.remedy =
      "Put `.observe(on: MainScheduler.instance)` directly before the closure"
      + (mover.map { ", behind \(names.label($0))" } ?? "") + "."
    finding.evidence = [Finding.Evidence(names.place(stage), "events move to the main thread")]
    if let mover { finding.evidence.append(Finding.Evidence(names.place(mover), "events leave it again")) }
    finding.evidence.append(
      names.evidence(first, "the closure takes \(facts.value(first.index) ?? "an element") on \(threadText(first))"))
    findings.append(finding)
  }

  private func threadText(_ step: Step) -> String {
    step.queue.map { "the queue \($0)" } ?? "thread \(facts.trace.threads[step.thread].ordinal)"
  }

  /// The stage between that sent the element from another thread: the first of the pipeline's in its call.
  private func mover(of step: Step, _ observer: ObjectID) -> ObjectID? {
    var found: ObjectID?
    var expected = observer
    var call = step.parent
    while let index = call {
      let enclosing = facts.trace.steps[index]
      if enclosing.kind == .forwardOn, let object = enclosing.object, facts.next[object] == expected {
        (found, expected) = (object, object)
      }
      call = enclosing.parent
    }
    return found
  }

  // MARK: main-blocked

  private mutating func findBlocks(_ limit: UInt64) {
    var inner: [Int: UInt64] = [:]
    var found: [ObjectID: [(step: Int, time: UInt64)]] = [:]
    for step in facts.trace.steps.reversed() where step.kind == .closure && step.queue == RunFacts.mainQueue {
      guard let end = step.endTime, end > step.time, let object = step.object else { continue }
      let whole = end - step.time
      let own = whole - min(whole, inner[step.index] ?? 0)
      if own > limit { found[object, default: []].append((step.index, own)) }
      if let outer = enclosingClosure(step) { inner[outer, default: 0] += whole }
    }
    for (object, blocks) in found.sorted(by: { $0.value.last!.step < $1.value.last!.step }) {
      report(blocks.reversed(), of: object, limit)
    }
  }

  private func enclosingClosure(_ step: Step) -> Int? {
    var call = step.parent
    while let index = call {
      if facts.trace.steps[index].kind == .closure { return index }
      call = facts.trace.steps[index].parent
    }
    return nil
  }

  private mutating func report(_ blocks: [(step: Int, time: UInt64)], of object: ObjectID, _ limit: UInt64) {
    let longest = blocks.max { $0.time < $1.time }!
    let step = facts.trace.steps[longest.step]
    let times = blocks.count > 1 ? ", \(blocks.count) times longer than the limit" : ""
    var finding = Finding(
      rule: .mainBlocked, level: .warning,
      message: "the closure of \(names.name(object)) held the main thread for \(milliseconds(longest.time)) ms\(times)",
      steps: blocks.map(\.step), objects: [object])
    finding.place = names.place(step)
    finding.cause =
      "Nothing else runs on the main thread meanwhile; the limit is \(milliseconds(limit)) ms (--main-limit)."
    finding.remedy =
      isOfSource(step)
      ? "Subscribe to it on another scheduler (`subscribe(on:)` behind it), and come back to the main thread with "
        + "`observe(on:)`."
      : "Do the work on another scheduler (`observe(on:)` before it), and come back to the main thread behind it."
    let doing = isOfSource(step) ? "runs at the subscription" : "takes \(facts.value(longest.step) ?? "an event")"
    finding.evidence = [names.evidence(step, "the closure \(doing)")]
    findings.append(finding)
  }

  /// Whether the closure runs because somebody subscribes, as that of `create` does, and not because of an event.
  private func isOfSource(_ closure: Step) -> Bool {
    closure.event == nil && closure.parent.map { facts.trace.steps[$0].kind == .run } ?? false
  }

  private func milliseconds(_ nanoseconds: UInt64) -> UInt64 { (nanoseconds + 500_000) / 1_000_000 }
}
