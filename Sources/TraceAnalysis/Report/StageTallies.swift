import RxTrace
import TraceFormat

/// A way that events take from one stage to another, by the positions of the stages.
package struct StageLink: Hashable, Sendable {
  package var from: Int
  package var to: Int
}

/// Counts what each stage of a run does, from the events of its pipelines. It keeps a row for each stage, and what is open.
struct StageTallies<Stages: StageLookup> {
  /// The tallies by the positions of the stages.
  private(set) var tallies: [StageTally]
  var stages: Stages
  private let timesClosures: Bool
  /// The stages that were given or sent something in the newest step.
  private(set) var touched: [Int] = []
  /// The ways between two stages on which events went in the newest step, and those that it began with a subscription.
  private(set) var passed: [StageLink] = []
  private(set) var begun: [StageLink] = []
  private var open = OpenSubscriptions()
  /// The observers of the program's own subscriptions that may have ended among records that are missing.
  private var doubtful: Set<ObjectID> = []
  /// The fates of elements; nil if dropped elements are not counted, because only the whole run tells of them.
  private var fates: Elements?
  private var kept: [ObjectID: KeptCount] = [:]
  /// For each element that a subject is being given, by its call: whether anybody got it.
  private var heard: [Int: Bool] = [:]
  /// Runs that were given an error, which they may hand on.
  private var failed: Set<ObjectID> = []
  private var clock = ClosureClock()
  /// The calls of closures that returned before the newest step.
  var timed: [ClosureClock.Timed] { clock.timed }

  mutating func take(_ run: Pipelines) {
    if !touched.isEmpty { touched.removeAll(keepingCapacity: true) }
    if !passed.isEmpty { passed.removeAll(keepingCapacity: true) }
    if !begun.isEmpty { begun.removeAll(keepingCapacity: true) }
    if run.isBehindGap { passGap(run) }
    if timesClosures {
      clock.take(run)
      noteTimed()
    }
    if fates != nil {
      fates!.take(run, isWanted: isFollowed(run.step))
      noteSettled()
    }
    for event in run.events { take(event, run) }
  }

  /// Passes missing records: only what is seen later counts as open, and nobody knows what became of what was kept.
  private mutating func passGap(_ run: Pipelines) {
    for stage in open.doubt() { tallies[stage].subscriptions.end() }
    for (observer, subscriptions) in run.open {
      let earlier = subscriptions.count { !$0.isConnection && $0.step < run.step.number }
      guard earlier > 0, doubtful.insert(observer).inserted, let stage = stages.stage(of: observer) else { continue }
      for _ in 0..<earlier { tallies[stage].subscriptions.end() }
    }
    for stage in tallies.indices { tallies[stage].inners.endAll() }
    (kept, heard) = ([:], [:])
  }

  /// Notes that the run is over.
  mutating func finish(_ run: Pipelines) {
    if timesClosures {
      clock.finish(run)
      noteTimed()
    }
    for event in run.events { take(event, run) }
    if fates != nil {
      fates!.finish(run)
      noteSettled()
    }
  }

  private mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .began(let subscription) where !subscription.isConnection:
      if let stage = stages.stage(of: subscription.observer) { tallies[stage].subscriptions.begin() }
    case .ended(let subscription) where !subscription.isConnection:
      if doubtful.remove(subscription.observer) != nil { break }
      if let stage = stages.stage(of: subscription.observer) { tallies[stage].subscriptions.end() }
    case .subscribed(let observer, let source): subscribe(observer, to: source, run)
    case .arrived(.next, let object):
      confirm(object, run)
      arrive(at: object, run)
    case .arrived(let event, let object): end(event, at: object, run)
    case .left(.next, let sink): send(from: sink, run)
    case .left(let event, let sink): handOn(event, from: sink)
    case .undelivered(.next, let sink): fail(toSendFrom: sink, run)
    case .departed(let observer): leave(observer, run)
    case .disposed(let object): dispose(object, run)
    // Nobody knows when the calls before missing records returned.
    case .returned(let place) where !run.isBehindGap: leave(run.returned[place].call)
    default: break
    }
  }

  // MARK: Subscriptions

  private mutating func confirm(_ observer: ObjectID, _ run: Pipelines) {
    for stage in open.confirm(observer) { tallies[stage].subscriptions.goOn() }
    guard !doubtful.isEmpty, doubtful.remove(observer) != nil, let stage = stages.stage(of: observer) else { return }
    for subscription in run.open[observer] ?? [] where !subscription.isConnection {
      tallies[stage].subscriptions.goOn()
    }
  }

  private mutating func subscribe(_ observer: ObjectID, to source: ObjectID, _ run: Pipelines) {
    if let whole = innerRun(observer, run), let stage = stages.stage(of: whole), open.begin(inner: observer, of: whole)
    {
      tallies[stage].inners.begin()
    }
    let receiver = stages.stage(of: observer)
    guard let stage = stages.stage(of: source), stage != receiver else { return }
    if let receiver { begun.append(StageLink(from: stage, to: receiver)) }
    let isPassedOn = run.parent.map { [.subscribe, .run].contains($0.kind) && $0.other == observer } ?? false
    if isPassedOn && open.has(observer, to: stage) { return }
    // A run that subscribes again, as that of `retry` does, has left the sequence before.
    if !isPassedOn, run.role(of: observer) == .sink { endAll(of: observer) }
    open.begin(observer, to: stage)
    tallies[stage].subscriptions.begin()
  }

  /// The run of the stage whose inner sequence the observer gets; nil if it gets no inner sequence.
  private func innerRun(_ observer: ObjectID, _ run: Pipelines) -> ObjectID? {
    run.runs[observer].subscription?.isForElement == true ? run.whole(of: observer) : nil
  }

  private mutating func endAll(of observer: ObjectID) {
    for stage in open.end(observer) { tallies[stage].subscriptions.end() }
  }

  private mutating func endInner(_ observer: ObjectID, _ run: Pipelines) {
    guard let whole = run.whole(of: observer), open.end(inner: observer, of: whole),
      let stage = stages.stage(of: whole)
    else { return }
    tallies[stage].inners.end()
  }

  private mutating func end(_ event: EventKind, at object: ObjectID, _ run: Pipelines) {
    let giver = giver(to: object, run).flatMap { stages.stage(of: $0) }
    if let stage = stages.stage(of: object), giver != stage {
      touched.append(stage)
      if let giver { passed.append(StageLink(from: giver, to: stage)) }
      if event == .error {
        tallies[stage].errors += 1
        failed.insert(stages.whole(of: object))
      }
    }
    // A source without a run of its own hands its error on at once.
    if event == .error, let giver, run.parent?.kind == .run { tallies[giver].errors += 1 }
    endAll(of: object)
    endInner(object, run)
  }

  private mutating func leave(_ observer: ObjectID, _ run: Pipelines) {
    if let stage = open.end(observer, to: nil) { tallies[stage].subscriptions.end() }
    endInner(observer, run)
  }

  private mutating func dispose(_ object: ObjectID, _ run: Pipelines) {
    endAll(of: object)
    endInner(object, run)
    if let stage = stages.stage(of: object) { cutShort(object, stage, run) }
    // The observer of a run that has ended may have subscribed to another sequence since.
    guard run.runs[object].outputEnd == nil, let observer = run.source.deliversTo(object), observer < run.runs.count
    else { return }
    endInner(observer, run)
    if run.runs[observer].role == .sink || run.whole(of: observer) != nil {
      endAll(of: observer)
    } else if let stage = open.end(observer, to: stages.stage(of: object)) {
      tallies[stage].subscriptions.end()
    }
  }

  /// Notes that a run has ended: it keeps no elements, and its inner sequences have no observer.
  private mutating func cutShort(_ object: ObjectID, _ stage: Int, _ run: Pipelines) {
    failed.remove(object)
    if let left = kept.removeValue(forKey: object) { tallies[stage].dropped += left.count }
    for observer in open.endInners(of: object) {
      tallies[stage].inners.end()
      endAll(of: observer)
    }
  }

  // MARK: Elements

  private func reason(_ object: ObjectID) -> Withholding? {
    stages.withholding(of: stages.whole(of: object))
  }

  private func isFollowed(_ step: StreamedStep) -> Bool {
    guard step.kind == .on, step.event == .next, let object = step.object else { return false }
    return reason(object).map { !KeptCount.counts($0) } ?? false
  }

  private mutating func noteSettled() {
    for (object, obstacle) in fates?.settled ?? [] where obstacle.isLoss {
      if let stage = stages.stage(of: object) { tallies[stage].dropped += 1 }
    }
  }

  /// The object that gives the newest event to another one; nil if the program does.
  private func giver(to object: ObjectID, _ run: Pipelines) -> ObjectID? {
    guard let call = run.parent, let giver = call.object else { return nil }
    switch call.kind {
    case .forwardOn, .subscribe, .run: return giver
    // An operator's subject of its own gets what the operator does not hand on.
    case .on, .onCore: return run.isSentByOperator && run.role(of: object) == .subject ? nil : giver
    case .scheduledAction where run.role(of: object) != .subject:
      return run.runs[object].feeder ?? run.runs[object].lastSource
    default: return nil
    }
  }

  private mutating func arrive(at object: ObjectID, _ run: Pipelines) {
    let (stage, giver) = (stages.stage(of: object), giver(to: object, run))
    let giverStage = giver.flatMap { stages.stage(of: $0) }
    guard stage != giverStage || stage == nil else { return }
    if let stage, let giverStage { passed.append(StageLink(from: giverStage, to: stage)) }
    if let call = run.parent, let giverStage, call.kind != .forwardOn {
      tallies[giverStage].sent += 1
      tallies[giverStage].last = run.step.number
      touched.append(giverStage)
      if call.kind == .on, heard[call.number] != nil { heard[call.number] = true }
    }
    guard let stage, innerRun(object, run) == nil else { return }
    tallies[stage].taken += 1
    touched.append(stage)
    keep(at: object, stage, run)
  }

  private mutating func keep(at object: ObjectID, _ stage: Int, _ run: Pipelines) {
    let whole = stages.whole(of: object)
    let reason = stages.withholding(of: whole)
    let isFollowed = reason.map { !KeptCount.counts($0) } ?? false
    if !isFollowed, whole < run.runs.count, run.runs[whole].end != nil {
      tallies[stage].dropped += 1
      return
    }
    switch stages.role(of: whole) {
    case .subject:
      tallies[stage].last = run.step.number
      if !run.has(.replays, whole) { heard[run.step.number] = false }
    case .observer: tallies[stage].last = run.step.number
    default: if let reason, !isFollowed { kept[whole, default: KeptCount(reason)].take(from: object) }
    }
  }

  private mutating func send(from sink: ObjectID, _ run: Pipelines) {
    kept[sink]?.send()
    guard let stage = stages.stage(of: sink), run.step.other.flatMap({ stages.stage(of: $0) }) != stage else { return }
    tallies[stage].sent += 1
    tallies[stage].last = run.step.number
    touched.append(stage)
  }

  private mutating func handOn(_ event: EventKind, from sink: ObjectID) {
    guard let stage = stages.stage(of: sink) else { return }
    if event == .error, failed.remove(sink) == nil { tallies[stage].errors += 1 }
    if let left = kept.removeValue(forKey: sink) { tallies[stage].dropped += left.count }
  }

  /// Notes that a run had an element to hand on after it had ended.
  private mutating func fail(toSendFrom sink: ObjectID, _ run: Pipelines) {
    guard let stage = stages.stage(of: sink) else { return }
    // The elements that the stage kept were counted when it ended.
    if let reason = reason(sink), KeptCount.counts(reason), kept[sink] == nil { return }
    kept[sink]?.send()
    let given = run.around.last { call in call.kind == .on && call.object.map(stages.whole) == sink }
    // An element that came after the end was counted when it came.
    if let given, let end = run.runs[sink].end, end < given.number { return }
    tallies[stage].dropped += 1
  }

  // MARK: Calls

  private mutating func leave(_ call: OpenCall) {
    guard call.kind == .on, let wasHeard = heard.removeValue(forKey: call.number), !wasHeard, let object = call.object,
      let stage = stages.stage(of: object)
    else { return }
    tallies[stage].dropped += 1
  }

  private mutating func noteTimed() {
    for closure in clock.timed {
      if let stage = closure.object.flatMap({ stages.stage(of: $0) }) { tallies[stage].closureTime += closure.own }
    }
  }
}

extension StageTallies<ReadStages> {
  init(_ rows: StageRows, _ parts: StageParts, timesClosures: Bool) {
    stages = ReadStages(rows: rows, parts: parts)
    self.timesClosures = timesClosures
    tallies = Array(repeating: StageTally(), count: rows.rows.count)
    fates = Elements(settling: parts)
  }
}

// MARK: A run that goes on

extension StageTallies<FollowedStages> {
  init(_ stages: FollowedStages) {
    // A recording that can be followed has the times at which closures returned.
    (self.stages, timesClosures) = (stages, true)
    tallies = []
  }

  /// Makes room for the stages that have appeared.
  mutating func grow() {
    while tallies.count < stages.rows.count { tallies.append(StageTally()) }
  }

  /// An observer that is subscribed when the objects are forgotten: the stages to which it is subscribed, and how many of its
  /// subscriptions the program made.
  struct OpenObserver {
    var stages: [Int] = []
    var subscriptions = 0
  }

  /// Forgets the objects, which get other numbers, and what is kept for them.
  /// - Parameter number: gives the number by which an object is known later.
  /// - Returns: the observers that are subscribed, by this number.
  mutating func forget(_ run: Pipelines, _ number: (ObjectID) -> UInt32) -> [UInt32: OpenObserver] {
    var observers: [UInt32: OpenObserver] = [:]
    for (observer, stages) in open.known { observers[number(observer), default: OpenObserver()].stages = stages }
    for (observer, subscriptions) in run.open where !doubtful.contains(observer) {
      let count = subscriptions.count { !$0.isConnection }
      if count > 0 { observers[number(observer), default: OpenObserver()].subscriptions = count }
    }
    let subscribed = Set(open.known.keys).union(run.open.keys)
    stages.forget(keeping: subscribed.union(subscribed.compactMap { run.runs[$0].lastSource }))
    open = OpenSubscriptions()
    (doubtful, kept, heard, failed) = ([], [:], [:], [])
    clock = ClosureClock()
    for stage in tallies.indices { tallies[stage].inners.endAll() }
    return observers
  }

  /// Recognises an observer that was subscribed before the objects were forgotten.
  mutating func goOn(_ observer: ObjectID, _ open: OpenObserver) {
    for stage in open.stages { self.open.begin(observer, to: stage) }
  }
}

extension Obstacle {
  /// Whether the element is lost, rather than kept, made into an error or only a signal: what `why-not` calls dropped, late, or
  /// kept until the end.
  var isLoss: Bool {
    switch self {
    case .withheld(let reason, let related):
      switch reason {
      case .predicate, .absence, .repetition, .position, .busy, .all, .latest, .opening: true
      case .rate, .quiet, .inputs, .signal: related != nil
      case .queue, .turn, .end, .last, .pairs, .batch: false
      }
    case .cutShort, .disposed, .ended: true
    case .missingInputs(_, let drops): drops
    case .unreturned, .onlySignal, .unknown, .removed, .threw, .notSubscribed, .silent: false
    }
  }
}
