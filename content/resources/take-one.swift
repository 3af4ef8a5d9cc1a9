import RxSwift

final class Door: Disposable {
  init() { print("the door opens") }
  func dispose() { print("the door closes") }
}

let street = PublishSubject<String>()
let visitors = Observable<String>.using({ Door() }, observableFactory: { door in street })

_ = visitors.take(1).subscribe(
  onNext: { name in print(name) },
  onCompleted: { print("one is enough") })
street.onNext("Ada")
street.onNext("Alan")
