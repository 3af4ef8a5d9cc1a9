import Rx

/// An observer that notes each event that it is given, and when.
///
/// It notes what comes after the end of a sequence too, so that a test can see that nothing does.
public final class TestableObserver<Element>: EventReceiver<Element> {
  /// What it was given, in the order in which it came.
  public private(set) var events: [Recorded<Event<Element>>] = []

  /// The moment from which ``marbles`` counts: when `start` subscribed it; of one that `createObserver` made, what the
  /// clock showed then.
  public internal(set) var origin: TestTime

  private let scheduler: TestScheduler

  init(scheduler: TestScheduler) {
    self.scheduler = scheduler
    origin = scheduler.clock
    super.init()
  }

  /// The elements among the events.
  @_disfavoredOverload
  public var elements: [Element] { events.compactMap(\.value.element) }

  public override func on(next element: Element) { note(.next(element)) }

  public override func on(error: any Swift.Error) { note(.error(error)) }

  public override func onCompletion() { note(.completed) }

  private func note(_ event: Event<Element>) {
    events.append(Recorded(time: scheduler.clock, value: event))
  }
}
