/// The stage of the program that each object of a run belongs to.
///
/// A sink belongs to its observable, an inner observer to its operator, and an object that the engine makes when it
/// subscribes, such as the connection of `share()`, to the observable that was subscribed to.
struct StageOfObject {
  private(set) var stages: [ObjectID]

  /// - Parameter calls: by the position of a stack in ``Trace/callStacks``.
  init(_ trace: Trace, _ calls: [SourceCall?]) {
    let producers = StageOwners(trace)
    stages = trace.objects.map { producers.owner(of: $0.id) }
    for object in trace.objects where stages[object.id] == object.id {
      if let outer = Self.holder(of: object, trace) { stages[object.id] = stages[outer] }
    }
    for step in trace.steps where step.kind == .subscribe { addConnection(step, trace, calls) }
  }

  /// The operator of an inner observer; the subject of an observer that only passes events to it.
  private static func holder(of object: TracedObject, _ trace: Trace) -> ObjectID? {
    if let operatorLink = object.links.first(where: { $0.role == .owner }) { return operatorLink.target }
    guard object.role == .observer, object.deliversTo == nil, object.links.count == 1 else { return nil }
    return object.links.first { trace.objects[$0.target].role == .subject }?.target
  }

  private mutating func addConnection(_ step: Step, _ trace: Trace, _ calls: [SourceCall?]) {
    // A sequence that an operator puts in while the program sends an event, as `catchAndReturn` does.
    if let inner = step.object, let observer = step.other, stages[inner] == inner,
      let maker = trace.objects[inner].callStack.flatMap({ calls[$0]?.callee?.baseName }), Self.sending.contains(maker)
    {
      stages[inner] = stages[observer]
    }
    guard let parent = step.parent.map({ trace.steps[$0] }), parent.kind == .subscribe || parent.kind == .run,
      let outer = parent.object, let inner = step.object, outer != inner
    else { return }
    if let observer = step.other, trace.objects[observer].role == .observer, stages[observer] == observer,
      parent.other != observer
    {
      stages[observer] = stages[outer]
    }
    let callee = trace.objects[inner].callStack.flatMap { calls[$0]?.callee?.calledName }
    if let callee, Self.subscribing.contains(callee), stages[inner] == inner { stages[inner] = stages[outer] }
  }

  /// Functions by which the program sends an event, and which make no stage.
  private static let sending: Set<String> = ["on", "onNext", "onError", "onCompleted", "accept"]

  /// Functions that make no stage of the program's, but may make objects of the engine's.
  private static let subscribing: Set<String> = ["subscribe", "connect", "bind", "drive", "emit"]
}
