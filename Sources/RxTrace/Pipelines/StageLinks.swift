/// The links from stages to the stages that receive their events: by delivery, by subscription, by a shared connection,
/// or because a closure of the program sends to a subject.
package struct StageLinks {
  package let parts: StageParts
  /// The observers of the subscriptions that the program made itself.
  package private(set) var observers: Set<ObjectID> = []
  /// The stages that give each stage their events.
  private var feeding: [ObjectID: Set<ObjectID>] = [:]
  /// The stages that each stage gives its events to.
  private var fed: [ObjectID: Set<ObjectID>] = [:]

  /// The links of a run that is over.
  package init(_ trace: Trace) {
    self.init(trace, StageParts(trace))
    let source = TraceSteps(trace)
    _ = Pipelines.read(source, source.advance) { take($0) }
  }

  /// The links by delivery, before the steps of the run are taken.
  /// - Parameter trace: the run, whose steps may be missing.
  package init(_ trace: Trace, _ parts: StageParts) {
    self.parts = parts
    for object in trace.objects {
      if let next = object.deliversTo { connect(stage(of: object.id), stage(of: next)) }
    }
  }

  package mutating func take(_ run: Pipelines) {
    for case .began(let subscription) in run.events where !subscription.isConnection {
      observers.insert(subscription.observer)
    }
    guard let object = run.step.object else { return }
    switch run.step.kind {
    case .subscribe:
      guard let observer = run.step.other else { return }
      connect(object, stage(of: observer))
      if let shared = run.runs[observer].connection { connect(stage(of: observer), shared) }
    case .on:
      // The observer hands an event on itself, without a `forwardOn`.
      if let call = run.parent, call.kind == .on, let outer = call.object {
        connect(stage(of: outer), stage(of: object))
      }
      guard parts.isSubject(object), run.parent?.closure != nil || run.parent?.kind == .closure,
        let sender = run.around.last(where: { $0.kind == .closure })?.object
      else { return }
      connect(stage(of: sender), object)
    default: return
    }
  }

  private mutating func connect(_ one: ObjectID, _ other: ObjectID) {
    guard one != other else { return }
    feeding[other, default: []].insert(one)
    fed[one, default: []].insert(other)
  }

  /// The stage that an object is, or that it is a part of.
  package func stage(of object: ObjectID) -> ObjectID { parts.stage(of: object) }

  /// The stages and all stages that feed them, directly or not.
  package func upstream(of stages: some Sequence<ObjectID>) -> Set<ObjectID> { reached(from: stages, feeding) }

  /// The stages and all stages that they feed, directly or not.
  package func downstream(of stages: some Sequence<ObjectID>) -> Set<ObjectID> { reached(from: stages, fed) }

  /// The stages, with all stages that feed them and all stages that they feed.
  package func pipeline(of stages: some Sequence<ObjectID>) -> Set<ObjectID> {
    upstream(of: stages).union(downstream(of: stages))
  }

  private func reached(from stages: some Sequence<ObjectID>, _ links: [ObjectID: Set<ObjectID>]) -> Set<ObjectID> {
    var found = Set(stages)
    var pending = Array(found)
    while let stage = pending.popLast() {
      pending += (links[stage] ?? []).filter { found.insert($0).inserted }
    }
    return found
  }

  /// The stages that give a stage its events directly, in order of first appearance.
  package func sources(of stage: ObjectID) -> [ObjectID] { (feeding[stage] ?? []).sorted() }
}
