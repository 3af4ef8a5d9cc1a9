import RxTrace

extension Finding.Rule {
  /// Elements were sent to a pipeline that an error had ended.
  public static let endedByError = Finding.Rule(
    "ended-by-error", "Elements were sent to a pipeline that an error had ended.")
}

/// Elements that were sent to a subject, or a shared sequence, after an error had ended a pipeline that it feeds; or that a hot
/// sequence of a test sent after that. A recording has what such a sequence sent if another pipeline still heard it, or if
/// nobody was left.
///
/// A pipeline that is subscribed to again, as by `retry`, goes on. So does one that a `retry` has begun anew, even if the
/// beginning does not hear that source: a closure that returns an error for `retry` asks for it. One with an operator like
/// `take(1)` is meant to end; its finding is a note.
struct EndedByErrorRule: CheckRule {
  static let id = Finding.Rule.endedByError

  /// The pipelines that an error ended, by the source that lost them.
  private var deaths: [ObjectID: [Death]] = [:]
  /// For each source its newest subscriptions.
  private var newest: [ObjectID: [(step: Int, observer: ObjectID)]] = [:]
  /// The errors that came to runs, each with the step that sent it.
  private var origins: [ObjectID: Origin] = [:]
  /// For each stage that takes the place of failed sequences, its newest subscription.
  private var attempts: [ObjectID: Attempt] = [:]

  private struct Attempt {
    var source: ObjectID
    /// The step that subscribed to the same sequence as the attempt before.
    var restart: Int?
  }

  private struct Death {
    var source: ObjectID
    var observer: ObjectID
    /// The step that removed the observer from the source.
    var departure: Int
    /// The outermost call around the error.
    var root: Int
    /// The stage that handed the error on, and the step.
    var stage: ObjectID
    var error: Int
    var origin: Origin
    var chain: [ObjectID]
    /// The stage that put another sequence in place of the failed one.
    var catcher: ObjectID?
    /// Whether the pipeline, or another one of its kind, has been subscribed to the source since.
    var hasSuccessor: Bool
    /// Whether elements came to the successor.
    var isContinued = false
    var late: [Int] = []
    /// The outermost call around the newest late element.
    var lateRoot = -1
  }

  /// The step at which an error came into a pipeline, and the object that was given it or sent it.
  private struct Origin {
    var step: Int
    var object: ObjectID?
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .left(.error, let sink): noteError(from: sink, run)
    case .subscribed(let observer, let source): subscribe(observer, to: source, run)
    case .departed(let observer): depart(observer, run)
    case .arrived(.next, let object):
      let source = hotSource(of: object, run) ?? object
      if run.runs[source].role == .observable { findDeaths(of: source, run) }
      if !deaths.isEmpty { arrive(at: source, run) }
    default: break
    }
  }

  private mutating func noteError(from sink: ObjectID, _ run: Pipelines) {
    guard origins[sink] == nil else { return }
    let call = run.parent.flatMap { $0.event == .error ? $0 : nil }
    origins[sink] = Origin(step: call?.number ?? run.step.number, object: call.map(\.object) ?? sink)
  }

  private mutating func subscribe(_ observer: ObjectID, to source: ObjectID, _ run: Pipelines) {
    if run.has(.catches, observer) {
      let isRestart = attempts[observer]?.source == source
      attempts[observer] = Attempt(source: source, restart: isRestart ? run.step.number : nil)
    }
    newest[source, default: []].append((run.step.number, observer))
    if newest[source]!.count > Self.remembered { newest[source]!.removeFirst() }
    guard let known = deaths[source] else { return }
    for index in known.indices where isOfKind(observer, known[index].observer, run) {
      deaths[source]![index].hasSuccessor = true
    }
  }

  private static let remembered = 8

  private func isOfKind(_ observer: ObjectID, _ dead: ObjectID, _ run: Pipelines) -> Bool {
    run.source.object(observer).typeName == run.source.object(dead).typeName
      || run.last(of: observer) == run.last(of: dead)
  }

  // MARK: Ends

  private mutating func depart(_ observer: ObjectID, _ run: Pipelines) {
    guard !origins.isEmpty, run.runs[observer].inputEnd == nil, let source = run.runs[observer].lastSource,
      run.runs[source].role == .subject
    else { return }
    let chain = chain(from: observer, run)
    guard let (stage, error) = failure(in: chain, run), isUnderWay(error, run) else { return }
    note(observer, of: source, ended: stage, by: error, chain, departure: run.step.number, run)
  }

  /// The first stage of a pipeline that handed an error on, and how it ended.
  private func failure(in chain: [ObjectID], _ run: Pipelines) -> (stage: ObjectID, error: RunOfStage.Ending)? {
    guard let stage = chain.first(where: { run.runs[$0].outputEnd?.event == .error }) else { return nil }
    return run.runs[stage].outputEnd.map { (stage, $0) }
  }

  /// Finds the pipelines that an error ended, because a hot observable has no link to the observers that have left. It
  /// is given an element itself if nobody is subscribed to it any more.
  private mutating func findDeaths(of source: ObjectID, _ run: Pipelines) {
    let known = Set(deaths[source, default: []].map(\.observer))
    for (_, observer) in newest[source] ?? [] where !known.contains(observer) && run.runs[observer].inputEnd == nil {
      let chain = chain(from: observer, run)
      guard let (stage, error) = failure(in: chain, run), wasThere(observer, at: error, run) else { continue }
      note(observer, of: source, ended: stage, by: error, chain, departure: error.step, run)
    }
  }

  /// The hot sequence that gives an observer an element: its source, which makes no run and sends at a time of its own.
  private func hotSource(of observer: ObjectID, _ run: Pipelines) -> ObjectID? {
    guard !origins.isEmpty, run.runs[observer].feeder == nil, run.parent?.kind ?? .scheduledAction == .scheduledAction,
      let source = run.runs[observer].lastSource, run.runs[source].role == .observable, !run.has(.shares, source),
      newest[source]?.count ?? 0 > 1
    else { return nil }
    return source
  }

  /// Whether an observer had not left before an error. That is not known of an inner sequence that an element started.
  private func wasThere(_ observer: ObjectID, at error: RunOfStage.Ending, _ run: Pipelines) -> Bool {
    let isInner = run.isPart(observer) && run.runs[observer].subscription?.isForElement != false
    return !isInner && run.runs[observer].disposal.map { $0 >= error.root } ?? true
  }

  private mutating func note(
    _ observer: ObjectID, of source: ObjectID, ended stage: ObjectID, by error: RunOfStage.Ending, _ chain: [ObjectID],
    departure: Int, _ run: Pipelines
  ) {
    var death = Death(
      source: source, observer: observer, departure: departure, root: error.root, stage: stage, error: error.step,
      origin: origins[stage] ?? Origin(step: error.step, object: stage), chain: chain, hasSuccessor: false)
    death.catcher = chain.first { isCatcher($0, run) }
    death.hasSuccessor =
      newest[source]?.contains {
        $0.step > error.step && isOfKind($0.observer, observer, run)
      } ?? false
    deaths[source, default: []].append(death)
  }

  /// Whether an error is being delivered. Another thread that disposes meanwhile may remove the observer first.
  private func isUnderWay(_ error: RunOfStage.Ending, _ run: Pipelines) -> Bool {
    error.root == run.root || run.calls.contains { $0.first?.number == error.root }
  }

  /// Whether a stage catches an error. A stage that has handed the error on had no sequence left.
  private func isCatcher(_ stage: ObjectID, _ run: Pipelines) -> Bool {
    let isOpen = run.runs[stage].outputEnd?.event != .error
    return run.has(.catches, stage) && isOpen && run.runs[stage].inputEnd?.event == .error
  }

  /// The stages behind an observer; behind the connection of a shared sequence, those of its observer that ended last,
  /// because the connection ends with it.
  private func chain(from observer: ObjectID, _ run: Pipelines) -> [ObjectID] {
    let chain = run.chain(from: observer)
    guard let last = chain.last, let shared = run.runs[last].connection else { return chain }
    let behind = run.sharers[shared]?.suffix(64).map { run.chain(from: $0) } ?? []
    let ends = behind.map { $0.compactMap { run.runs[$0].end }.min() ?? 0 }
    return chain + (zip(behind, ends).max { $0.1 < $1.1 }?.0 ?? [])
  }

  private mutating func arrive(at source: ObjectID, _ run: Pipelines) {
    guard let known = deaths[source] else { return }
    let isHot = run.runs[source].role == .observable
    for index in known.indices where !known[index].isContinued && known[index].root != run.root {
      // Each observer of a hot sequence gets an element in a call of its own.
      if isHot, known[index].lateRoot == run.root { continue }
      deaths[source]![index].late.append(run.step.number)
      deaths[source]![index].lateRoot = run.root
      if known[index].hasSuccessor { deaths[source]![index].isContinued = true }
    }
    deaths[source]!.removeAll(where: \.isContinued)
    if deaths[source]!.isEmpty { deaths[source] = nil }
  }

  // MARK: Findings

  private var found: [Death] { deaths.values.joined().filter { !$0.late.isEmpty && !isBegunAnew($0) } }

  private func isBegunAnew(_ death: Death) -> Bool {
    guard let restart = death.catcher.flatMap({ attempts[$0]?.restart }) else { return false }
    return restart > death.error
  }

  func quotes(_ run: Pipelines) -> [Int] {
    found.flatMap { death in
      [death.origin.step, death.departure, death.error] + death.late.named
    }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    found.sorted { $0.observer < $1.observer }.map { finding($0, run, names) }
  }

  /// Explains only the late elements, because the error itself may have been sent too late as well. A pipeline that was
  /// begun anew does not want them, so they are explained without a finding.
  func explained(by findings: [Finding]) -> Explained {
    Explained(steps: Set(deaths.values.joined().flatMap(\.late)))
  }

  private func finding(_ death: Death, _ run: Pipelines, _ names: FindingNames) -> Finding {
    let error = names.value(death.error) ?? "an error"
    let late = death.late
    let what = late.count == 1 ? names.value(late[0]) ?? "an element" : "\(late.count) elements"
    let isLimited = death.chain.contains { run.has(.limits, $0) }
    let isSubject = run.runs[death.source].role == .subject
    var finding = Finding(
      rule: .endedByError, level: isLimited ? .note : .warning,
      message: "\(names.name(death.source)) \(isSubject ? "was sent" : "sent") \(what) after \(error) had ended "
        + "\(names.name(death.stage)) (step \(death.error))",
      steps: [death.origin.step, death.departure] + late, objects: [death.source, death.stage])
    finding.place = names.place(death.stage)
    finding.cause =
      "An error ends every stage that it passes"
      + (death.catcher.map { ", and \(names.name($0)) goes on with another sequence for good." } ?? ".")
    finding.remedy = remedy(death, run, names)
    if makesInner(death, run, names), let catcher = death.catcher, !isLimited {
      finding.change = names.change(.catchWithin, at: catcher)
      finding.change?.other = names.place(death.stage)
    }
    finding.evidence = evidence(death, error, names)
    return finding
  }

  private func evidence(_ death: Death, _ error: String, _ names: FindingNames) -> [Finding.Evidence] {
    var evidence = [names.evidence(names.step(death.origin.step), "\(error) came up")]
    if let catcher = death.catcher {
      evidence.append(
        Finding.Evidence(names.place(catcher), "\(names.label(catcher)) replaced the failed sequence for good"))
    }
    for step in death.late.prefix(3) { evidence.append(names.evidence(names.step(step))) }
    if death.late.count > 3 { evidence.append(Finding.Evidence(nil, "and \(death.late.count - 3) more")) }
    return evidence
  }

  /// Whether the error came from an inner sequence.
  private func isInner(_ death: Death, _ run: Pipelines) -> Bool { death.origin.object.map { run.isPart($0) } ?? false }

  /// Whether the inner sequence comes from a closure of the stage.
  private func makesInner(_ death: Death, _ run: Pipelines, _ names: FindingNames) -> Bool {
    isInner(death, run) && names.label(death.stage).lowercased().contains("map")
  }

  private func remedy(_ death: Death, _ run: Pipelines, _ names: FindingNames) -> String {
    if let inner = death.origin.object, isInner(death, run) {
      let stage = names.label(death.stage)
      if makesInner(death, run, names) {
        let which = death.catcher == nil ? "a" : "the"
        return "Put \(which) catch inside the closure of \(stage), behind the inner sequence, "
          + "so that only the inner sequence ends."
      }
      let isGiven = run.runs[inner].subscription?.isForElement == false
      guard isGiven, let input = run.runs[inner].lastSource else {
        return "Put a catch behind each sequence before \(stage) gets it, so that only that sequence ends."
      }
      return "Put a catch behind \(names.name(input)), before \(stage) gets its elements, so that only that input ends."
    }
    return "Turn the failure into an element (`materialize()` or a `Result`), or put `retry` behind "
      + "\(names.label(death.stage)), which subscribes again."
  }
}
