import Rx

/// Sends its events to each observer separately; their times count from its subscription.
final class ColdObservable<Element>: TestSequence<Element> {}

final class ColdSource<Element>: TestSource<Element> {
  override func sequence(endsAtOnce: Bool) -> Observable<Element> { ColdObservable(self, endsAtOnce: endsAtOnce) }

  override func start(_ observer: EventReceiver<Element>, endsAtOnce: Bool) -> any DisposableObject {
    var isEnded = false
    // Retains the observer during the subscription, as every source does: a shared sequence depends on it.
    let subscription = noteSubscription { withExtendedLifetime(observer) { isEnded = true } }
    for recorded in events {
      // Never cancelled, as in RxTest: otherwise the clock would stop earlier when all actions have run.
      _ = scheduler.scheduleRelativeVirtual((), dueTime: recorded.time) { _ in
        if !isEnded { observer.on(recorded.value) }
        if endsAtOnce && recorded.value.isStopEvent { subscription.dispose() }
        return Disposables.create()
      }
    }
    return subscription
  }
}
