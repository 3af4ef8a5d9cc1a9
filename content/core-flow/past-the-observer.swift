import Rx

/// Breaks the grammar of events on purpose, with no sink that could stop it.
final class Unruly: Observable<String> {
  override func subscribeCore(_ receiver: EventReceiver<String>) -> any DisposableObject {
    receiver.send(next: "in time")
    receiver.sendCompleted()
    receiver.send(next: "too late")
    receiver.sendCompleted()
    return Disposables.create().asDisposableObject()
  }
}

_ = Unruly().subscribe(onNext: { text in print(text) })
