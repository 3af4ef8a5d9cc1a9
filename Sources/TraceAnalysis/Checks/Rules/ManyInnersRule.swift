import RxTrace

extension Finding.Rule {
  /// Many inner sequences of one stage were open at once (a warning if several send the elements of one sequence).
  public static let manyInners = Finding.Rule(
    "many-inners",
    "Many inner sequences of one stage were open at once (a warning if several send the elements of one sequence).",
    .note, isAboutAbsence: true)
}

/// Inner sequences that are open at once under one run of a stage that merges them.
///
/// It is a warning if at least three of them observe one and the same sequence, and an event of that came out of the stage
/// once for each: an older one was not ended when a newer one began. Sequences that are made anew for each element count as
/// one and the same if one event of a subject came out of all of them as the same element, and the next event as another
/// one. So rows that each pick their own part of a state do not count.
///
/// Otherwise it is a note, from 32 on, because so many requests may overload a server, but so many streams may be what
/// the program wants.
///
/// The sequences of `merge(a, b)`, which no element starts, are not counted.
struct ManyInnersRule: CheckRule {
  static let id = Finding.Rule.manyInners

  private var stages: [ObjectID: Stage] = [:]

  private struct Stage {
    var open = 0
    var peak = 0
    var peakStep = 0
    /// The newest event from outside of all calls in which an inner sequence began.
    var started = -1
    /// What the open inner sequences observe, and how many do.
    var sources: [ObjectID: Int] = [:]
    var current = Round()
    var best = Round()
    /// Events of one subject that several inner sequences sent, each of which observes a sequence of its own.
    var currentCopies = Round()
    var copies: [Round] = []
  }

  /// The inner sequences that sent something within one event, and what they observe.
  private struct Round {
    var root = -1
    var source = -1
    var senders: [ObjectID] = []
    var steps: [Int] = []
  }

  private static let fewestRepeated = 3
  private static let fewest = 32

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .subscribed(let inner, let source): begin(inner, source, run)
    case .arrived(let event, let inner) where event != .next && !stages.isEmpty: end(inner, run)
    case .left(.next, let sink) where run.has(.merges, sink):
      if let stage = stages[sink], stage.open >= Self.fewestRepeated { send(sink, stage.started, run) }
    default: break
    }
  }

  private mutating func begin(_ inner: ObjectID, _ source: ObjectID, _ run: Pipelines) {
    guard let sink = stage(of: inner, run) else { return }
    var stage = stages.removeValue(forKey: sink) ?? Stage()
    stage.open += 1
    stage.sources[source, default: 0] += 1
    stage.started = run.root
    if stage.open > stage.peak { (stage.peak, stage.peakStep) = (stage.open, run.step.number) }
    stages[sink] = stage
  }

  private func stage(of inner: ObjectID, _ run: Pipelines) -> ObjectID? {
    guard run.runs[inner].subscription?.isForElement == true, let sink = run.whole(of: inner), run.has(.merges, sink)
    else { return nil }
    return sink
  }

  private mutating func end(_ inner: ObjectID, _ run: Pipelines) {
    guard run.runs[inner].inputEnd?.step == run.step.number, let sink = stage(of: inner, run), stages[sink] != nil,
      let source = run.runs[inner].lastSource
    else { return }
    stages[sink]!.open -= 1
    if let count = stages[sink]!.sources[source] { stages[sink]!.sources[source] = count > 1 ? count - 1 : nil }
  }

  private mutating func send(_ sink: ObjectID, _ started: Int, _ run: Pipelines) {
    // The elements that an inner sequence sends when it begins do not come from a shared event.
    guard started != run.root, let call = run.parent, call.kind == .on, let inner = call.object,
      let source = run.runs[inner].lastSource
    else { return }
    guard stages[sink]!.sources[source] ?? 0 >= Self.fewestRepeated else { return copy(inner, sink, run) }
    if stages[sink]!.current.root != run.root || stages[sink]!.current.source != source {
      stages[sink]!.current = Round(root: run.root, source: source)
    }
    guard stages[sink]!.current.senders.count < 8, !stages[sink]!.current.senders.contains(inner) else { return }
    stages[sink]!.current.senders.append(inner)
    stages[sink]!.current.steps.append(run.step.number)
    if stages[sink]!.current.senders.count > stages[sink]!.best.senders.count {
      stages[sink]!.best = stages[sink]!.current
    }
  }

  /// Notes that an inner sequence, which observes a sequence of its own, sent something.
  private mutating func copy(_ inner: ObjectID, _ sink: ObjectID, _ run: Pipelines) {
    guard let origin = origin(run) else { return }
    var stage = stages.removeValue(forKey: sink)!
    defer { stages[sink] = stage }
    if stage.currentCopies.root != origin.call || stage.currentCopies.source != origin.subject {
      stage.currentCopies = Round(root: origin.call, source: origin.subject)
    }
    guard stage.currentCopies.senders.count < 8, !stage.currentCopies.senders.contains(inner) else { return }
    stage.currentCopies.senders.append(inner)
    stage.currentCopies.steps.append(run.step.number)
    guard stage.currentCopies.senders.count >= Self.fewestRepeated else { return }
    if stage.copies.last?.root == origin.call { stage.copies.removeLast() }
    if stage.copies.count < 4 { stage.copies.append(stage.currentCopies) }
  }

  /// The subject whose event is being sent, and the call that gave it the event.
  private func origin(_ run: Pipelines) -> (subject: ObjectID, call: Int)? {
    let call = run.around.last { call in
      call.kind == .on && call.event == .next && call.object.map { run.runs[$0].role == .subject } ?? false
    }
    return call.flatMap { call in call.object.map { ($0, call.number) } }
  }

  // MARK: Findings

  private var found: [(sink: ObjectID, stage: Stage)] {
    stages.filter { $0.value.peak >= Self.fewest || isRepeated($0.value) || $0.value.copies.count > 1 }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func isRepeated(_ stage: Stage) -> Bool { stage.best.senders.count >= Self.fewestRepeated }

  func quotes(_ run: Pipelines) -> [Int] {
    found.flatMap { [$0.stage.peakStep] + $0.stage.best.steps + $0.stage.copies.flatMap(\.steps) }
  }

  /// The first of two events of one subject that each came out of all inner sequences as one element.
  private func copied(_ stage: Stage, _ names: FindingNames) -> Round? {
    var first: (round: Round, value: String)?
    for round in stage.copies {
      let values = Set(round.steps.map(names.value))
      guard values.count == 1, let value = values.first.flatMap(\.self) else { continue }
      if let first, first.round.source == round.source, first.value != value { return first.round }
      if first == nil { first = (round, value) }
    }
    return nil
  }

  /// The stages whose older inner sequences go on.
  func explained(by findings: [Finding]) -> Explained {
    Explained(objects: Set(findings.filter { $0.level > .note }.flatMap(\.objects)))
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    found.compactMap { sink, stage in
      let round = isRepeated(stage) ? stage.best : copied(stage, names)
      if let round { return repeated(sink, stage, round, names) }
      return stage.peak >= Self.fewest ? many(sink, stage, names) : nil
    }
  }

  private func repeated(_ sink: ObjectID, _ stage: Stage, _ round: Round, _ names: FindingNames) -> Finding {
    let steps = round.steps
    let value = names.value(steps[0]).map { ", \($0) first" } ?? ""
    var finding = Finding(
      rule: .manyInners, level: .warning,
      message: "\(names.name(sink)) sent \(steps.count) elements for one of \(names.name(round.source))\(value): "
        + "\(stage.peak) inner sequences were open at once",
      steps: steps, objects: [sink])
    finding.place = names.place(sink)
    finding.change = names.change(.latestInner, at: sink)
    finding.cause = "Each element begins another inner sequence, and the older ones go on."
    finding.remedy = names.latestInnerRemedy(sink)
    finding.evidence = names.evidence(of: steps)
    return finding
  }

  private func many(_ sink: ObjectID, _ stage: Stage, _ names: FindingNames) -> Finding {
    var finding = Finding(
      rule: .manyInners, level: .note,
      message: "\(names.name(sink)) had \(stage.peak) inner sequences open at once", steps: [stage.peakStep],
      objects: [sink])
    finding.place = names.place(sink)
    finding.cause = "It begins one for each element, and does not wait for the end of the earlier ones."
    finding.remedy =
      "If they should not all run at once: `map` instead of it, and `.merge(maxConcurrent: 4)` behind that."
    finding.evidence = names.evidence(of: [stage.peakStep])
    return finding
  }
}
