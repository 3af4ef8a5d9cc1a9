import RxSwift

final class Door: Disposable {
  init() { print("the door opens") }
  func dispose() { print("the door closes") }
}

struct Fire: Error {}

let visitors = Observable<String>.using(
  { Door() },
  observableFactory: { door in Observable.just("Ada").concat(Observable.error(Fire())) })

_ = visitors.subscribe(
  onNext: { name in print(name) },
  onError: { error in print(error) })
