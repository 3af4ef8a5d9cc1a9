/// Which objects belong to which stage of the program.
///
/// The program's source names an observable, and events pass through the sinks that it makes. A sink belongs to its
/// observable, an inner observer to its operator, and an object that the engine makes when it subscribes, such as the
/// connection of `share()`, to the observable that was subscribed to.
package struct StageGraph {
  /// For a sink the observable that made it.
  package private(set) var producers: [ObjectID?] = []
  /// For each observer the observables that have begun a run for it, and whose sinks are not known yet.
  private var running: [ObjectID: [ObjectID]] = [:]
  private var subscriptions: [Nested] = []

  /// A subscription that may have been made for a stage rather than for the observable that was subscribed to.
  private struct Nested {
    var source: Int32
    var observer: Int32
    /// The object of the `subscribe` or `run` directly around it; -1 for none.
    var outer: Int32
    /// Whether that call is for another observer.
    var isOfOther: Bool
  }

  init() {}

  /// The graph of a run that is over.
  package init(_ trace: Trace) {
    for step in trace.steps {
      guard let object = step.object, let other = step.other else { continue }
      if step.kind == .run { begin(object, for: other) }
      guard step.kind == .subscribe else { continue }
      let parent = step.parent.map { trace.steps[$0] }
      subscribe(other, to: object, within: parent?.kind, of: parent?.object, for: parent?.other)
    }
    for object in trace.objects { meet(object.deliversTo) }
  }

  /// Takes the next object, in the order of their numbers.
  /// - Parameter observer: the object that it delivers to.
  /// - Returns: the observable that made it.
  @discardableResult
  mutating func meet(_ observer: ObjectID?) -> ObjectID? {
    // A sink delivers to the observer for which its observable has begun a run.
    guard let observer, let waiting = running[observer] else {
      producers.append(nil)
      return nil
    }
    running[observer] = waiting.count > 1 ? Array(waiting.dropFirst()) : nil
    producers.append(waiting[0])
    return waiting[0]
  }

  mutating func begin(_ producer: ObjectID, for observer: ObjectID) { running[observer, default: []].append(producer) }

  /// - Parameters:
  ///   - kind: that of the call directly around the subscription.
  ///   - outer: the object of that call, and the observer that it was given.
  mutating func subscribe(
    _ observer: ObjectID, to source: ObjectID, within kind: StepKind?, of outer: ObjectID?, for outerObserver: ObjectID?
  ) {
    // A producer that passes its own observer on, as `startWith` does, makes no sink for it.
    if kind == .run, observer == outerObserver, let waiting = running[observer], waiting.last == outer {
      running[observer] = waiting.count > 1 ? waiting.dropLast() : nil
    }
    let isNested = kind == .subscribe || kind == .run
    subscriptions.append(
      Nested(
        source: Int32(truncatingIfNeeded: source), observer: Int32(truncatingIfNeeded: observer),
        outer: isNested ? Int32(truncatingIfNeeded: outer ?? -1) : -1, isOfOther: outerObserver != observer))
  }

  /// The observable that made a sink; the object itself if it is not a sink.
  ///
  /// A recording that goes on may have got further objects since the graph was made.
  package func owner(of object: ObjectID) -> ObjectID {
    object < producers.count ? producers[object] ?? object : object
  }
}

// MARK: Stages

extension StageGraph {
  /// For each object the observable, subject or observer whose stage it belongs to.
  /// - Parameters:
  ///   - objects: all objects.
  ///   - calls: by the position of a stack in ``Trace/callStacks``.
  func stages(_ objects: [TracedObject], _ calls: [SourceCall?]) -> [ObjectID] {
    var stages = objects.map { owner(of: $0.id) }
    for object in objects where stages[object.id] == object.id {
      if let outer = Self.holder(of: object, objects) { stages[object.id] = stages[outer] }
    }
    for subscription in subscriptions { Self.add(subscription, to: &stages, objects, calls) }
    return stages
  }

  /// The operator of an inner observer; the subject of an observer that only passes events to it.
  private static func holder(of object: TracedObject, _ objects: [TracedObject]) -> ObjectID? {
    if let operatorLink = object.links.first(where: { $0.role == .owner }) { return operatorLink.target }
    guard object.role == .observer, object.deliversTo == nil, object.links.count == 1 else { return nil }
    return object.links.first { objects[$0.target].role == .subject }?.target
  }

  private static func add(
    _ subscription: Nested, to stages: inout [ObjectID], _ objects: [TracedObject], _ calls: [SourceCall?]
  ) {
    let (source, observer, outer) = (Int(subscription.source), Int(subscription.observer), Int(subscription.outer))
    let callee = objects[source].callStack.flatMap { calls[$0]?.callee }
    // A sequence that an operator puts in while the program sends an event, as `catchAndReturn` does.
    if stages[source] == source, let maker = callee?.baseName, sending.contains(maker) {
      stages[source] = stages[observer]
    }
    guard outer >= 0, outer != source else { return }
    if objects[observer].role == .observer, stages[observer] == observer, subscription.isOfOther {
      stages[observer] = stages[outer]
    }
    if stages[source] == source, let name = callee?.calledName, subscribing.contains(name) {
      stages[source] = stages[outer]
    }
  }

  /// Functions by which the program sends an event, and which make no stage.
  static let sending: Set<String> = ["on", "onNext", "onError", "onCompleted", "accept"]

  /// Functions that make no stage of the program's, but may make objects of the engine's.
  static let subscribing: Set<String> = ["subscribe", "connect", "bind", "drive", "emit"]
}
