import Rx

/// A sequence with given events, which records when its subscriptions begin and end.
///
/// ``TestScheduler/createHotObservable(_:)`` and ``TestScheduler/createColdObservable(_:)`` make them.
public class TestableObservable<Element>: Observable<Element> {
  /// All subscriptions so far, in the order in which they began.
  public internal(set) var subscriptions: [Subscription] = []

  /// The events that it sends. Their times are times on the clock if it is hot, and count from each subscription if it
  /// is cold.
  public let recordedEvents: [Recorded<Event<Element>>]

  let testScheduler: TestScheduler

  init(testScheduler: TestScheduler, recordedEvents: [Recorded<Event<Element>>]) {
    self.testScheduler = testScheduler
    self.recordedEvents = recordedEvents
    super.init()
  }

  /// Records that a subscription begins.
  /// - Returns: a disposable that records the end of the subscription, and then calls `ended`.
  func noteSubscription(_ ended: @escaping () -> Void) -> any DisposableObject {
    let index = subscriptions.count
    subscriptions.append(Subscription(testScheduler.clock))
    return Disposables.create { [self] in
      subscriptions[index] = Subscription(subscriptions[index].subscribe, testScheduler.clock)
      ended()
    }.asDisposableObject()
  }
}
