import TraceFormat

/// The paths of elements through the stages of a run: where each was given, sent, held, replaced or dropped, and why.
///
/// The pipelines of the run give it the events, and it follows elements from the steps that are asked for. Every step
/// at which such an element, or an element that a stage makes from it, goes on gets an account.
package struct Elements {
  /// The account of an element at one step. The step gave it to an object, or sent it from a stage.
  package struct Account {
    /// The number of the step.
    package let step: Int
    let object: ObjectID
    /// The stage that the object is, or that it is a part of.
    package let stage: ObjectID
    /// The steps at which the element, or an element made from it, went on.
    package fileprivate(set) var next: [Int] = []
    /// The reason why the element went no further; nil if it went on, or came to the end of its pipeline.
    package fileprivate(set) var obstacle: Obstacle?
    /// The subscription to the sequence that the stage made from the element, and the observer of that sequence.
    fileprivate var inner: (step: Int, observer: ObjectID)?
    /// The closure that threw when it was given the element.
    fileprivate var thrown: Int?
    /// The state of the stage when the element came. Other threads may have changed it before the return is known.
    fileprivate var before: Before?
    /// Whether the call that gave the element has returned.
    fileprivate var hasReturned = false
  }

  /// The accounts by the numbers of their steps.
  package private(set) var accounts: [Int: Account] = [:]
  /// The elements that go no further, as the newest step shows, if accounts are not kept.
  package private(set) var settled: [(stage: ObjectID, obstacle: Obstacle)] = []
  /// The stages that matter; nil for all.
  private let leading: Set<ObjectID>?
  /// The inputs or elements for which each kept element waited when it came, by the number of its step.
  private var waits: [Int: (stage: ObjectID, waiting: Waiting)] = [:]
  /// The followed calls of each thread that are under way, outermost first.
  private var open: [[Int]] = []
  private var stages: [ObjectID: HeldElements] = [:]
  /// The element from which each inner sequence was made, by the observer of the sequence.
  private var origins: [ObjectID: Int] = [:]
  private var subjects: [ObjectID: Subject] = [:]
  /// The elements that a subject has replayed so far, for each subscription that is under way.
  private var replays: [Int: Replay] = [:]

  fileprivate struct Before {
    /// The step that sent the latest element, and the one that subscribed to the latest inner sequence.
    var lastSent: Int?
    var lastInner: Int?
    /// The sequences of the inputs that had no element yet.
    var missing: [ObjectID]
    var waiting: Waiting?
  }

  private struct Replay {
    var steps: [Int] = []
    /// The number of elements that the subject had at the last of the steps.
    var count = 0
  }

  private struct Subject {
    /// The number of elements that it was given, and the followed ones if it replays, each with how many came before.
    var count = 0
    var followed: [(step: Int, place: Int)] = []
    /// The observer that subscribed last among those that lead to a stage that matters.
    var listener: ObjectID?
    /// Elements that no observer received, because none had subscribed.
    var unheard: [Int] = []
  }

  /// Whether records are missing before the newest step, so that stages may keep elements that nobody saw come.
  private var hasGap = false

  private let parts: StageParts

  /// Whether elements are followed beyond the stage that was given them.
  private let goesOn: Bool
  /// Whether an account is kept once it is known what became of the element.
  private let keepsAccounts: Bool

  init(_ parts: StageParts, leading: Set<ObjectID>? = nil, goesOn: Bool = true) {
    (self.parts, self.leading, self.goesOn, keepsAccounts) = (parts, leading, goesOn, true)
  }

  /// Follows elements only to the stage that was given them, and keeps no account of one that is ``settled``.
  package init(settling parts: StageParts) {
    (self.parts, leading, goesOn, keepsAccounts) = (parts, nil, false, false)
  }

  // MARK: Steps

  /// - Parameter isWanted: whether the newest step's element is asked for.
  package mutating func take(_ run: Pipelines, isWanted: Bool) {
    if !settled.isEmpty { settled.removeAll(keepingCapacity: true) }
    while open.count <= run.step.thread { open.append([]) }
    if run.isBehindGap { passGap() }
    for (call, _) in run.returned { leave(call, run) }
    guard let object = run.step.object else { return }
    switch (run.step.kind, run.step.event) {
    case (.on, .next): arrive(at: object, run, isWanted)
    case (.forwardOn, .next): send(from: object, run, isWanted)
    case (.forwardOn, .error): fail(object, run)
    case (.forwardOn, .completed): complete(object, run)
    case (.subscribe, _): subscribe(to: object, run)
    case (.schedule, _): noteTimer(run)
    case (.closure, _): noteThrown(run)
    default: break
    }
  }

  /// Gives up the elements that were under way or were kept, because the records that would tell more are missing.
  private mutating func passGap() {
    for element in open.joined() + stages.values.flatMap({ $0.held.map(\.step) }) { stop(element, .removed) }
    for thread in open.indices { open[thread].removeAll() }
    (stages, replays, origins, waits) = ([:], [:], [:], [:])
    for subject in subjects.keys { (subjects[subject]!.followed, subjects[subject]!.unheard) = ([], []) }
    hasGap = true
  }

  private func matters(_ stage: ObjectID) -> Bool { leading?.contains(stage) ?? true }

  /// The followed element within whose call the newest step happens.
  private func innermost(_ run: Pipelines) -> Int? { open[run.step.thread].last }

  /// The element that is being given to a stage, if the element is followed. The call that gives an element encloses
  /// the stage's own calls, unless a run began meanwhile.
  private func given(to stage: ObjectID, _ run: Pipelines) -> Int? {
    for call in run.around.reversed() {
      if call.kind == .run { return nil }
      if call.kind == .on, let object = call.object, parts.stage(of: object) == stage {
        return accounts[call.number] == nil ? nil : call.number
      }
    }
    return nil
  }

  private mutating func follow(_ step: Int, _ object: ObjectID, _ stage: ObjectID, _ run: Pipelines) {
    accounts[step] = Account(step: step, object: object, stage: stage)
    open[run.step.thread].append(step)
  }

  private mutating func pass(_ element: Int, as step: Int) {
    accounts[element]?.next.append(step)
    accounts[element]?.obstacle = nil
    if !goesOn, accounts[element]?.hasReturned == true { accounts[element] = nil }
  }

  private mutating func stop(_ element: Int, _ obstacle: Obstacle) {
    guard let account = accounts[element], account.next.isEmpty, account.obstacle == nil else { return }
    if keepsAccounts {
      accounts[element]!.obstacle = obstacle
    } else {
      settled.append((account.stage, obstacle))
      accounts[element] = nil
    }
  }

  // MARK: Arrivals

  private mutating func arrive(at object: ObjectID, _ run: Pipelines, _ isWanted: Bool) {
    let (stage, number) = (parts.stage(of: object), run.step.number)
    let sources = sources(of: object, stage, run)
    for source in sources { pass(source, as: number) }
    let isReplay = goesOn && noteReplay(run)
    let isFollowed = isWanted || goesOn && (!sources.isEmpty || isReplay)
    if isFollowed { follow(number, object, stage, run) }
    if parts.isSubject(object) { return noteArrival(at: object, run, isFollowed) }
    if isFollowed, let end = obstacle(ofEnd: stage, run) { return stop(number, end) }
    guard let reason = parts.withholding(of: stage), !hasEnded(stage, run) else { return }
    if hasGap, stages[stage] == nil, reason.dependsOnPositions {
      if isFollowed { stop(number, .removed) }
      return
    }
    let replaced = stages[stage, default: HeldElements(reason)]
      .add(number, from: object, of: stage, isFollowed: isFollowed)
    if isFollowed, let kept = stages[stage] {
      accounts[number]!.before = Before(
        lastSent: kept.lastSent, lastInner: kept.lastInner, missing: kept.inputsWithoutElement,
        waiting: keepsAccounts ? kept.waiting(of: object) : nil)
    }
    if let replaced { stop(replaced, .withheld(reason == .latest ? .signal : reason, related: number)) }
  }

  /// The followed elements that come to an object with the newest step.
  private func sources(of object: ObjectID, _ stage: ObjectID, _ run: Pipelines) -> [Int] {
    var sources: [Int] = []
    if let origin = origins[object] { sources.append(origin) }
    guard let call = run.parent else { return sources }
    switch call.kind {
    case .forwardOn: if accounts[call.number] != nil { sources.append(call.number) }
    case .on, .onCore:
      guard let element = innermost(run), let outer = call.object, parts.stage(of: outer) != stage else { break }
      // The observer of a shared sequence hands an event on within its own check of the event.
      let isHandedOn = element == call.number || call.kind == .onCore && accounts[element]?.object == outer
      if isHandedOn { sources.append(element) }
    case .closure:
      if parts.isSubject(object), let element = innermost(run) { sources.append(element) }
    default: break
    }
    return sources
  }

  // MARK: Subjects

  private mutating func noteArrival(at subject: ObjectID, _ run: Pipelines, _ isFollowed: Bool) {
    let number = run.step.number
    // The subject is changed in place, because a copy would copy all followed elements.
    subjects[subject, default: Subject()].count += 1
    if isFollowed, let end = run.runs[subject].end {
      accounts[number]!.obstacle = .ended(end)
    } else if isFollowed, parts.replays(subject) {
      subjects[subject]!.followed.append((number, subjects[subject]!.count - 1))
    }
  }

  /// Notes that a subject replays an element to a new observer. A subject replays its last elements, so only the end of
  /// the replay tells which one this is; until then, it may be any followed element.
  private mutating func noteReplay(_ run: Pipelines) -> Bool {
    guard let call = run.parent, call.kind == .subscribe, let subject = call.object,
      let known = subjects[subject], !known.followed.isEmpty
    else { return false }
    replays[call.number, default: Replay()].steps.append(run.step.number)
    replays[call.number]!.count = known.count
    return true
  }

  private mutating func subscribe(to source: ObjectID, _ run: Pipelines) {
    guard let observer = run.step.other else { return }
    let stage = parts.stage(of: observer)
    if parts.isSubject(source), matters(stage) { listen(to: source, observer, run) }
    let waiting = parts.withholding(of: stage).flatMap { reason in
      stages[stage, default: HeldElements(reason)].subscribe(observer, to: source, of: stage, run.step.number)
    }
    guard stage != observer, let element = waiting ?? given(to: stage, run), accounts[element]?.inner == nil
    else { return }
    accounts[element]!.inner = (run.step.number, observer)
    if keepsAccounts { origins[observer] = element }
  }

  private mutating func listen(to subject: ObjectID, _ observer: ObjectID, _ run: Pipelines) {
    var known = subjects[subject] ?? Subject()
    known.listener = observer
    for element in known.unheard where accounts[element]?.obstacle == .notSubscribed(nil) {
      accounts[element]!.obstacle = .notSubscribed(run.step.number)
    }
    known.unheard = []
    subjects[subject] = known
  }

  private mutating func notHeard(_ element: Int, by subject: ObjectID, _ run: Pipelines) {
    guard let listener = subjects[subject]?.listener else {
      subjects[subject]?.unheard.append(element)
      return stop(element, .notSubscribed(nil))
    }
    stop(element, obstacle(ofEnd: listener, run) ?? .unknown)
  }

  // MARK: Sending

  private mutating func send(from object: ObjectID, _ run: Pipelines, _ isWanted: Bool) {
    let (stage, number) = (parts.stage(of: object), run.step.number)
    let given = given(to: stage, run)
    let sources = stages[stage]?.send(number, for: given) ?? [given].compactMap(\.self)
    let isOfLast = stages[stage]?.reason == .last && stages[stage]?.held.isEmpty == false
    for source in sources { pass(source, as: number) }
    guard isWanted || goesOn && (isOfLast || !sources.isEmpty) else { return }
    follow(number, object, stage, run)
    if !run.step.isDelivered { accounts[number]!.obstacle = obstacle(ofEnd: stage, run) ?? .unknown }
  }

  private mutating func fail(_ object: ObjectID, _ run: Pipelines) {
    if let element = given(to: parts.stage(of: object), run) { stop(element, .threw(run.step.number)) }
  }

  /// Decides about the elements of a stage that has sent its end, because it has then sent its last elements.
  private mutating func complete(_ object: ObjectID, _ run: Pipelines) {
    let stage = parts.stage(of: object)
    if let element = given(to: stage, run), accounts[element]!.object != stage, accounts[element]!.inner == nil {
      stop(element, .onlySignal(completed: run.step.number))
    }
    guard parts.withholding(of: stage) == .last, let kept = stages.removeValue(forKey: stage) else { return }
    for (element, sent) in kept.lastElements {
      if let sent { pass(element, as: sent) } else { stop(element, .withheld(.last, related: kept.firstOfLast)) }
    }
  }

  private mutating func noteTimer(_ run: Pipelines) {
    for call in run.around.reversed() where call.kind == .on || call.kind == .forwardOn {
      guard call.kind == .on, let object = call.object else { return }
      stages[parts.stage(of: object)]?.hasTimer = true
      return
    }
  }

  private mutating func noteThrown(_ run: Pipelines) {
    if case .none = run.step.thrown { return }
    guard let element = innermost(run), let object = run.step.object,
      accounts[element]?.stage == parts.stage(of: object), accounts[element]?.thrown == nil
    else { return }
    accounts[element]!.thrown = run.step.number
  }

  // MARK: Returns

  private mutating func leave(_ call: OpenCall, _ run: Pipelines) {
    if let replay = replays.removeValue(forKey: call.number), let subject = call.object { note(replay, of: subject) }
    guard call.thread < open.count, open[call.thread].last == call.number else { return }
    open[call.thread].removeLast()
    guard let account = accounts[call.number], account.obstacle == nil else { return }
    accounts[call.number]!.hasReturned = true
    if !account.next.isEmpty || !keepsAccounts && account.inner != nil {
      if !goesOn { accounts[call.number] = nil }
    } else if call.kind == .on {
      settle(account, run)
    }
  }

  private mutating func note(_ replay: Replay, of subject: ObjectID) {
    guard let known = subjects[subject] else { return }
    for (place, step) in replay.steps.enumerated() {
      let number = replay.count - replay.steps.count + place
      if let element = known.followed.first(where: { $0.place == number }) { pass(element.step, as: step) }
    }
  }

  /// Decides about an element that a stage has taken without sending anything for it yet.
  private mutating func settle(_ account: Account, _ run: Pipelines) {
    let (element, stage) = (account.step, account.stage)
    if parts.isSubject(account.object) { return notHeard(element, by: account.object, run) }
    guard account.inner == nil, parts.isSink(stage) || stage != account.object else { return }
    guard let reason = parts.withholding(of: stage) else {
      return stop(element, account.thrown.map { .threw($0) } ?? .unknown)
    }
    guard let kept = stages[stage], let before = account.before else { return stop(element, .unknown) }
    let isMain = account.object == stage
    switch reason {
    case .predicate, .absence, .position, .all: stop(element, .withheld(reason, related: nil))
    case .repetition: stop(element, .withheld(reason, related: before.lastSent))
    case .busy: stop(element, .withheld(reason, related: before.lastInner))
    case .rate where !kept.hasTimer:
      stages[stage]!.drop(element)
      stop(element, .withheld(reason, related: before.lastSent))
    case .turn where !isMain: stop(element, .unknown)
    case .signal where !isMain, .opening where !isMain: stop(element, .onlySignal(completed: nil))
    case .opening where isMain, .latest where isMain:
      stop(element, before.missing.isEmpty ? .unknown : .missingInputs(before.missing, drops: true))
    default: if let waiting = before.waiting { waits[element] = (stage, waiting) }
    }
  }

  // MARK: The end

  /// Ends the run: elements that still wait have not come out.
  package mutating func finish(_ run: Pipelines) {
    settled.removeAll()
    for (call, _) in run.returned { leave(call, run) }
    noteUnreturned(run)
    for (stage, kept) in stages {
      for element in kept.held { stop(element.step, obstacle(ofWaiting: kept, in: stage, run)) }
    }
    for account in accounts.values where account.next.isEmpty && account.obstacle == nil {
      guard let inner = account.inner else { continue }
      accounts[account.step]!.obstacle = .silent(inner.step, ended: run.runs[inner.observer].end)
    }
  }

  /// The inputs that each element waited for when it came, by its step's number: their sequences, or how many elements
  /// of its own input waited. They are known when the run is over, because a stage may subscribe later.
  package var waitsForInputs: [Int: InputWait] {
    waits.mapValues { stage, waiting in
      switch waiting {
      case .kept(let count): .kept(count)
      case .others(let known): .inputs(stages[stage]?.sources(otherThan: known) ?? [])
      }
    }
  }

  /// The sequences of the main input and of the other input of each stage that takes the latest element of one input
  /// when the other one sends.
  package var pairsOfInputs: [ObjectID: (main: ObjectID, other: ObjectID)] {
    var pairs: [ObjectID: (main: ObjectID, other: ObjectID)] = [:]
    for (stage, kept) in stages where kept.reason == .latest || kept.reason == .signal {
      guard let main = kept.inputs.last(where: { $0.input == stage })?.source,
        let other = kept.inputs.last(where: { $0.input != stage })?.source
      else { continue }
      pairs[stage] = (main, other)
    }
    return pairs
  }

  private func obstacle(ofWaiting kept: HeldElements, in stage: ObjectID, _ run: Pipelines) -> Obstacle {
    if kept.reason == .inputs || kept.reason == .pairs {
      let missing = kept.inputsWithoutElement
      if !missing.isEmpty { return .missingInputs(missing, drops: false) }
    }
    let reason = kept.reason == .latest ? Withholding.signal : kept.reason
    switch obstacle(ofEnd: stage, run) {
    case .disposed(let end), .ended(let end): return .cutShort(reason, by: end)
    default: return .withheld(reason, related: reason == .turn ? kept.lastInner : nil)
    }
  }

  /// Stops the elements that were given to closures that did not return.
  private mutating func noteUnreturned(_ run: Pipelines) {
    let summary = run.source.summary
    guard !summary.isComplete || summary.droppedRecords > 0 else { return }
    for thread in run.calls.indices {
      guard let closure = run.calls[thread].last(where: { $0.kind == .closure }) else { continue }
      // If the closure began before records were removed, the record of its end may have been removed with them.
      guard summary.removedRecords == 0 || closure.time > summary.removedTimes.lowerBound else { continue }
      for call in run.calls[thread] where call.number < closure.number {
        stop(call.number, .unreturned(closure.number))
      }
    }
  }

  /// Whether a stage has ended. It has no row yet if steps have named only its parts.
  private func hasEnded(_ stage: ObjectID, _ run: Pipelines) -> Bool {
    stage < run.runs.count && run.runs[stage].end != nil
  }

  /// The reason why a stage takes no more elements; nil if it still takes them.
  private func obstacle(ofEnd stage: ObjectID, _ run: Pipelines) -> Obstacle? {
    guard stage < run.runs.count else { return nil }
    var first: (step: Int, isEvent: Bool)?
    for object in run.chain(from: stage) {
      let row = run.runs[object]
      guard let end = row.end ?? row.departure, end < first?.step ?? .max else { continue }
      first = (end, end == (row.role == .sink ? row.outputEnd : row.inputEnd)?.step)
    }
    return first.map { $0.isEvent ? .ended($0.step) : .disposed($0.step) }
  }
}
