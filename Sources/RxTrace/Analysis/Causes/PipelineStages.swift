import TraceFormat

/// The stages that events pass through: which objects make up one stage, and which stage gives its events to which.
struct PipelineStages {
  let trace: Trace
  let nesting: CallNesting
  /// For an inner observer the sink that it is a part of; otherwise the object itself.
  private let wholes: [ObjectID]
  /// For a stage the stages that give it their events.
  private var feeding: [ObjectID: Set<ObjectID>] = [:]
  /// For a stage the stages that it gives its events to.
  private var fed: [ObjectID: Set<ObjectID>] = [:]
  private var stepsOfStages: [ObjectID: [Int]] = [:]
  private var subscribeSteps: [ObjectID: [Int]] = [:]
  private var actions: [Int: [Int]] = [:]
  private var firstEnds: [ObjectID: Int] = [:]
  /// For each step itself or the nearest call around it that is a closure; -1 if there is none. Kept, because calls may be
  /// nested too deep for a walk from each.
  private var nearestClosures: [Int32] = []
  private let tree: CallTree

  init(_ trace: Trace) {
    self.trace = trace
    nesting = CallNesting(trace)
    wholes = trace.objects.indices.map { Self.whole(of: $0, trace) }
    tree = CallTree(trace)
    for object in trace.objects {
      if let next = object.deliversTo { connect(wholes[object.id], wholes[next]) }
    }
    for step in trace.steps { note(step) }
  }

  private func closure(around step: Step) -> Int? {
    step.parent.map { nearestClosures[$0] }.flatMap { $0 < 0 ? nil : Int($0) }
  }

  private mutating func note(_ step: Step) {
    let around = step.parent.map { nearestClosures[$0] } ?? -1
    nearestClosures.append(step.kind == .closure ? Int32(step.index) : around)
    if let object = step.object { stepsOfStages[wholes[object], default: []].append(step.index) }
    if let object = step.object, wholes[object] == object, isEnd(step), firstEnds[object] == nil {
      firstEnds[object] = step.index
    }
    if let cause = step.cause { actions[cause, default: []].append(step.index) }
    switch step.kind {
    case .subscribe:
      guard let source = step.object, let observer = step.other else { return }
      connect(source, wholes[observer])
      subscribeSteps[wholes[observer], default: []].append(step.index)
      // A shared sequence subscribes one observer for all of its own. It may also pass one of them on, to its subject.
      let isPassedOn = step.parent.map { trace.steps[$0].other == observer } ?? false
      if !isPassedOn, let outer = call(around: step, .subscribe), trace.objects[outer].traits.contains(.shares) {
        connect(wholes[observer], outer)
      }
    case .on:
      // An observer that hands an event on itself, without a `forwardOn`.
      if let object = step.object, let outer = call(around: step, .on) { connect(wholes[outer], wholes[object]) }
      // A closure of the program's that sends to a subject connects two pipelines.
      guard let object = step.object, trace.objects[object].role == .subject,
        let sender = closure(around: step).flatMap({ trace.steps[$0].object })
      else { return }
      connect(wholes[sender], wholes[object])
    default: break
    }
  }

  /// The object of the call directly around a step, if the call has this kind.
  private func call(around step: Step, _ kind: StepKind) -> ObjectID? {
    step.parent.flatMap { trace.steps[$0].kind == kind ? trace.steps[$0].object : nil }
  }

  private mutating func connect(_ one: ObjectID, _ other: ObjectID) {
    guard one != other else { return }
    feeding[other, default: []].insert(one)
    fed[one, default: []].insert(other)
  }

  private static func whole(of object: ObjectID, _ trace: Trace) -> ObjectID {
    var whole = object
    for _ in 0..<16 {
      let current = trace.objects[whole]
      guard current.role != .disposable,
        let owner = current.links.first(where: { $0.role == .owner })?.target,
        trace.objects[owner].role == .sink || trace.objects[owner].role == .observer
      else { break }
      whole = owner
    }
    return whole
  }

  // MARK: Objects

  /// The stage that an object is or is a part of.
  func stage(of object: ObjectID) -> ObjectID { wholes[object] }

  /// Stages and what feeds them, at any distance.
  func upstream(of stages: some Sequence<ObjectID>) -> Set<ObjectID> { reached(from: stages, feeding) }

  /// Stages and what they feed, at any distance.
  func downstream(of stages: some Sequence<ObjectID>) -> Set<ObjectID> { reached(from: stages, fed) }

  private func reached(
    from stages: some Sequence<ObjectID>, _ edges: [ObjectID: Set<ObjectID>]
  ) -> Set<ObjectID> {
    var found = Set(stages)
    var pending = Array(found)
    while let stage = pending.popLast() {
      pending += (edges[stage] ?? []).filter { found.insert($0).inserted }
    }
    return found
  }

  /// The stages that give a stage its events directly, in order of first appearance. An observable is not one of them if
  /// its sink is.
  func sources(of stage: ObjectID) -> [ObjectID] {
    (feeding[stage] ?? []).filter { trace.objects[$0].role != .observable }.sorted()
  }

  func isSubject(_ object: ObjectID) -> Bool { trace.objects[object].role == .subject }

  // MARK: Steps

  /// The steps of a stage and its parts, in order.
  func steps(of stage: ObjectID) -> [Int] { stepsOfStages[stage] ?? [] }

  /// The steps of a stage after a step.
  func steps(of stage: ObjectID, after index: Int) -> ArraySlice<Int> {
    let steps = steps(of: stage)
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return steps[low...]
  }

  /// The step that ended a stage: its terminal event, or its disposal. An observer or a subject ends with the event that it
  /// is given, a sink with the one that it sends.
  func firstEnd(of stage: ObjectID) -> Int? { firstEnds[stage] }

  private func isEnd(_ step: Step) -> Bool {
    let isTerminal = step.event == .completed || step.event == .error
    switch step.kind {
    case .dispose: return true
    case .forwardOn: return isTerminal
    case .on: return isTerminal && step.object.map { trace.objects[$0].role != .sink } ?? false
    default: return false
    }
  }

  /// The `subscribe` calls that connected a stage, in order.
  func subscriptions(of stage: ObjectID) -> [Int] { subscribeSteps[stage] ?? [] }

  /// The scheduled actions, run or cancelled, that a `schedule` asked for.
  func actions(of schedule: Int) -> [Int] { actions[schedule] ?? [] }

  func children(of index: Int) -> [Int] { tree.children(of: index) }

  /// The steps within a call at any depth, in order, except those within the ones for which `isEnd` holds.
  func within(_ index: Int, endingAt isEnd: (Step) -> Bool = { _ in false }) -> [Int] {
    var found: [Int] = []
    var pending = Array(children(of: index).reversed())
    while let inner = pending.popLast() {
      found.append(inner)
      if !isEnd(trace.steps[inner]) { pending += children(of: inner).reversed() }
    }
    return found
  }

  /// The nearest enclosing call that meets a condition.
  func enclosing(_ index: Int, where condition: (Step) -> Bool) -> Step? {
    var next = trace.steps[index].parent
    while let parent = next {
      if condition(trace.steps[parent]) { return trace.steps[parent] }
      next = trace.steps[parent].parent
    }
    return nil
  }

  /// The outermost call around a step.
  func outermost(_ index: Int) -> Int {
    var outer = index
    while let parent = trace.steps[outer].parent { outer = parent }
    return outer
  }
}
