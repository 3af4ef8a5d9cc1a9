import RxTrace

extension Finding.Rule {
  /// A bag was released in the function that subscribed, before anything could come.
  public static let bagGone = Finding.Rule(
    "bag-gone", "A bag was released in the function that subscribed, before anything could come.",
    isAboutAbsence: true)
}

/// Subscriptions that a `DisposeBag` disposed in the function that made them, before they got anything.
///
/// The bag is a variable of the function, it is replaced there, or the function releases the object that has the bag
/// (``BagRelease``). Between the subscription and its disposal, nothing was sent on the thread, so nothing could come. It is a
/// warning if something was going to come: an action was waiting or a source's work was under way, which the disposal cut
/// off, or the source was given elements later.
struct BagGoneRule: CheckRule {
  static let id = Finding.Rule.bagGone
  static let needsLines = true

  /// For each thread, the open subscriptions after which nothing has come on it.
  private var fresh: [[Fresh]] = []
  private var freshCount = 0
  private var suspects: [Suspect] = []
  /// The number of suspects, by the place of the call stack that subscribed.
  private var counts: [Int?: Int] = [:]
  /// The positions of suspects, by the subject from which their elements would come.
  private var watched: [ObjectID: [Int]] = [:]

  private static let mostOfPlace = 100

  private struct Fresh {
    var subscription: Subscription
    var call: CallMark
    /// The numbers of `schedule`s whose actions have not run.
    var actions: [Int] = []
    /// Whether the closure of a cold source has been called.
    var hasWork = false
  }

  private struct Suspect {
    var subscription: Subscription
    var disposal: Int
    var actions: [Int]
    var hasWork: Bool
    /// The first element that its subject was given later, and the subject.
    var later: (step: Int, subject: ObjectID)?

    /// Whether the disposal ended something that was under way.
    var isCut: Bool { hasWork || !actions.isEmpty }
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    if case .arrived(let event, let object) = event {
      if event == .next, !watched.isEmpty, let places = watched.removeValue(forKey: object) {
        for place in places { suspects[place].later = (run.step.number, object) }
      }
      if freshCount > 0 { settle(object, run) }
    } else if case .began(let subscription) = event {
      begin(subscription, run)
    } else if freshCount > 0 {
      follow(event, run)
    }
  }

  private mutating func follow(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .entered(nil, let object) where run.has(.cold, object): change(run) { $0.hasWork = true }
    // The closure only made the sequence to follow, as that of `deferred` does.
    case .subscribed(let object, _) where run.has(.cold, object): change(run) { $0.hasWork = false }
    case .scheduled: change(run) { $0.actions.append(run.step.number) }
    case .acted(let schedule?): forget(schedule)
    case .ended(let subscription): end(subscription, run)
    case .returned(let place): leave(run.returned[place].call, run)
    default: break
    }
  }

  private mutating func begin(_ subscription: Subscription, _ run: Pipelines) {
    while fresh.count <= run.step.thread { fresh.append([]) }
    fresh[run.step.thread].append(Fresh(subscription: subscription, call: run.mark))
    freshCount += 1
  }

  /// Changes the innermost subscription that is being made.
  private mutating func change(_ run: Pipelines, _ body: (inout Fresh) -> Void) {
    let thread = run.step.thread
    guard thread < fresh.count, let place = fresh[thread].lastIndex(where: { run.isUnderWay($0.call) }),
      fresh[thread][place].actions.count < 8
    else { return }
    body(&fresh[thread][place])
  }

  private mutating func forget(_ schedule: Int) {
    for thread in fresh.indices {
      for place in fresh[thread].indices { fresh[thread][place].actions.removeAll { $0 == schedule } }
    }
  }

  /// Settles the object's subscription and those made earlier on this thread, because something came to the object. A
  /// subscription whose call is still under way is not settled.
  private mutating func settle(_ object: ObjectID, _ run: Pipelines) {
    for thread in fresh.indices where !fresh[thread].isEmpty {
      remove(thread) {
        $0.subscription.observer == object || thread == run.step.thread && !run.isUnderWay($0.call)
      }
    }
  }

  private mutating func remove(_ thread: Int, _ isSettled: (Fresh) -> Bool) {
    let count = fresh[thread].count
    fresh[thread].removeAll(where: isSettled)
    freshCount -= count - fresh[thread].count
  }

  /// Notes that the call around subscriptions has returned.
  private mutating func leave(_ call: OpenCall, _ run: Pipelines) {
    guard call.kind == .closure, call.thread < fresh.count, !fresh[call.thread].isEmpty else { return }
    remove(call.thread) { $0.call.depth > run.calls[call.thread].count }
  }

  private mutating func end(_ subscription: Subscription, _ run: Pipelines) {
    for thread in fresh.indices {
      guard let known = fresh[thread].first(where: { $0.subscription.step == subscription.step }) else { continue }
      remove(thread) { $0.subscription.step == subscription.step }
      guard thread == run.step.thread, run.step.kind == .dispose else { return }
      suspect(known, run.release.call, run)
    }
  }

  private mutating func suspect(_ known: Fresh, _ disposal: Int, _ run: Pipelines) {
    let stack = run.runs[known.subscription.observer].subscription?.stack
    counts[stack, default: 0] += 1
    guard counts[stack]! <= Self.mostOfPlace else { return }
    let origin = run.origin(of: known.subscription.source)
    if run.role(of: origin) == .subject { watched[origin, default: []].append(suspects.count) }
    suspects.append(
      Suspect(
        subscription: known.subscription, disposal: disposal, actions: known.actions, hasWork: known.hasWork))
  }

  // MARK: Findings

  func quotes(_ run: Pipelines) -> [Int] {
    suspects.flatMap { [$0.subscription.step, $0.disposal, $0.later?.step].compactMap(\.self) }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    var places: [SourceLine: [(suspect: Suspect, release: BagRelease)]] = [:]
    for suspect in suspects {
      guard let release = BagRelease(of: suspect.subscription.step, by: suspect.disposal, names) else { continue }
      // A function may make an object for a while on purpose; its work would not be cut off then.
      if release.isIndirect, !release.isReplacement, !suspect.isCut { continue }
      guard let line = names.place(names.step(suspect.subscription.step)) else { continue }
      places[line, default: []].append((suspect, release))
    }
    return places.sorted { $0.value[0].suspect.disposal < $1.value[0].suspect.disposal }
      .map { finding($0.key, $0.value, names) }
  }

  /// Explains also the actions that were cut off, and the subjects that nobody heard.
  func explained(by findings: [Finding]) -> Explained {
    let disposals = Set(findings.flatMap(\.steps))
    let named = suspects.filter { disposals.contains($0.disposal) }
    return Explained(
      steps: disposals.union(named.flatMap(\.actions)), objects: Set(named.compactMap { $0.later?.subject }))
  }

  private func finding(
    _ line: SourceLine, _ found: [(suspect: Suspect, release: BagRelease)], _ names: FindingNames
  ) -> Finding {
    let isCertain = found.contains { $0.suspect.isCut || $0.suspect.later != nil }
    let (suspect, release) = found.first { $0.suspect.isCut || $0.suspect.later != nil } ?? found[0]
    let source = suspect.subscription.source
    let more = found.count == Self.mostOfPlace ? " or more" : ""
    let times = found.count > 1 ? ", \(found.count) times\(more)" : ""
    let sourceName = found.count == 1 ? names.name(source) : names.sharedName(source)
    var finding = Finding(
      rule: .bagGone, level: isCertain ? .warning : .note,
      message: "the subscription to \(sourceName) was disposed in line \(release.line.line), "
        + "before anything came\(times)",
      steps: found.flatMap { [$0.suspect.subscription.step, $0.suspect.disposal] }, objects: [source])
    finding.place = line
    finding.cause = release.cause
    finding.remedy = release.remedy
    if release.isReplacement, !release.isIndirect {
      finding.change = names.change(.replaceBagBefore, ofCallThatLedTo: suspect.subscription.step)
      finding.change?.other = release.line
    }
    finding.evidence = [
      names.evidence(names.step(suspect.subscription.step), "subscribes"),
      Finding.Evidence(release.line, release.what, step: names.index(suspect.disposal)),
    ]
    if let later = suspect.later { finding.evidence.append(names.evidence(names.step(later.step))) }
    return finding
  }
}
