import RxSwift

final class Door: Disposable {
  init() { print("the door opens") }
  func dispose() { print("the door closes") }
}

let visitors = Observable<String>.using(
  { Door() },
  observableFactory: { door in Observable.of("Ada", "Alan") })

_ = visitors.concat(visitors).subscribe(
  onNext: { name in print(name) },
  onCompleted: { print("that was all") })
