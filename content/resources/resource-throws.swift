import RxSwift

final class Door: Disposable {
  init() { print("the door opens") }
  func dispose() { print("the door closes") }
}

struct KeyLost: Error {}

let visitors = Observable<String>.using(
  { () throws -> Door in throw KeyLost() },
  observableFactory: { door in Observable.of("Ada", "Alan") })

_ = visitors.subscribe(
  onNext: { name in print(name) },
  onError: { error in print(error) })
