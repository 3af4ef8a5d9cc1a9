import Rx

/// Sends its events to each observer separately; their times count from its subscription.
final class ColdObservable<Element>: TestableObservable<Element> {
  override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    var isEnded = false
    // Retains the observer during the subscription, as every source does: a shared sequence depends on it.
    let subscription = noteSubscription { withExtendedLifetime(observer) { isEnded = true } }
    for recorded in recordedEvents {
      // Never cancelled, as in RxTest: otherwise the clock would stop earlier when all actions have run.
      _ = testScheduler.scheduleRelativeVirtual((), dueTime: recorded.time) { _ in
        if !isEnded { observer.on(recorded.value) }
        // A subscription ends with the sequence, even if the observer does not dispose it then.
        if recorded.value.isStopEvent { subscription.dispose() }
        return Disposables.create()
      }
    }
    return subscription
  }
}
