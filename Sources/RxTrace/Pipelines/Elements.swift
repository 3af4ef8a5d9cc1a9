import TraceFormat

/// The ways of elements through the stages of a run: where each was given, sent, held, replaced or dropped, and why.
///
/// It listens to the pipelines of the run. An element is followed from the steps that are asked for: every step at which it,
/// or an element that a stage makes of it, goes on gets an account.
package struct Elements {
  /// The account of an element at one step, which gave it to an object or sent it from a stage.
  package struct Account {
    /// The number of the step.
    package let step: Int
    let object: ObjectID
    /// The stage that the object is or is a part of.
    package let stage: ObjectID
    /// The steps at which it, or an element made of it, went on.
    package fileprivate(set) var next: [Int] = []
    /// Why it went no further; nil if it went on, or came to the end of its pipeline.
    package fileprivate(set) var obstacle: Obstacle?
    /// The subscription to the sequence that the stage made of it, and the observer of that sequence.
    fileprivate var inner: (step: Int, observer: ObjectID)?
    /// The closure that threw for it.
    fileprivate var thrown: Int?
    /// The state of the stage when the element came. Other threads may have changed it before the return is known.
    fileprivate var before: Before?
    /// Whether the call that gave it has returned.
    fileprivate var hasReturned = false
  }

  /// The accounts by the numbers of their steps.
  package private(set) var accounts: [Int: Account] = [:]
  /// The elements of which the newest step tells that they go no further, if accounts are not kept.
  package private(set) var settled: [(stage: ObjectID, obstacle: Obstacle)] = []
  /// The stages that matter; nil for all.
  private let leading: Set<ObjectID>?
  /// For each element that was kept, by the number of its step, what it waited for when it came.
  private var waits: [Int: (stage: ObjectID, waiting: Waiting)] = [:]
  /// For each thread the followed calls that are under way, outermost first.
  private var open: [[Int]] = []
  private var stages: [ObjectID: HeldElements] = [:]
  /// For the observer of an inner sequence the element that it was made of.
  private var origins: [ObjectID: Int] = [:]
  private var subjects: [ObjectID: Subject] = [:]
  /// For each subscription to a subject that replays, while it is under way: what it has replayed.
  private var replays: [Int: Replay] = [:]

  fileprivate struct Before {
    /// The step that sent the latest element, and the one that subscribed to the latest inner sequence.
    var lastSent: Int?
    var lastInner: Int?
    /// The sequences of inputs that had no element yet.
    var missing: [ObjectID]
    var waiting: Waiting?
  }

  private struct Replay {
    var steps: [Int] = []
    /// How many elements the subject had at the last of the steps.
    var count = 0
  }

  private struct Subject {
    /// How many elements it was given, and those that are followed, if it replays: the step and how many came before.
    var count = 0
    var followed: [(step: Int, place: Int)] = []
    /// The observer that subscribed last, of those that lead where elements are expected.
    var listener: ObjectID?
    /// Elements that nobody got, because nobody had subscribed.
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

  /// Nobody knows what became of elements that were under way, or were kept, before records that are missing.
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

  /// The element that a stage is being given, if it is followed. What a stage is given encloses what it does, unless a run
  /// began meanwhile.
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
    // Changed in its place, because a copy would copy all that is followed.
    subjects[subject, default: Subject()].count += 1
    if isFollowed, let end = run.runs[subject].end {
      accounts[number]!.obstacle = .ended(end)
    } else if isFollowed, parts.replays(subject) {
      subjects[subject]!.followed.append((number, subjects[subject]!.count - 1))
    }
  }

  /// Notes that a subject gives a new observer an element that it had before. Which one is known when it has given all of
  /// them, because it gives the last ones that it has; until then, every followed one may be it.
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

  /// A stage that sends its last elements has sent them.
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

  /// The run is over: what waits has not come out.
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

  /// For each element that waited for other inputs when it came, by the number of the step: their sequences, or how many
  /// elements of its own input waited. Known when the run is over, because a stage may subscribe to an input later.
  package var waitsForInputs: [Int: InputWait] {
    waits.mapValues { stage, waiting in
      switch waiting {
      case .kept(let count): .kept(count)
      case .others(let known): .inputs(stages[stage]?.sources(otherThan: known) ?? [])
      }
    }
  }

  /// For each stage that takes the latest element of one input when another sends, the sequence of its main input, and that
  /// of the other one.
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

  /// The elements that closures were given which did not return.
  private mutating func noteUnreturned(_ run: Pipelines) {
    let summary = run.source.summary
    guard !summary.isComplete || summary.droppedRecords > 0 else { return }
    for thread in run.calls.indices {
      guard let closure = run.calls[thread].last(where: { $0.kind == .closure }) else { continue }
      // The end of one that began before records were removed may have been removed with them.
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

  /// Why a stage takes no more elements; nil if it does.
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
