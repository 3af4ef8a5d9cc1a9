import RxTrace

extension Finding.Rule {
  /// Elements wait in a stage that is given them faster than it sends them (if they may still be sent: a note).
  public static let backlog = Finding.Rule(
    "backlog",
    "Elements wait in a stage that is given them faster than it sends them (if they may still be sent: a note).",
    isAboutAbsence: true)
}

/// A queue within a stage that only grows: the elements of one input of `zip` that wait for those of another, or the
/// elements whose inner sequences `concatMap` and `merge(maxConcurrent:)` have not begun.
///
/// It only grows if it was longer each time when an element had left it (``GrowingQueue``), and if its elements came one
/// after another: a list that is worked off, or given out at the ticks of a clock, comes at once and becomes shorter. It is
/// a warning if it has grown at least twice, or if nothing can leave it any more, because the other input of `zip` has
/// ended, or the inner sequence that runs is a subject, which does not end. Otherwise it may be a crowd before the end of
/// the program.
///
/// A `zip` that has sent nothing is not counted: ``WaitingRule`` names it. What a replay keeps is not counted either,
/// because a recording does not have its size.
struct BacklogRule: CheckRule {
  static let id = Finding.Rule.backlog

  /// For each stage that postpones inner sequences, those that wait.
  private var postponed: [ObjectID: Postponed] = [:]
  /// The stages with several inputs that may be a `zip`, by the calls of their runs.
  private var joined: [Int: Joined] = [:]

  private struct Postponed {
    var queue = GrowingQueue()
    /// The steps that delivered the first waiting sequence, the outermost step first. A stage above makes the sequences that
    /// `merge` is given from its elements, so there may be several steps.
    var first: [Int] = []
    /// The steps that delivered the newest waiting sequence, in the same order.
    var newest: [Int] = []
    /// The inner sequence that began last.
    var inner: ObjectID?
  }

  private struct Joined {
    var inputs: [ObjectID] = []
    var queues: [GrowingQueue] = []
    var sink: ObjectID?
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .subscribed(let observer, _): subscribe(observer, run)
    case .arrived(.next, let object):
      if run.has(.postpones, object) {
        postpone(object, run)
      } else if !joined.isEmpty, let call = run.runs[object].subscription?.run {
        arrive(at: object, call, run)
      }
    case .left(.next, let sink) where !joined.isEmpty:
      if let input = run.parent?.object, let call = run.runs[input].subscription?.run { send(sink, call, run) }
    default: break
    }
  }

  private mutating func postpone(_ stage: ObjectID, _ run: Pipelines) {
    var waiting = postponed.removeValue(forKey: stage) ?? Postponed()
    waiting.newest = run.around.suffix(Self.mostCalls).filter { $0.kind == .on && $0.event == .next }.map(\.number)
    if waiting.queue.size == 0 { waiting.first = waiting.newest }
    waiting.queue.add(run.step.number, in: run.root)
    postponed[stage] = waiting
  }

  private static let mostCalls = 16

  private mutating func subscribe(_ observer: ObjectID, _ run: Pipelines) {
    guard run.runs[observer].role == .observer else { return }
    if let call = run.parent, call.kind == .run {
      joined[call.number, default: Joined()].inputs.append(observer)
      joined[call.number]!.queues.append(GrowingQueue())
    } else if !postponed.isEmpty, let stage = run.whole(of: observer), postponed[stage] != nil {
      postponed[stage]!.queue.remove()
      postponed[stage]!.inner = observer
    }
  }

  private mutating func arrive(at input: ObjectID, _ call: Int, _ run: Pipelines) {
    guard let place = joined[call]?.inputs.firstIndex(of: input) else { return }
    joined[call]!.queues[place].add(run.step.number, in: run.root)
  }

  /// Notes that a stage sends something because an input has, so that the stage's kind is known.
  private mutating func send(_ sink: ObjectID, _ call: Int, _ run: Pipelines) {
    guard joined[call] != nil else { return }
    guard run.has(.pairs, sink) else {
      joined[call] = nil
      return
    }
    joined[call]!.sink = sink
    for place in joined[call]!.queues.indices { joined[call]!.queues[place].remove() }
  }

  // MARK: Findings

  /// The least number of waiting elements that shows that a queue grows.
  private static let fewest = 8
  /// The least number if nothing can leave the queue any more.
  private static let fewestStuck = 3

  private struct Backlog {
    var queue: GrowingQueue
    /// The steps that brought the first element and the newest one.
    var bringers: (first: [Int], newest: [Int]) = ([], [])
    var stage: ObjectID
    /// The sequence for which the elements wait: the other input, or the inner sequence that runs.
    var awaited: ObjectID?
    var input: ObjectID?
    var other: GrowingQueue?
    /// The subject whose inner sequence runs and does not end.
    var endless: ObjectID?
    var level: Finding.Level
  }

  func quotes(_ run: Pipelines) -> [Int] {
    backlogs(run).flatMap { [$0.queue.first, $0.queue.newest] + $0.bringers.first + $0.bringers.newest }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    backlogs(run).map { $0.input == nil ? ofPostponed($0, run, names) : ofPairs($0, run, names) }
  }

  private func backlogs(_ run: Pipelines) -> [Backlog] {
    let paired = joined.values.compactMap { pairs($0, run) }
    let waiting = postponed.compactMap { stage, waiting -> Backlog? in
      guard waiting.queue.size >= Self.fewestStuck else { return nil }
      let endless = waiting.inner.flatMap { endlessSource($0, waiting.queue.newest, run) }
      return level(of: waiting.queue, endless != nil).map {
        Backlog(
          queue: waiting.queue, bringers: (waiting.first, waiting.newest), stage: stage, awaited: waiting.inner,
          endless: endless, level: $0)
      }
    }
    return (paired + waiting).sorted { $0.queue.first < $1.queue.first }
  }

  private func pairs(_ stage: Joined, _ run: Pipelines) -> Backlog? {
    guard let sink = stage.sink,
      let longest = stage.queues.indices.max(by: { stage.queues[$0].size < stage.queues[$1].size }),
      let shortest = stage.queues.indices.min(by: { stage.queues[$0].taken < stage.queues[$1].taken })
    else { return nil }
    let isStuck = run.runs[stage.inputs[shortest]].inputEnd != nil
    let queue = stage.queues[longest]
    return level(of: queue, isStuck).map {
      Backlog(
        queue: queue, stage: sink, awaited: stage.inputs[shortest], input: stage.inputs[longest],
        other: stage.queues[shortest], level: $0)
    }
  }

  private func level(of queue: GrowingQueue, _ isStuck: Bool) -> Finding.Level? {
    guard queue.size >= (isStuck ? Self.fewestStuck : Self.fewest), let growths = queue.growths else { return nil }
    return isStuck || growths > 1 ? .warning : .note
  }

  /// The subject from which an inner sequence comes, if both had not ended when the newest element came.
  private func endlessSource(_ inner: ObjectID, _ newest: Int, _ run: Pipelines) -> ObjectID? {
    guard let source = run.sources(of: inner).last, run.runs[source].role == .subject else { return nil }
    return [inner, source].allSatisfy { run.runs[$0].end ?? .max > newest } ? source : nil
  }

  private func finding(_ backlog: Backlog, _ message: String, _ names: FindingNames) -> Finding {
    let (first, newest) = (backlog.queue.first, backlog.queue.newest)
    var finding = Finding(
      rule: .backlog, level: backlog.level, message: message, steps: [first, newest], objects: [backlog.stage])
    finding.place = names.place(backlog.stage)
    let isOfSequences = isOfSequences(backlog, names)
    finding.evidence = [
      names.evidence(
        names.step(first),
        "\(what(first, backlog.bringers.first, isOfSequences, names) ?? "the first one") was the first that had to wait"
      ),
      names.evidence(
        names.step(newest),
        "\(what(newest, backlog.bringers.newest, isOfSequences, names) ?? "the last one") was the last"),
    ]
    return finding
  }

  /// Whether a stage is given the inner sequences, and not elements to make them from. Only the words depend on this.
  private func isOfSequences(_ backlog: Backlog, _ names: FindingNames) -> Bool {
    backlog.input == nil && ["merge", "concat"].contains(names.label(backlog.stage))
  }

  /// What waits, in words: an element, or the inner sequence that was made of one.
  private func what(_ step: Int, _ bringers: [Int], _ isOfSequences: Bool, _ names: FindingNames) -> String? {
    let value = names.value(step)
    guard isOfSequences else { return value }
    let element = bringers.reversed().lazy.map(names.value).first { $0 != value } ?? nil
    return element.map { "the inner sequence of \($0)" }
  }

  private func ofPairs(_ backlog: Backlog, _ run: Pipelines, _ names: FindingNames) -> Finding {
    func source(_ input: ObjectID?) -> String? { input.flatMap { run.runs[$0].lastSource }.map(names.name) }
    let sent = "\(backlog.other?.taken ?? 0)"
    let isOver = backlog.awaited.map { run.runs[$0].inputEnd != nil } ?? false
    let fast = source(backlog.input) ?? "an input"
    // Variables of one line may have one name.
    let slow = source(backlog.awaited).flatMap { $0 == fast ? nil : $0 } ?? "its other input"
    var finding = finding(
      backlog,
      "\(names.name(backlog.stage)) keeps \(backlog.queue.size) elements of \(fast), which sent \(backlog.queue.taken), "
        + "because \(slow) sent only \(sent)" + (isOver ? " and completed" : ""),
      names)
    finding.cause =
      "It combines the first elements of its inputs, then the second ones, so the faster input has to wait."
    finding.remedy = "Use `combineLatest` or `withLatestFrom`, which combine the latest elements."
    if backlog.level == .warning { finding.change = names.change(.combineLatest, at: backlog.stage) }
    return finding
  }

  private func ofPostponed(_ backlog: Backlog, _ run: Pipelines, _ names: FindingNames) -> Finding {
    let awaited = (backlog.endless ?? backlog.awaited.flatMap { run.runs[$0].lastSource }).map {
      " of \(names.name($0))"
    }
    var finding = finding(
      backlog,
      "\(names.name(backlog.stage)) keeps \(backlog.queue.size) "
        + (isOfSequences(backlog, names) ? "inner sequences" : "elements") + ", which wait for the end of the "
        + (isOfSequences(backlog, names) ? "one" : "inner sequence") + (awaited ?? ""),
      names)
    let why = backlog.endless.map { "\(names.name($0)) does not end" } ?? "those last too long"
    finding.cause = "It begins an inner sequence only when an earlier one has ended, and \(why)."
    finding.remedy =
      "Let each inner sequence end, for example with `take(1)`; or use `flatMapLatest` if only the newest element counts."
    return finding
  }
}
