import RxSwift

let gauge = Observable<Any>.create { observer in
  observer.onNext(10)
  return Disposables.create { print("gauge off") }
}

gauge.subscribe { event in print(event) }.dispose()
