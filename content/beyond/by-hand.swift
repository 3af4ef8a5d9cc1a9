import RxSwift

let temperatures = Observable<Int>.create { observer in
  observer.onNext(21)
  return Disposables.create { print("sensor off") }
}

let subscription = temperatures
  .map { $0 * 10 }
  .filter { $0 > 100 }
  .subscribe(onNext: { print($0) }, onDisposed: { print("disposed") })

subscription.dispose()
