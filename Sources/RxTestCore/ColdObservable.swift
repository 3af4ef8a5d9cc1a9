import Rx

/// Sends its events to each observer anew, as long after the subscription as their times say.
final class ColdObservable<Element>: Observable<Element> {
  private let testScheduler: TestScheduler
  private let source: ColdSource<Element>
  private let endsAtOnce: Bool

  init(_ source: ColdSource<Element>, endsAtOnce: Bool) {
    testScheduler = source.scheduler
    self.source = source
    self.endsAtOnce = endsAtOnce
    super.init()
  }

  override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    source.start(observer, endsAtOnce: endsAtOnce)
  }
}

final class ColdSource<Element>: TestSource<Element> {
  override func sequence(endsAtOnce: Bool) -> Observable<Element> { ColdObservable(self, endsAtOnce: endsAtOnce) }

  override func start(_ observer: EventReceiver<Element>, endsAtOnce: Bool) -> any DisposableObject {
    var isEnded = false
    // Held for as long as it is subscribed, as every source does: what is shared lives by it.
    let subscription = noteSubscription { withExtendedLifetime(observer) { isEnded = true } }
    for recorded in events {
      // Never cancelled, as in RxTest: where the clock stands when all has run depends on it.
      _ = scheduler.scheduleRelativeVirtual((), dueTime: recorded.time) { _ in
        if !isEnded { observer.on(recorded.value) }
        if endsAtOnce && recorded.value.isStopEvent { subscription.dispose() }
        return Disposables.create()
      }
    }
    return subscription
  }
}
