import RxSwift

final class Door: Disposable {
  init() { print("the door opens") }
  func dispose() { print("the door closes") }
}

let street = PublishSubject<String>()
let visitors = Observable<String>.using({ Door() }, observableFactory: { door in street })

let first = visitors.subscribe(onNext: { name in print("first: \(name)") })
let second = visitors.subscribe(onNext: { name in print("second: \(name)") })
street.onNext("Ada")
first.dispose()
street.onNext("Alan")
second.dispose()
