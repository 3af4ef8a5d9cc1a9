import Rx

/// Breaks the grammar of events on purpose, with no sink that could stop it.
final class Unruly: Observable<String> {
  override func subscribeCore(_ receiver: EventReceiver<String>) -> any DisposableObject {
    receiver.receive(next: "in time")
    receiver.receiveCompleted()
    receiver.receive(next: "too late")
    receiver.receiveCompleted()
    return Disposables.create().asDisposableObject()
  }
}

_ = Unruly().subscribe(onNext: { text in print(text) })
