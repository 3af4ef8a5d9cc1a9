import TraceFormat

/// The observable, subject or observer to whose stage each object belongs, found one object and one subscription at a time.
///
/// A sink belongs to the observable that made it, an inner observer to its operator, an observer that only passes events to a
/// subject to that subject, and an object that the engine makes when the program subscribes, such as the connection of
/// `share()`, to the observable that was subscribed to. Everything else is a stage of its own.
struct StageOwners {
  /// The owner of each object, indexed by ``ObjectID``.
  private(set) var owners: [ObjectID] = []
  private var roles: [TracedObject.Role] = []

  init() {}

  /// The owners of a run that is over.
  /// - Parameters:
  ///   - objects: all objects.
  ///   - calls: the calls, by the position of their stack in ``Trace/callStacks``.
  init(_ graph: StageGraph, _ objects: [TracedObject], _ calls: [SourceCall?]) {
    for subscription in graph.subscriptions {
      meet(objects, before: subscription.objects, graph)
      let callee = objects[subscription.source].callStack.flatMap { calls[$0]?.callee }
      _ = join(subscription, callee)
    }
    meet(objects, before: objects.count, graph)
  }

  private mutating func meet(_ objects: [TracedObject], before count: Int, _ graph: StageGraph) {
    for object in objects[owners.count..<max(owners.count, count)] {
      meet(object, madeBy: object.id < graph.producers.count ? graph.producers[object.id] : nil)
    }
  }

  /// Adds the next object, in the order of the objects' numbers.
  /// - Parameters:
  ///   - object: the object with its links.
  ///   - producer: the observable that made it, if it is a sink.
  mutating func meet(_ object: TracedObject, madeBy producer: ObjectID?) {
    roles.append(object.role)
    owners.append(producer ?? holder(of: object).map { owners[$0] } ?? object.id)
  }

  /// The operator of an inner observer, or the subject of an observer that only passes events to it.
  private func holder(of object: TracedObject) -> ObjectID? {
    // An object is numbered after the objects that it belongs to, unless the recording is damaged.
    let links = object.links.filter { $0.target < owners.count }
    if let operatorLink = links.first(where: { $0.role == .owner }) { return operatorLink.target }
    guard object.role == .observer, object.deliversTo == nil, object.links.count == 1 else { return nil }
    return links.first { roles[$0.target] == .subject }?.target
  }

  /// Adds the next subscription, after the objects that were known by then.
  /// - Parameter callee: the function of the call that made the source; nil if it is unknown.
  /// - Returns: the objects that belong to another stage now.
  mutating func join(_ subscription: StageGraph.Subscription, _ callee: SwiftSymbol?) -> [ObjectID] {
    let (source, observer) = (subscription.source, subscription.observer)
    var changed: [ObjectID] = []
    // The source may be a sequence that an operator inserts while the program sends an event, as `catchAndReturn` does.
    if owners[source] == source, let maker = callee?.baseName, Self.sending.contains(maker) {
      assign(source, to: owners[observer], &changed)
    }
    guard let outer = subscription.outer, outer != source else { return changed }
    if roles[observer] == .observer, owners[observer] == observer, subscription.isOfOther {
      assign(observer, to: owners[outer], &changed)
    }
    if owners[source] == source, let name = callee?.calledName, Self.subscribing.contains(name) {
      assign(source, to: owners[outer], &changed)
    }
    return changed
  }

  private mutating func assign(_ object: ObjectID, to owner: ObjectID, _ changed: inout [ObjectID]) {
    owners[object] = owner
    changed.append(object)
  }

  /// The functions by which the program sends an event; they do not make a stage.
  private static let sending: Set<String> = ["on", "onNext", "onError", "onCompleted", "accept"]

  /// The functions that do not make a stage of the program, but may make objects of the engine.
  private static let subscribing: Set<String> = ["subscribe", "connect", "bind", "drive", "emit"]
}
