import RxSwift

final class Door: Disposable {
  init() { print("the door opens") }
  func dispose() { print("the door closes") }
}

struct StreetClosed: Error {}

let visitors = Observable<String>.using(
  { Door() },
  observableFactory: { door in throw StreetClosed() })

_ = visitors.subscribe(
  onNext: { name in print(name) },
  onError: { error in print(error) })
