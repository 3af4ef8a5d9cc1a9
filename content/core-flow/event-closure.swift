import RxSwift

let thermometer = Observable<Int>.create { observer in
  observer.onNext(21)
  return Disposables.create { print("switched off") }
}

let subscription = thermometer.subscribe { event in print(event) }
subscription.dispose()
