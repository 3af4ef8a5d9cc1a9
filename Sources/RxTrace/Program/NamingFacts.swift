/// The facts in a run's steps that give its objects their names.
package struct NamingFacts {
  /// The position in ``Trace/callStacks`` of the call that subscribed an observer first.
  private(set) var subscriptions: [ObjectID: Int] = [:]
  /// The closures that the run called.
  private(set) var closures: Set<Closure> = []

  /// A closure of an object, by the event that it takes.
  struct Closure: Hashable {
    var object: ObjectID
    var event: EventKind?
  }

  package init() {}

  init(_ trace: Trace) {
    for step in trace.steps { take(step.kind, step.event, step.object, step.other, step.callStack) }
  }

  /// - Parameter stack: the step's stack, as a position in ``Trace/callStacks``.
  mutating func take(
    _ kind: StepKind, _ event: EventKind?, _ object: ObjectID?, _ other: ObjectID?, _ stack: @autoclosure () -> Int?
  ) {
    switch kind {
    case .closure:
      if let object { closures.insert(Closure(object: object, event: event)) }
    case .subscribe, .subscribeClosures, .subscribeHandler:
      guard let other, subscriptions[other] == nil, let stack = stack() else { return }
      subscriptions[other] = stack
    default: break
    }
  }
}
