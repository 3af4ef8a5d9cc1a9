/// Facts about a run that several checks need, each found in one pass.
struct RunFacts {
  let trace: Trace
  let owners: StageOwners
  /// For each step the outermost call that encloses it.
  private(set) var roots: [Int] = []
  /// For each object the one that gets its events, or of which it is a part.
  private(set) var next: [ObjectID?] = []
  /// For each object whether it is a part of the next one, as the observer of an inner sequence is.
  private(set) var isPart: [Bool] = []
  /// For each object the steps that subscribed it to something.
  private(set) var subscriptions: [[Int]] = []
  /// For each observable the sinks that it made, in order.
  private(set) var runs: [ObjectID: [ObjectID]] = [:]
  /// For each object the first terminal event that it was given.
  private(set) var inputEnd: [Int?] = []
  /// For each sink the first terminal event that it handed on.
  private(set) var outputEnd: [Int?] = []
  /// For each object the first call that disposed it.
  private(set) var disposal: [Int?] = []
  /// For each object the first call that removed it from the observers of a subject.
  private(set) var departure: [Int?] = []
  /// The observer through which a shared observable receives its source's events, and the reverse.
  private(set) var connections: [ObjectID: ObjectID] = [:]
  /// For each object the observers that were subscribed to it.
  private(set) var observers: [[ObjectID]] = []

  init(_ trace: Trace) {
    self.trace = trace
    owners = StageOwners(trace)
    readObjects()
    readSteps()
    for sink in trace.objects.indices {
      let owner = owners.owner(of: sink)
      if owner != sink { runs[owner, default: []].append(sink) }
    }
  }

  private mutating func readObjects() {
    let count = trace.objects.count
    next = [ObjectID?](repeating: nil, count: count)
    isPart = [Bool](repeating: false, count: count)
    subscriptions = [[Int]](repeating: [], count: count)
    observers = [[ObjectID]](repeating: [], count: count)
    let none = [Int?](repeating: nil, count: count)
    (inputEnd, outputEnd, disposal, departure) = (none, none, none, none)
    for object in trace.objects {
      if let observer = object.deliversTo {
        next[object.id] = observer
      } else if object.role == .observer, let owner = object.links.first(where: { $0.role == .owner })?.target {
        next[object.id] = owner
        isPart[object.id] = true
      }
    }
  }

  private mutating func readSteps() {
    let (disposed, departing) = disposables
    roots.reserveCapacity(trace.steps.count)
    for step in trace.steps {
      roots.append(step.parent.map { roots[$0] } ?? step.index)
      guard let object = step.object else { continue }
      switch step.kind {
      case .subscribe: noteSubscription(step, to: object)
      case .on, .onCore: if step.event != .next, inputEnd[object] == nil { inputEnd[object] = step.index }
      case .forwardOn:
        if step.event != .next, step.isDelivered, outputEnd[object] == nil { outputEnd[object] = step.index }
      case .dispose:
        if disposal[object] == nil { disposal[object] = step.index }
        if let sink = disposed[object], disposal[sink] == nil { disposal[sink] = step.index }
        if let observer = departing[object], departure[observer] == nil { departure[observer] = step.index }
      default: break
      }
    }
  }

  /// By disposable, the sink that ends with it, and the observer that leaves a subject with it.
  private var disposables: (sinks: [ObjectID: ObjectID], observers: [ObjectID: ObjectID]) {
    var found: (sinks: [ObjectID: ObjectID], observers: [ObjectID: ObjectID]) = ([:], [:])
    for object in trace.objects {
      for link in object.links {
        if link.role == .lifetime { found.sinks[link.target] = object.id }
        if link.role == .subscriber { found.observers[object.id] = link.target }
      }
    }
    return found
  }

  private mutating func noteSubscription(_ step: Step, to source: ObjectID) {
    guard let observer = step.other else { return }
    subscriptions[observer].append(step.index)
    observers[source].append(observer)
    // The observer that a shared observable subscribes to its source is subscribed within a subscription to that observable.
    guard next[observer] == nil, let shared = sharedObservable(around: step) else { return }
    connections[observer] = shared
    connections[shared] = observer
  }

  private func sharedObservable(around step: Step) -> ObjectID? {
    guard let parent = step.parent, trace.steps[parent].kind == .subscribe, let object = trace.steps[parent].object,
      trace.objects[object].traits.contains(.shares), object != step.object
    else { return nil }
    return object
  }
}

extension RunFacts {
  func has(_ trait: TracedObject.Trait, _ object: ObjectID) -> Bool { trace.objects[object].traits.contains(trait) }

  /// The stages from one to the end of its pipeline, including those of which a stage is only a part.
  func chain(from object: ObjectID, limit: Int = 256) -> [ObjectID] {
    var chain = [object]
    while let following = next[chain[chain.count - 1]], chain.count < limit { chain.append(following) }
    return chain
  }

  /// The last stage of a pipeline.
  func terminal(of object: ObjectID) -> ObjectID { chain(from: object).last ?? object }

  /// The step at which a sink's events ended, or its subscription was disposed.
  func end(of sink: ObjectID) -> Int? { [outputEnd[sink], disposal[sink]].compactMap(\.self).min() }

  /// The step by which the program subscribed to the pipeline that ends with an observer.
  func subscription(of observer: ObjectID) -> Int? { subscriptions[observer].first }

  /// The call stack of that subscription, by which two lines that subscribe differ.
  func subscriptionStack(of observer: ObjectID) -> [ReturnAddress] {
    var call = subscription(of: observer)
    while let index = call {
      if let stack = trace.steps[index].callStack { return trace.callStacks[stack] }
      call = trace.steps[index].parent
      if let parent = call, trace.steps[parent].other != observer { break }
    }
    return trace.objects[observer].assembly
  }

  /// The element or error of a step as text, if it was recorded.
  func value(_ step: Int) -> String? {
    trace.steps[step].value.map { StepText.shown($0.text, isComplete: $0.isComplete) }
  }

  /// Whether a step ran on the main queue; nil if the recording does not tell.
  func isOnMain(_ step: Step) -> Bool? { step.queue.map { $0 == Self.mainQueue } }

  static let mainQueue = "com.apple.main-thread"

  /// Schedulers that run actions on the main queue.
  var mainSchedulers: Set<ObjectID> {
    var found = Set(trace.objects.indices.filter { has(.main, $0) })
    for step in trace.steps where step.kind == .scheduledAction && step.queue == Self.mainQueue {
      if let scheduler = step.object, has(.queue, scheduler) { found.insert(scheduler) }
    }
    return found
  }
}
