import RxSwift

final class Door: Disposable {
  init() { print("the door opens") }
  func dispose() { print("the door closes") }
}

let street = PublishSubject<String>()
let visitors = Observable<String>.using({ Door() }, observableFactory: { door in street })

let subscription = visitors.subscribe(onNext: { name in print(name) })
street.onNext("Ada")
subscription.dispose()
street.onNext("Alan")
