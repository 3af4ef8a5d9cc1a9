import Rx

/// A sequence with given events, which records when its subscriptions begin and end.
///
/// ``TestScheduler/createHotObservable(_:)`` and ``TestScheduler/createColdObservable(_:)`` make them.
///
/// Operators see another object, as in RxTest: ``asObservable()``, whose subscriptions end with the terminal event. A
/// subscription to this object itself ends when its observer disposes it.
public final class TestableObservable<Element>: Observable<Element> {
  private let source: TestSource<Element>
  private let sequence: Observable<Element>

  init(_ source: TestSource<Element>) {
    self.source = source
    sequence = source.sequence(endsAtOnce: true)
    super.init()
  }

  /// All subscriptions so far, in the order in which they began.
  public var subscriptions: [Subscription] { source.subscriptions }

  /// The events that it sends. Their times are times on the clock if it is hot, and count from each subscription if it
  /// is cold.
  public var recordedEvents: [Recorded<Event<Element>>] { source.events }

  public override func asObservable() -> Observable<Element> { sequence }

  public override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    source.start(observer, endsAtOnce: false)
  }

  /// Subscribes to this object itself on a scheduler, as RxTest does: the subscription ends when that scheduler has
  /// disposed it.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    source.sequence(endsAtOnce: false).subscribe(on: scheduler)
  }
}
