import Rx

/// A sequence with events that are known beforehand, which notes when it is subscribed to and let go of.
///
/// ``TestScheduler/createHotObservable(_:)`` and ``TestScheduler/createColdObservable(_:)`` make them.
public class TestableObservable<Element>: Observable<Element> {
  /// All subscriptions there have been, in the order in which they began.
  public internal(set) var subscriptions: [Subscription] = []

  /// The events that it sends: at these moments of the clock where it is hot, so long after each subscription where it
  /// is cold.
  public let recordedEvents: [Recorded<Event<Element>>]

  let testScheduler: TestScheduler

  init(testScheduler: TestScheduler, recordedEvents: [Recorded<Event<Element>>]) {
    self.testScheduler = testScheduler
    self.recordedEvents = recordedEvents
    super.init()
  }

  /// Notes that a subscription begins.
  /// - Returns: what notes that it ends, and then calls `ended`.
  func noteSubscription(_ ended: @escaping () -> Void) -> any DisposableObject {
    let index = subscriptions.count
    subscriptions.append(Subscription(testScheduler.clock))
    return Disposables.create { [self] in
      subscriptions[index] = Subscription(subscriptions[index].subscribe, testScheduler.clock)
      ended()
    }.asDisposableObject()
  }
}
