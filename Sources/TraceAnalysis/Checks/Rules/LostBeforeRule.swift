import RxTrace

extension Finding.Rule {
  /// A subject was given elements before anybody subscribed, and a later subscription got nothing (if it got others: a
  /// note).
  public static let lostBefore = Finding.Rule(
    "lost-before",
    "A subject was given elements before anybody subscribed, and a later subscription got nothing (if it got others: a note).",
    isAboutAbsence: true)
}

/// Elements that a subject, a relay or the subject of a connectable sequence was given before its first subscription, and
/// that it does not keep.
///
/// The first subscription is one that the program asked for, and by which all of the pipeline's events come. An
/// operator that subscribes because something happened or a time is over, as `flatMapLatest`, `concat` and
/// `delaySubscription` do, is not meant to get earlier elements. An input that is only a part of an operator, such as
/// the trigger of `take(until:)`, may come to nothing. If nothing was sent after the subscription, everything is lost;
/// otherwise only the beginning.
///
/// A connectable sequence has a subject for each connection. If a connection has ended before the first subscription, that
/// one belongs to the next connection, and what the one before was given is lost as well.
struct LostBeforeRule: CheckRule {
  static let id = Finding.Rule.lostBefore

  private var stories: [ObjectID: Story] = [:]
  /// The subjects that have had a subscription.
  private var subscribed: Set<ObjectID> = []
  /// The connections to whose subjects nobody has subscribed, by the sources of their connectable sequences.
  private var deaf: [ObjectID: [(subject: ObjectID, observer: ObjectID)]] = [:]
  /// The connectable sequences that have had a subscription.
  private var heard: Set<ObjectID> = []
  /// For the subject of a connection, the subject of the connection before, to which nobody has subscribed.
  private var earlier: [ObjectID: ObjectID] = [:]

  private struct Story {
    /// The steps that sent an element.
    var lost: [Int]
    var newcomer: Newcomer?
    var hasSentSince = false
  }

  /// The first subscription.
  private struct Newcomer {
    var observer: ObjectID
    var step: Int
    /// The call by which the program asked for it.
    var call: Int
    /// The connectable sequence, if the subject is its own.
    var connectable: ObjectID?
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .arrived(.next, let subject) where run.runs[subject].role == .subject: arrive(at: subject, run)
    case .subscribed(let observer, let subject) where run.runs[subject].role == .subject:
      if subscribed.insert(subject).inserted { subscribe(observer, to: subject, run) }
    default: break
    }
  }

  private mutating func arrive(at subject: ObjectID, _ run: Pipelines) {
    if subscribed.contains(subject) {
      let first = earlier[subject] ?? subject
      if stories[first]?.hasSentSince == false { stories[first]!.hasSentSince = true }
    } else if !run.has(.replays, subject), !run.isSentByOperator, run.runs[subject].end == nil {
      if stories[subject] == nil, let (observer, source) = run.connectionAround {
        deaf[source, default: []].append((subject, observer))
      }
      stories[subject, default: Story(lost: [])].lost.append(run.step.number)
    }
  }

  private mutating func subscribe(_ observer: ObjectID, to subject: ObjectID, _ run: Pipelines) {
    let connectable = connectable(run)
    let before = connectable.flatMap { connectionBefore(of: $0, run) }
    guard let lost = stories[subject] != nil ? subject : before else { return }
    guard !isPart(observer, run), let first = run.runs[observer].subscription,
      isFirst(first, observer, run)
    else {
      stories[lost] = nil
      return
    }
    if lost != subject { earlier[subject] = lost }
    let asked = run.runs[run.last(of: observer)].subscription ?? first
    stories[lost]!.newcomer = Newcomer(
      observer: observer, step: run.step.number, call: asked.call, connectable: connectable)
  }

  /// The subject of the newest connection that is over and had no subscription, with what all such connections were
  /// given; nil if the connectable sequence has had a subscription. A connection that lasts is of another sequence.
  private mutating func connectionBefore(of connectable: ObjectID, _ run: Pipelines) -> ObjectID? {
    guard heard.insert(connectable).inserted,
      let source = run.source.links(of: connectable).map(\.target).first(where: { deaf[$0] != nil })
    else { return nil }
    let subjects = deaf[source]!.filter { run.runs[$0.observer].end != nil }.map(\.subject)
      .filter { !subscribed.contains($0) }
    guard let newest = subjects.last else { return nil }
    deaf[source] = nil
    let lost = subjects.flatMap { stories.removeValue(forKey: $0)?.lost ?? [] }
    stories[newest] = Story(lost: lost)
    return newest
  }

  /// Whether an observer is only one input of a stage.
  private func isPart(_ observer: ObjectID, _ run: Pipelines) -> Bool {
    run.source.links(of: observer).contains { $0.role == .owner }
  }

  /// Whether an observer has not been subscribed to another sequence before.
  private func isFirst(
    _ first: RunOfStage.FirstSubscription, _ observer: ObjectID, _ run: Pipelines
  ) -> Bool {
    first.step == run.step.number || run.around.contains { $0.number == first.step }
  }

  /// The connectable sequence that hands a subscription on to its subject.
  private func connectable(_ run: Pipelines) -> ObjectID? {
    guard let call = run.parent, call.kind == .subscribe, let object = call.object, run.has(.shares, object) else {
      return nil
    }
    return object
  }

  // MARK: Findings

  private var complete: [(subject: ObjectID, story: Story, newcomer: Newcomer)] {
    stories.compactMap { subject, story in story.newcomer.map { (subject, story, $0) } }
      .sorted { $0.story.lost[0] < $1.story.lost[0] }
  }

  func quotes(_ run: Pipelines) -> [Int] {
    complete.flatMap { $0.story.lost.named + [$0.newcomer.step, $0.newcomer.call] }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    complete.compactMap { subject, story, newcomer in
      var story = story
      story.lost.removeAll { known.steps.contains($0) }
      guard let lost = story.lost.first, newcomer.call > lost || isMoved(newcomer, run, names) else { return nil }
      return finding(subject, story, newcomer, run, names)
    }
  }

  /// Whether `subscribe(on:)` makes the subscription later than it was asked for.
  private func isMoved(_ newcomer: Newcomer, _ run: Pipelines, _ names: FindingNames) -> Bool {
    mover(newcomer, run, names) != nil
  }

  private func mover(_ newcomer: Newcomer, _ run: Pipelines, _ names: FindingNames) -> ObjectID? {
    run.chain(from: newcomer.observer).first { names.label($0) == "subscribe(on:)" }
  }

  /// The change that lets the subscription come in time: without `subscribe(on:)`, or with a connection made after it.
  private func change(
    _ isDeferred: Bool, _ newcomer: Newcomer, _ lost: Int, _ run: Pipelines, _ names: FindingNames
  ) -> Finding.Change? {
    if isDeferred { return mover(newcomer, run, names).flatMap { names.change(.leaveOut, at: $0) } }
    guard newcomer.connectable != nil, var change = names.change(.connectAfter, ofCallThatLedTo: lost),
      change.name == "connect"
    else { return nil }
    change.other = names.place(names.step(newcomer.call))
    return change
  }

  private func finding(
    _ subject: ObjectID, _ story: Story, _ newcomer: Newcomer, _ run: Pipelines, _ names: FindingNames
  ) -> Finding {
    let lost = story.lost
    let value = names.value(lost[0]) ?? "an element"
    let what = lost.count == 1 ? value : "\(lost.count) elements, \(value) first,"
    let line = names.place(names.step(newcomer.call)).map { " in line \($0.line)" } ?? ""
    let isDeferred = newcomer.call < lost[0]
    let isAll = !story.hasSentSince && names.trace.isComplete
    let others = isAll ? ", and nothing came after it" : ""
    let shown = newcomer.connectable ?? subject
    var finding = Finding(
      rule: .lostBefore, level: isAll ? .warning : .note,
      message: "\(names.name(shown)) was given \(what) before the first subscription\(line)"
        + (isDeferred ? " was made" : "") + others,
      steps: lost, objects: [shown])
    finding.place = names.place(names.step(lost[0]))
    finding.cause =
      isDeferred
      ? "The subscription was asked for earlier, and `subscribe(on:)` makes it later, on another scheduler."
      : "\(names.label(shown)) keeps nothing for those who subscribe later."
    finding.remedy = remedy(isDeferred, newcomer.connectable != nil)
    finding.change = change(isDeferred, newcomer, lost[0], run, names)
    finding.evidence =
      names.evidence(of: lost) + [
        names.evidence(names.step(newcomer.call), "subscribes, and does not get \(lost.count == 1 ? "it" : "them")")
      ]
    return finding
  }

  private func remedy(_ isDeferred: Bool, _ isConnectable: Bool) -> String {
    if isDeferred { return "Leave out `subscribe(on:)`: a subject sends on the thread that gives it the element." }
    if isConnectable { return "Call `connect()` after the subscriptions, or use `replay(1)` instead of `publish()`." }
    return "Subscribe before the first element, or use a `BehaviorRelay` or `ReplaySubject`."
  }
}
