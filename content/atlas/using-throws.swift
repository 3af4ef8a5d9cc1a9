import RxSwift
import RxTest

final class Resource: Disposable {
  init() { print("made") }
  func dispose() { print("freed") }
}

let scheduler = TestScheduler(initialClock: 0)

let observer = scheduler.start(subscription: "^", from: 0) {
  Observable<String>.using({ Resource() }, observableFactory: { _ in throw RxError.unknown })
}
print(observer.events)
