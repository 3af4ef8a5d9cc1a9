import RxTrace

extension Finding.Rule {
  /// A stage was given elements and sent nothing for them, because another input sent nothing (if that may still come: a
  /// note).
  public static let waiting = Finding.Rule(
    "waiting",
    "A stage was given elements and sent nothing for them, because another input sent nothing (if that may still come: a "
      + "note).",
    isAboutAbsence: true)
}

/// A stage that needs an element of each of its inputs, was given elements of some, and sent nothing, because one input was
/// silent.
///
/// `combineLatest` and `zip` send nothing before each input has sent, `sample` nothing before its sampler has, and
/// `skip(until:)` nothing before its trigger has. Not counted:
/// - a stage of a line that sent something in another subscription;
/// - a stage that has ended as all of its inputs have, so that its observer knows that nothing comes;
/// - a stage that was disposed before the last event of the program, as an older request or a screen is; a note if it was
///   given several elements before that;
/// - an input that waits for a stage that this rule or ``DroppedForOtherRule`` names.
///
/// It is a note for `sample` and `skip(until:)`, if the silent input is a source that has begun and not ended, such as
/// a request under way, or if a stage above holds an element. A recording cannot tell that from a missing answer.
///
/// A `withLatestFrom` waits for its own source when its other input has changed: ``UntakenLatest``, a note.
struct WaitingRule: CheckRule {
  static let id = Finding.Rule.waiting

  /// The stages with several inputs that have sent nothing, by the calls of their runs.
  private var stages: [Int: Stage] = [:]
  /// The places of stages that have sent something.
  private var working: Set<ProducerPlace> = []
  /// Stages that hold elements for a time, or move them, and were given one.
  private var holders: Set<ObjectID> = []
  private var heard = HeardShares()
  private var untaken = UntakenLatest()
  /// The newest step at which something came from outside of all calls.
  private var newest = 0

  private struct Stage {
    var producer: ObjectID
    var inputs: [ObjectID] = []
    /// For each input that has sent something, the first step.
    var firsts: [ObjectID: Int] = [:]
    var count = 0
  }

  /// A stage with what is known of it when the run is over.
  private struct Suspect {
    var stage: Stage
    var sink: ObjectID
    var silent: [ObjectID]
    var level: Finding.Level
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    heard.take(event, run)
    untaken.take(event, run)
    switch event {
    case .subscribed(let input, _): join(input, run)
    case .arrived(let event, let object):
      if run.parent == nil { newest = run.step.number }
      if event == .next, !stages.isEmpty { arrive(at: object, run) }
    case .acted: if run.parent == nil { newest = run.step.number }
    case .left(let event, let sink) where !stages.isEmpty:
      // A stage sends something because an input has.
      if let input = run.parent?.object, let call = call(of: input, run) { send(event, call, sink, run) }
    default: break
    }
  }

  /// The call of the run that subscribed an input.
  private func call(of input: ObjectID, _ run: Pipelines) -> Int? { run.runs[input].subscription?.run }

  private mutating func join(_ input: ObjectID, _ run: Pipelines) {
    guard let call = run.parent, call.kind == .run, let producer = call.object,
      run.runs[input].role == .observer || Self.isOpenedByOther(input, run)
    else { return }
    stages[call.number, default: Stage(producer: producer)].inputs.append(input)
  }

  private mutating func arrive(at input: ObjectID, _ run: Pipelines) {
    if run.has(.holds, input) || run.has(.moves, input) { holders.insert(input) }
    guard let call = call(of: input, run), stages[call] != nil else { return }
    stages[call]!.count += 1
    if stages[call]!.firsts[input] == nil { stages[call]!.firsts[input] = run.step.number }
  }

  private mutating func send(_ event: EventKind, _ call: Int, _ sink: ObjectID, _ run: Pipelines) {
    guard let stage = stages[call], event != .completed || !isCutShort(stage, run) else { return }
    stages[call] = nil
    if event == .next, Self.isJoining(sink, run) { working.insert(run.place(of: stage.producer)) }
  }

  /// Whether a stage completes although an input of it still sends elements.
  private func isCutShort(_ stage: Stage, _ run: Pipelines) -> Bool {
    stage.inputs.contains { stage.firsts[$0] != nil && run.runs[$0].inputEnd == nil }
  }

  private static func isJoining(_ sink: ObjectID, _ run: Pipelines) -> Bool {
    run.has(.needsAll, sink) || isOpenedByOther(sink, run)
  }

  /// Whether the elements of one input need another input's element, which is not sent itself.
  private static func isOpenedByOther(_ sink: ObjectID, _ run: Pipelines) -> Bool {
    !run.runs[sink].traits.isDisjoint(with: [.needsSignal, .needsOpening])
  }

  // MARK: Findings

  func quotes(_ run: Pipelines) -> [Int] {
    suspects(run).flatMap { suspect in
      Array(suspect.stage.firsts.values) + suspect.silent.compactMap { run.runs[$0].inputEnd?.step }
    } + untaken.quotes(run, newest: newest)
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    let suspects = suspects(run)
    let sinks = Set(suspects.map(\.sink)).union(known.objects)
    let findings = suspects.filter { suspect in
      let isCaused = suspect.silent.contains { run.sources(of: $0).contains(where: sinks.contains) }
      return !isCaused && (names.trace.isComplete || hasEnded(suspect.silent, run))
    }.map { finding($0, run, names) }
    return findings + (names.trace.isComplete ? untaken.findings(run, names, newest: newest) : [])
  }

  func explained(by findings: [Finding]) -> Explained { Explained(objects: Set(findings.flatMap(\.objects))) }

  /// The first suspect of each line.
  private func suspects(_ run: Pipelines) -> [Suspect] {
    var places = working
    return stages.sorted { $0.key < $1.key }.compactMap { _, stage in
      let place = run.place(of: stage.producer)
      guard stage.count > 0, !places.contains(place), let suspect = suspect(stage, run) else { return nil }
      places.insert(place)
      return suspect
    }
  }

  private func suspect(_ stage: Stage, _ run: Pipelines) -> Suspect? {
    guard let sink = stage.inputs.lazy.compactMap({ run.whole(of: $0) }).first, Self.isJoining(sink, run),
      run.runs[sink].outputEnd?.event != .error
    else { return nil }
    // Only the other input can keep such a stage waiting.
    let needed = Self.isOpenedByOther(sink, run) ? stage.inputs.filter { $0 != sink } : stage.inputs
    let silent = needed.filter { stage.firsts[$0] == nil }
    guard !silent.isEmpty, let level = level(stage, sink, silent, run) else { return nil }
    return Suspect(stage: stage, sink: sink, silent: silent, level: level)
  }

  private func level(_ stage: Stage, _ sink: ObjectID, _ silent: [ObjectID], _ run: Pipelines) -> Finding.Level? {
    if let end = run.runs[sink].outputEnd {
      let isCutShort = stage.firsts.keys.contains { run.runs[$0].inputEnd?.step ?? .max > end.step }
      return isCutShort && hasEnded(silent, run) ? .warning : nil
    }
    if let end = run.chain(from: sink).compactMap({ run.runs[$0].end }).min(), end < newest {
      return stage.count > 2 ? .note : nil
    }
    // Whoever uses `sample` decides when something is wanted, and may not have wanted anything.
    if Self.isOpenedByOther(sink, run) { return .note }
    return silent.contains { !mayStillSend($0, run) } ? .warning : .note
  }

  private func hasEnded(_ inputs: [ObjectID], _ run: Pipelines) -> Bool {
    inputs.allSatisfy { run.runs[$0].inputEnd?.event == .completed }
  }

  /// Whether a source above an input has begun and not ended, an inner sequence too, or a stage above may hold an element.
  private func mayStillSend(_ input: ObjectID, _ run: Pipelines) -> Bool {
    guard run.runs[input].inputEnd == nil else { return false }
    let sources = run.sources(of: input)
    if sources.contains(where: holders.contains) { return true }
    if let last = sources.last, run.runs[last].role == .sink, run.runs[last].lastSource == nil {
      return !Self.isJoining(last, run)
    }
    let stages = Set(sources)
    return run.runs.indices.contains { inner in
      run.runs[inner].end == nil && run.runs[inner].subscription?.isForElement == true
        && run.whole(of: inner).map(stages.contains) == true
    }
  }

  private func finding(_ suspect: Suspect, _ run: Pipelines, _ names: FindingNames) -> Finding {
    let (stage, sink) = (suspect.stage, suspect.sink)
    let first = stage.firsts.values.min()!
    let given = stage.count == 1 ? names.value(first) ?? "an element" : "\(stage.count) elements"
    let sources = suspect.silent.compactMap { run.runs[$0].lastSource }
    let silent = list(sources.map(names.name))
    let isOver = hasEnded(suspect.silent, run)
    let reason = isOver ? "completed without an element" : "sent it nothing"
    var finding = Finding(
      rule: .waiting, level: suspect.level,
      message: "\(names.name(sink)) was given \(given) and sent nothing, because \(silent) \(reason)",
      steps: [first], objects: [sink])
    finding.place = names.place(sink)
    finding.cause = cause(sink, run)
    finding.change = change(suspect, sources, isOver, run, names)
    finding.remedy =
      finding.change == nil
      ? remedy(suspect, sources, isOver, run, names) : heard.remedy(for: sources[0], names)
    finding.evidence = names.evidence(of: stage.firsts.values.sorted())
    finding.evidence += sources.prefix(3).map { Finding.Evidence(names.place($0), "\(names.label($0)) \(reason)") }
    return finding
  }

  /// The element that a shared sequence had before is enough for a stage that combines the latest ones. A `zip` would have one
  /// pair of it, and a sequence that is over replays nothing.
  private func change(
    _ suspect: Suspect, _ sources: [ObjectID], _ isOver: Bool, _ run: Pipelines, _ names: FindingNames
  ) -> Finding.Change? {
    guard sources.count == 1, !isOver, !Self.isOpenedByOther(suspect.sink, run), !run.has(.pairs, suspect.sink) else {
      return nil
    }
    return heard.change(for: sources[0], names)
  }

  private func cause(_ sink: ObjectID, _ run: Pipelines) -> String {
    if run.has(.needsSignal, sink) { return "It sends its latest element only when its other input sends something." }
    if run.has(.needsOpening, sink) { return "It drops all elements until its other input has sent something." }
    return "It sends nothing before each of its inputs has sent an element."
  }

  private func list(_ names: [String]) -> String {
    let more = names.count > 3 ? " and \(names.count - 3) more" : ""
    return names.prefix(3).joined(separator: names.count == 2 ? " and " : ", ") + more
  }

  private func remedy(
    _ suspect: Suspect, _ sources: [ObjectID], _ isOver: Bool, _ run: Pipelines, _ names: FindingNames
  ) -> String {
    let input = sources.first.map(names.label) ?? "the silent input"
    if isOver { return "Give \(input) an element for the case that there is none: `ifEmpty(default:)`." }
    if Self.isOpenedByOther(suspect.sink, run) { return "Let \(input) send something when an element is wanted." }
    if suspect.level == .note { return "If \(input) may never answer, give it a `timeout`." }
    if run.has(.pairs, suspect.sink) {
      return "Let \(input) send an element for each one of the other input, or use `combineLatest` and give \(input) a "
        + "first value (`startWith`)."
    }
    return "Let \(input) have a value from the beginning: `startWith`, or a `BehaviorRelay`."
  }
}
