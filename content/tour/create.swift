import RxSwift

let greeting = Observable<String>.create { observer in
  observer.onNext("hello")
  return Disposables.create()
}
print("nothing has happened yet")
_ = greeting.subscribe()
