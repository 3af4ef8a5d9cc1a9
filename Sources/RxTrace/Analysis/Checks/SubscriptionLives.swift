/// The subscriptions that a program made itself, and which of them are still under way when the recording ends.
struct SubscriptionLives {
  struct Subscription {
    /// The step that subscribed.
    var step: Int
    var source: ObjectID
    var observer: ObjectID
  }

  /// All whose end would be known, in order.
  private(set) var all: [Subscription] = []
  /// Those that had not ended, in order.
  private(set) var open: [Subscription] = []
  /// Observers whose sequence has ended, or whose subscription was disposed.
  private let ended: Set<ObjectID>
  /// The same, and all that deliver to them in the end.
  private let closed: Set<ObjectID>

  init(_ trace: Trace) {
    let holders = Self.holders(trace)
    ended = Self.ended(trace, holders)
    closed = Self.closed(ended, trace)
    for step in trace.steps {
      guard Self.isOwn(step, trace), let source = step.object, let observer = step.other else { continue }
      // Without a known disposable, nothing is known about the subscription's end.
      guard holders.observers.contains(observer) else { continue }
      let subscription = Subscription(step: step.index, source: source, observer: observer)
      all.append(subscription)
      if !ended.contains(observer) { open.append(subscription) }
    }
  }

  /// Whether the sink or observer, or what it delivers to in the end, still takes events.
  func isOpen(_ object: ObjectID) -> Bool { !closed.contains(object) }

  private static func closed(_ ended: Set<ObjectID>, _ trace: Trace) -> Set<ObjectID> {
    var feeding: [ObjectID: [ObjectID]] = [:]
    for object in trace.objects {
      guard let observer = object.deliversTo else { continue }
      feeding[observer, default: []].append(object.id)
    }
    var closed = ended
    var pending = Array(ended)
    while let stage = pending.popLast() {
      pending += (feeding[stage] ?? []).filter { closed.insert($0).inserted }
    }
    return closed
  }

  /// A subscription that the program asked for, rather than an operator for its sink.
  private static func isOwn(_ step: Step, _ trace: Trace) -> Bool {
    switch step.kind {
    case .subscribeClosures, .subscribeHandler: return true
    case .subscribe:
      guard step.other.map({ trace.objects[$0].role == .observer }) ?? false else { return false }
      return step.parent.map { trace.steps[$0].kind == .closure } ?? true
    default: return false
    }
  }

  private typealias Holders = (observers: Set<ObjectID>, delivering: [ObjectID: ObjectID], ending: [ObjectID: ObjectID])

  /// The objects that deliver to each other, and the disposers of sinks.
  private static func holders(_ trace: Trace) -> Holders {
    var found: Holders = ([], [:], [:])
    for object in trace.objects {
      for link in object.links {
        switch link.role {
        case .delivery, .subscriber:
          found.observers.insert(link.target)
          found.delivering[object.id] = link.target
        case .lifetime: found.ending[link.target] = object.id
        case .owner, .other: break
        }
      }
    }
    // Subjects and shared sequences link to an observer only when it leaves; until then, its subscription is known.
    for step in trace.steps where step.kind == .subscribe {
      if let source = step.object, let observer = step.other, sharesItsEvents(source, trace) {
        found.observers.insert(observer)
      }
    }
    return found
  }

  private static func sharesItsEvents(_ source: ObjectID, _ trace: Trace) -> Bool {
    trace.objects[source].role == .subject || trace.objects[source].traits.contains(.shares)
  }

  private static func ended(_ trace: Trace, _ holders: Holders) -> Set<ObjectID> {
    var ended: Set<ObjectID> = []
    for step in trace.steps {
      guard let object = step.object else { continue }
      switch step.kind {
      case .on, .onCore:
        if step.event == .error || step.event == .completed { ended.insert(object) }
      case .dispose:
        ended.insert(object)
        let sink = holders.ending[object] ?? object
        ended.insert(sink)
        if let observer = holders.delivering[sink] { ended.insert(observer) }
      default: break
      }
    }
    return ended
  }
}
