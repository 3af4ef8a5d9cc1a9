import Rx

/// An observer that records each event that it gets, and its time.
///
/// It also records events after the terminal event, so that a test can check that there are none.
public final class TestableObserver<Element>: EventReceiver<Element> {
  /// The events that it got, in their order.
  public private(set) var events: [Recorded<Event<Element>>] = []

  /// The time from which ``marbles`` counts: the time at which `start` subscribed it, or at which `createObserver` made
  /// it.
  public internal(set) var origin: TestTime

  private let scheduler: TestScheduler

  init(scheduler: TestScheduler) {
    self.scheduler = scheduler
    origin = scheduler.clock
    super.init()
    TestJournal.note(self)
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
