import Rx

/// Sends its events to each observer anew, as long after the subscription as their times say.
final class ColdObservable<Element>: TestableObservable<Element> {
  override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    var isEnded = false
    // Held for as long as it is subscribed, as every source does: what is shared lives by it.
    let subscription = noteSubscription { withExtendedLifetime(observer) { isEnded = true } }
    for recorded in recordedEvents {
      // Never cancelled, as in RxTest: where the clock stands when all has run depends on it.
      _ = testScheduler.scheduleRelativeVirtual((), dueTime: recorded.time) { _ in
        if !isEnded { observer.on(recorded.value) }
        // A subscription ends with the sequence, whether or not the observer lets go of it then.
        if recorded.value.isStopEvent { subscription.dispose() }
        return Disposables.create()
      }
    }
    return subscription
  }
}
