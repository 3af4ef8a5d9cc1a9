import Rx

/// Given events, and a record of each subscription to them. A ``TestableObservable`` shares it with the sequence that
/// operators see.
class TestSource<Element> {
  typealias Events = [Recorded<Event<Element>>]

  final let scheduler: TestScheduler
  final let events: Events
  final var subscriptions: [Subscription] = []

  init(_ scheduler: TestScheduler, _ events: Events) {
    self.scheduler = scheduler
    self.events = events
    TestJournal.note(self)
  }

  /// Starts to send the events to an observer.
  /// - Parameter endsAtOnce: whether a terminal event ends the subscription. Otherwise only the observer does.
  func start(_ observer: EventReceiver<Element>, endsAtOnce: Bool) -> any DisposableObject {
    preconditionFailure("a subclass sends the events")
  }

  /// The events as a sequence that can be subscribed to.
  func sequence(endsAtOnce: Bool) -> Observable<Element> {
    preconditionFailure("a subclass makes the sequence")
  }

  /// Records that a subscription begins.
  /// - Returns: a disposable that records the end of the subscription, and then calls `ended`.
  final func noteSubscription(_ ended: @escaping () -> Void) -> any DisposableObject {
    let index = subscriptions.count
    subscriptions.append(Subscription(scheduler.clock))
    return Disposables.create { [self] in
      subscriptions[index] = Subscription(subscriptions[index].subscribe, scheduler.clock)
      ended()
    }.asDisposableObject()
  }
}

/// The events of a source as operators see them. The subclasses name its kind in traces.
class TestSequence<Element>: Observable<Element> {
  // Held for the recorder, which shows the engine's objects only.
  private final let testScheduler: TestScheduler
  private final let source: TestSource<Element>
  private final let endsAtOnce: Bool

  /// - Parameter endsAtOnce: see ``TestSource/start(_:endsAtOnce:)``.
  init(_ source: TestSource<Element>, endsAtOnce: Bool) {
    testScheduler = source.scheduler
    self.source = source
    self.endsAtOnce = endsAtOnce
    super.init()
  }

  override final func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    source.start(observer, endsAtOnce: endsAtOnce)
  }
}
