/// The facts that a run tells without the program's source: which observable made which sink, and which subscriptions
/// were made for a stage, not for the observable subscribed to. ``StageOwners`` finds the stages with them.
package struct StageGraph {
  /// The observable that made each sink.
  package private(set) var producers: [ObjectID?] = []
  /// The observables that have begun a run for each observer, and whose sinks are not known yet.
  private var running: [ObjectID: [ObjectID]] = [:]
  /// The subscriptions, in order.
  private(set) var subscriptions: [Subscription] = []

  /// A subscription. Its numbers are small, because perhaps millions of subscriptions are kept for a whole run.
  struct Subscription {
    private let numbers: (source: Int32, observer: Int32, outer: Int32, objects: Int32)
    /// Whether the `subscribe` or `run` directly around it is for another observer.
    let isOfOther: Bool

    var source: ObjectID { Int(numbers.source) }
    var observer: ObjectID { Int(numbers.observer) }
    /// The object of the call directly around it.
    var outer: ObjectID? { numbers.outer < 0 ? nil : Int(numbers.outer) }
    /// The number of objects that were known before it.
    var objects: Int { Int(numbers.objects) }

    init(_ observer: ObjectID, to source: ObjectID, within outer: ObjectID?, isOfOther: Bool, objects: Int) {
      numbers = (
        Int32(truncatingIfNeeded: source), Int32(truncatingIfNeeded: observer), Int32(truncatingIfNeeded: outer ?? -1),
        Int32(truncatingIfNeeded: objects)
      )
      self.isOfOther = isOfOther
    }
  }

  init() {}

  /// The graph of a run that is over. The rest of its pipelines is left out, because it takes longer.
  package init(_ trace: Trace) {
    for step in trace.steps {
      meetAll(upTo: step.object, in: trace)
      meetAll(upTo: step.other, in: trace)
      guard let object = step.object, let other = step.other else { continue }
      if step.kind == .run { begin(object, for: other) }
      guard step.kind == .subscribe else { continue }
      let parent = step.parent.map { trace.steps[$0] }
      subscribe(other, to: object, within: parent?.kind, of: parent?.object, for: parent?.other)
    }
    meetAll(upTo: trace.objects.indices.last, in: trace)
  }

  /// Adds the objects up to one, and the objects that they deliver to.
  private mutating func meetAll(upTo last: ObjectID?, in trace: Trace) {
    guard let last else { return }
    while producers.count <= last {
      let next = trace.objects[producers.count].deliversTo
      _ = meet(next)
      meetAll(upTo: next, in: trace)
    }
  }

  /// Adds the next object, in the order of the objects' numbers.
  /// - Parameter observer: the object that it delivers to.
  /// - Returns: the observable that made it.
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
  ///   - kind: the kind of the call directly around the subscription.
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
      Subscription(
        observer, to: source, within: isNested ? outer : nil, isOfOther: outerObserver != observer,
        objects: producers.count))
  }

  /// The observable that made a sink; the object itself if it is not a sink.
  ///
  /// A recording that goes on may have got further objects since the graph was made.
  package func owner(of object: ObjectID) -> ObjectID {
    object < producers.count ? producers[object] ?? object : object
  }
}
