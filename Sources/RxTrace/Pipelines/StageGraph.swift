/// Which observable made which sink, and which subscriptions were made for a stage rather than for the observable that was
/// subscribed to: what a run tells without the program's source. With it, ``StageOwners`` finds the stages.
package struct StageGraph {
  /// For a sink the observable that made it.
  package private(set) var producers: [ObjectID?] = []
  /// For each observer the observables that have begun a run for it, and whose sinks are not known yet.
  private var running: [ObjectID: [ObjectID]] = [:]
  private var packed: [PackedSubscription] = []

  struct Subscription {
    var source: ObjectID
    var observer: ObjectID
    /// The object of the `subscribe` or `run` directly around it.
    var outer: ObjectID?
    /// Whether that call is for another observer.
    var isOfOther: Bool
    /// How many objects were known before it.
    var objects: Int
  }

  /// A subscription, as it is kept for a whole run.
  fileprivate struct PackedSubscription {
    var source: Int32
    var observer: Int32
    /// -1 for none.
    var outer: Int32
    var objects: Int32
    var isOfOther: Bool
  }

  init() {}

  /// The graph of a run that is over.
  package init(_ trace: Trace) {
    let source = TraceSteps(trace)
    self = Pipelines.read(source, source.advance) { _ in }.graph
  }

  /// Takes the next object, in the order of their numbers.
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
    packed.append(
      PackedSubscription(
        source: Int32(truncatingIfNeeded: source), observer: Int32(truncatingIfNeeded: observer),
        outer: isNested ? Int32(truncatingIfNeeded: outer ?? -1) : -1,
        objects: Int32(truncatingIfNeeded: producers.count), isOfOther: outerObserver != observer))
  }

  /// All subscriptions so far, in order.
  var subscriptions: some Sequence<Subscription> { packed.lazy.map(Subscription.init) }

  /// The newest subscription.
  var newest: Subscription? { packed.last.map(Subscription.init) }

  /// The observable that made a sink; the object itself if it is not a sink.
  ///
  /// A recording that goes on may have got further objects since the graph was made.
  package func owner(of object: ObjectID) -> ObjectID {
    object < producers.count ? producers[object] ?? object : object
  }
}

extension StageGraph.Subscription {
  fileprivate init(_ packed: StageGraph.PackedSubscription) {
    self.init(
      source: Int(packed.source), observer: Int(packed.observer), outer: packed.outer < 0 ? nil : Int(packed.outer),
      isOfOther: packed.isOfOther, objects: Int(packed.objects))
  }
}
