/// The pipelines of a run: who subscribed to what, which run gives its events to which, what came to each and how it ended.
///
/// The value takes the steps one by one, in the order of the run, and never looks at one again. It turns each step into
/// a few events, which the rules of a check listen to. It keeps a row for each object, and the calls under way.
///
///     var run = Pipelines(source)
///     while try source.advance() {
///       run.take(source.step, after: source.returned)
///       for event in run.events { print(event) }
///     }
package struct Pipelines {
  package let source: any StepSource
  /// The newest step.
  package private(set) var step = StreamedStep()
  /// Whether records are missing directly before it. Calls that were under way there returned at an unknown time.
  package var isBehindGap: Bool { step.isBehindGap }
  /// The events of the newest step, in order.
  package private(set) var events: [PipelineEvent] = []
  /// The calls that returned before it, with their times in nanoseconds since the recording started. They are not in
  /// the events, because events are handed to every rule, and a call is large.
  package private(set) var returned: [(call: OpenCall, time: UInt64)] = []
  /// The rows of the objects, indexed by ``ObjectID``.
  package private(set) var runs: [RunOfStage] = []
  /// The calls of each thread that are under way, outermost first, without the newest step's call.
  package private(set) var calls: [[OpenCall]] = []
  /// The number of each thread's newest step.
  package private(set) var newestSteps: [Int] = []
  /// The number of events that came from outside of all calls: elements that the program sent, and actions that ran.
  package private(set) var arrivals = 0
  /// The number of these arrivals on each thread.
  private var arrivalsOfThreads: [Int] = []
  /// Schedulers that run actions on the main queue.
  package private(set) var mainSchedulers: Set<ObjectID> = []
  /// The program's own subscriptions that have not ended, by observer.
  package private(set) var open: [ObjectID: [Subscription]] = [:]
  /// The observers that were subscribed to each shared sequence.
  package private(set) var sharers: [ObjectID: [ObjectID]] = [:]
  /// The shared sequences, by their sources.
  private var shared: [ObjectID: ObjectID] = [:]
  /// The graph that tells which objects belong to which stage.
  package private(set) var graph = StageGraph()
  private var clashing = Clashes()
  /// Whether each queue of the source is the main queue.
  private var areMain: [Bool] = []
  private var hasStep = false

  package init(_ source: any StepSource) {
    self.source = source
  }

  /// - Parameter returned: the calls that returned before the step.
  package mutating func take(_ step: StreamedStep, after returned: [ReturnedCall]) {
    enterNewest()
    self.step = step
    hasStep = true
    while calls.count <= step.thread {
      calls.append([])
      newestSteps.append(0)
      arrivalsOfThreads.append(0)
    }
    newestSteps[step.thread] = step.number
    if let queue = step.queue { meet(queue: queue) }
    for call in returned { leave(call) }
    if let object = step.object { meet(object) }
    if let other = step.other { meet(other) }
    interpret()
    // The clashes are taken out, because they ask about the rest of this value.
    var clashes = clashing
    clashing = Clashes()
    clashes.take(self)
    clashing = clashes
  }

  /// Goes through a run to its end.
  /// - Parameters:
  ///   - advance: goes to the next step of the source; false after the last one.
  ///   - take: is given the pipelines after each step.
  /// - Returns: the pipelines of the run that is over.
  package static func read(
    _ source: any StepSource, _ advance: () throws -> Bool, take: (Pipelines) throws -> Void
  ) rethrows -> Pipelines {
    var run = Pipelines(source)
    while try advance() {
      run.take(source.step, after: source.returned)
      try take(run)
    }
    run.finish(after: source.returned)
    return run
  }

  /// The deliveries that certainly overlapped, as far as is known by now.
  package var clashes: [Clashes.Clash] { clashing.real }

  /// Ends the run.
  package mutating func finish(after returned: [ReturnedCall]) {
    enterNewest()
    (hasStep, step.isBehindGap) = (false, false)
    for call in returned { leave(call) }
    source.nameRemainingObjects()
    if source.objectCount > 0 { meet(source.objectCount - 1) }
  }

  // MARK: Calls

  private mutating func enterNewest() {
    events.removeAll(keepingCapacity: true)
    returned.removeAll(keepingCapacity: true)
    guard hasStep, step.kind != .output else { return }
    let outer = calls[step.thread].last
    let isCaller = step.kind == .run || step.kind == .on
    calls[step.thread].append(
      OpenCall(
        number: step.number, kind: step.kind, event: step.event, object: step.object, other: step.other,
        cause: step.cause, thread: step.thread, queue: step.queue, time: step.time, stack: stack,
        hasText: step.value.isText, outerKind: outer?.kind,
        caller: isCaller ? step.kind : outer?.caller, closure: outer?.kind == .closure ? outer?.number : outer?.closure)
    )
  }

  /// The place of the call stack of the newest step.
  private var stack: Int? { step.site.flatMap { source.stack(ofSite: $0) } }

  private mutating func leave(_ last: ReturnedCall) {
    while let call = calls[last.thread].popLast() {
      let isRecorded = call.number == last.number && (!hasStep || last.time != step.time)
      clashing.noteReturn(of: call, depth: calls[last.thread].count, at: last.time, isRecorded: isRecorded)
      events.append(.returned(returned.count))
      returned.append((call, last.time))
      if call.number == last.number { return }
    }
  }

  /// The calls around the newest step, outermost first.
  package var around: [OpenCall] { calls[step.thread] }

  /// The call directly around the newest step.
  package var parent: OpenCall? { calls[step.thread].last }

  /// The number of the outermost call around the newest step, or its own.
  package var root: Int { calls[step.thread].first?.number ?? step.number }

  /// The newest step's place among the calls of its thread.
  package var mark: CallMark { CallMark(number: step.number, thread: step.thread, depth: calls[step.thread].count) }

  /// Whether a call is under way.
  package func isUnderWay(_ mark: CallMark) -> Bool {
    mark.thread < calls.count && mark.depth < calls[mark.thread].count
      && calls[mark.thread][mark.depth].number == mark.number
  }

  // MARK: Objects

  private mutating func meet(_ object: ObjectID) {
    while runs.count <= object {
      let facts = source.object(runs.count)
      runs.append(RunOfStage(role: facts.role, traits: StageTraits(facts.traits)))
      if runs.last!.traits.contains(.main) { mainSchedulers.insert(runs.count - 1) }
      connect(runs.count - 1)
    }
  }

  private mutating func connect(_ object: ObjectID) {
    let next = source.deliversTo(object)
    if let producer = graph.meet(next) { runs[producer].runCount += 1 }
    guard let next else { return }
    meet(next)
    runs[next].feeder = object
  }

  private mutating func interpret() {
    if step.kind == .output { events.append(.printed) }
    guard let object = step.object else { return }
    switch step.kind {
    case .subscribeClosures, .subscribeHandler: beginOwn(object)
    case .subscribe: subscribe(to: object)
    case .run: beginRun(object)
    case .on, .onCore: receive(object)
    case .forwardOn: send(object)
    case .dispose: dispose(object)
    case .closure: events.append(.entered(step.event, of: object))
    case .schedule: events.append(.scheduled(by: asker))
    case .scheduledAction: act(object)
    case .cancelledAction: events.append(.cancelled(step.cause))
    case .output: break
    }
  }

  // MARK: Subscriptions

  private mutating func beginOwn(_ source: ObjectID) {
    guard let observer = step.other else { return }
    let isConnection = self.source.deliversTo(observer) != nil
    let subscription = Subscription(
      step: step.number, source: source, observer: observer, isConnection: isConnection)
    open[observer, default: []].append(subscription)
    events.append(.began(subscription))
  }

  /// Adds subscriptions of the program that were open before the first step that this value has seen.
  package mutating func goOn(_ observer: ObjectID, subscriptions count: Int) {
    let earlier = Subscription(step: 0, source: observer, observer: observer)
    open[observer, default: []] += Array(repeating: earlier, count: count)
  }

  private mutating func subscribe(to source: ObjectID) {
    guard let observer = step.other else { return }
    let isOwn = runs[observer].role == .observer && parent.map { $0.kind == .closure } ?? true
    if isOwn { beginOwn(source) }
    if runs[observer].subscription == nil { runs[observer].subscription = firstSubscription(of: observer) }
    runs[observer].lastSource = source
    if runs[source].traits.contains(.shares) { sharers[source, default: []].append(observer) }
    // A shared observable subscribes an observer to its source within a subscription to itself. Within it, the
    // observable may also pass one of its own observers on, to its subject.
    if next(of: observer) == nil, let call = parent, let shared = sharer(of: source, within: call),
      shared != source, call.other != observer, runs[shared].traits.contains(.shares)
    {
      runs[observer].connection = shared
      self.shared[source] = shared
    }
    graph.subscribe(observer, to: source, within: parent?.kind, of: parent?.object, for: parent?.other)
    events.append(.subscribed(observer, to: source))
  }

  /// The shared observable that may be subscribing to a source. If its previous connection is still being disposed when
  /// an observer comes on another thread, the disposing thread subscribes.
  private func sharer(of source: ObjectID, within call: OpenCall) -> ObjectID? {
    switch call.kind {
    case .subscribe: call.object
    case .dispose: shared[source]
    default: nil
    }
  }

  private func firstSubscription(of observer: ObjectID) -> RunOfStage.FirstSubscription {
    let isAsked = parent.map { $0.kind == .subscribeClosures || $0.kind == .subscribeHandler } ?? false
    var stack = stack
    for call in around.reversed() {
      if stack != nil || call.other != observer { break }
      stack = call.stack
    }
    return RunOfStage.FirstSubscription(
      step: step.number, call: isAsked ? parent!.number : step.number, stack: stack ?? source.stack(of: observer),
      thread: step.thread, arrivals: arrivals, arrivalsOfThread: arrivalsOfThreads[step.thread],
      isForElement: isForElement(whole(of: observer)), run: parent?.kind == .run ? parent!.number : nil)
  }

  /// Whether an operator subscribes because an event came to it.
  private func isForElement(_ parent: ObjectID?) -> Bool {
    guard let parent else { return self.parent?.caller == .on }
    for call in around.reversed() {
      let isDecided = call.object == parent || call.kind == .run || call.kind == .on
      if isDecided { return call.kind == .on }
    }
    return false
  }

  private mutating func beginRun(_ producer: ObjectID) {
    guard let observer = step.other else { return }
    graph.begin(producer, for: observer)
    events.append(.ran(producer, for: observer))
  }

  // MARK: Events

  private mutating func noteArrival() {
    guard calls[step.thread].isEmpty else { return }
    arrivals += 1
    arrivalsOfThreads[step.thread] += 1
  }

  private mutating func receive(_ object: ObjectID) {
    guard let event = step.event else { return }
    if step.kind == .on { noteArrival() }
    if event != .next, runs[object].inputEnd == nil {
      runs[object].inputEnd = RunOfStage.Ending(
        step: step.number, root: root, thread: step.thread, event: event)
      if runs[object].role != .sink { endSubscriptions(of: object) }
    }
    events.append(step.kind == .on ? .arrived(event, at: object) : .handled(event, by: object))
  }

  private mutating func send(_ sink: ObjectID) {
    guard let event = step.event else { return }
    guard step.isDelivered else {
      events.append(.undelivered(event, from: sink))
      return
    }
    if event == .next {
      runs[sink].hasSent = true
    } else if runs[sink].outputEnd == nil {
      runs[sink].outputEnd = RunOfStage.Ending(
        step: step.number, root: root, thread: step.thread, event: event)
    }
    events.append(.left(event, from: sink))
  }

  // MARK: Ends

  private mutating func dispose(_ object: ObjectID) {
    end(object)
    let sink = source.holder(endedBy: object)
    if let sink { end(sink) }
    if let observer = target(of: sink ?? object), runs[observer].role == .observer { end(observer) }
    guard let observer = source.links(of: object).last(where: { $0.role == .subscriber })?.target else { return }
    meet(observer)
    guard runs[observer].departure == nil else { return }
    runs[observer].departure = step.number
    events.append(.departed(observer))
  }

  /// The observer that a sink delivers to, or whose subscription a disposable is.
  private mutating func target(of object: ObjectID) -> ObjectID? {
    guard let link = source.links(of: object).last(where: { $0.role == .delivery || $0.role == .subscriber }) else {
      return nil
    }
    meet(link.target)
    return link.target
  }

  private mutating func end(_ object: ObjectID) {
    meet(object)
    if runs[object].disposal == nil {
      (runs[object].disposal, runs[object].disposalThread) = (outermostDisposal, step.thread)
      runs[object].isDisposedByReceiver = around.contains { $0.object == object && $0.event != nil }
      events.append(.disposed(object))
    }
    endSubscriptions(of: object)
  }

  /// The outermost of the nested `dispose` calls down to the newest step, which is the one that the program asked for;
  /// and the kind of the call around it.
  package var release: (call: Int, within: StepKind?) {
    let calls = around
    let outer = calls.lastIndex { $0.kind != .dispose }
    let first = outer.map { $0 + 1 } ?? 0
    return (first < calls.count ? calls[first].number : step.number, outer.map { calls[$0].kind })
  }

  /// The outermost of the nested `dispose` calls that ends a run. A call around it, such as that of a composite, may
  /// have been disposing other subscriptions until then.
  private var outermostDisposal: Int {
    var first = step.number
    for call in around.reversed() {
      guard call.kind == .dispose, let object = call.object else { break }
      if source.holder(endedBy: object) != nil || source.bringsEvents(object) { first = call.number }
    }
    return first
  }

  private mutating func endSubscriptions(of observer: ObjectID) {
    guard let ended = open.removeValue(forKey: observer) else { return }
    for subscription in ended { events.append(.ended(subscription)) }
  }

  // MARK: Actions

  /// The object in whose call the newest step happens.
  private var asker: ObjectID? {
    for call in around.reversed() {
      switch call.kind {
      case .on, .onCore, .run, .closure, .subscribe: return call.object
      default: continue
      }
    }
    return nil
  }

  private mutating func act(_ scheduler: ObjectID) {
    noteArrival()
    if runs[scheduler].traits.contains(.queue), isMain(step.queue) == true { mainSchedulers.insert(scheduler) }
    let schedule = parent.flatMap { $0.kind == .schedule ? $0.number : nil }
    events.append(.acted(step.cause ?? schedule))
  }

  // MARK: Queues

  package static let mainQueue = "com.apple.main-thread"

  private mutating func meet(queue: Int) {
    while areMain.count <= queue { areMain.append(source.queue(areMain.count) == Self.mainQueue) }
  }

  /// Whether a queue is the main queue; nil if the recording does not tell.
  package func isMain(_ queue: Int?) -> Bool? { queue.map { areMain[$0] } }
}

// MARK: The graph

extension Pipelines {
  /// The stage that an object is a part of, as the observer of an inner sequence is.
  package func whole(of object: ObjectID) -> ObjectID? {
    guard runs[object].role == .observer else { return nil }
    return source.links(of: object).first { $0.role == .owner && $0.target < runs.count }?.target
  }

  /// Whether an object is a part of a stage.
  package func isPart(_ object: ObjectID) -> Bool { source.deliversTo(object) == nil && whole(of: object) != nil }

  /// The object that receives an object's events, or that the object is a part of.
  package func next(of object: ObjectID) -> ObjectID? {
    guard let next = source.deliversTo(object) else { return whole(of: object) }
    return next < runs.count ? next : nil
  }

  /// The stages from one to the end of its pipeline, including stages that another stage is only a part of.
  package func chain(from object: ObjectID, limit: Int = 256) -> [ObjectID] {
    var chain = [object]
    while chain.count < limit, let following = next(of: chain[chain.count - 1]) { chain.append(following) }
    return chain
  }

  /// The last stage of a pipeline.
  package func last(of object: ObjectID) -> ObjectID { chain(from: object).last ?? object }

  /// Whether a stage, and all stages that it delivers to, still take events.
  package func isOpen(_ object: ObjectID) -> Bool {
    var stage: ObjectID? = object
    var count = 0
    while let current = stage, current < runs.count, count < 256 {
      if runs[current].end != nil { return false }
      stage = source.deliversTo(current)
      count += 1
    }
    return true
  }

  /// The program's own subscriptions that have not ended, in order, except those whose end would be unknown.
  package var openSubscriptions: [Subscription] {
    open.values.joined().filter { isEndKnown($0) }.sorted { $0.step < $1.step }
  }

  /// Whether the end of a subscription would be known. It needs a known disposable. Subjects and shared sequences link
  /// to an observer only when it leaves; until then, its subscription is known.
  func isEndKnown(_ subscription: Subscription) -> Bool {
    let observer = runs[subscription.observer]
    if observer.feeder != nil || source.isHeldForEvents(subscription.observer) { return true }
    return observer.lastSource.map { runs[$0].role == .subject || runs[$0].traits.contains(.shares) } ?? false
  }

  /// The role of an object, which need not have taken part yet.
  package func role(of object: ObjectID) -> TracedObject.Role {
    object < runs.count ? runs[object].role : source.object(object).role
  }

  package func has(_ traits: StageTraits, _ object: ObjectID) -> Bool { runs[object].traits.contains(traits) }
}
