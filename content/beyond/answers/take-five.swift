import RxSwift

let temperatures = Observable<Int>.create { observer in
  observer.onNext(21)
  observer.onCompleted()
  return Disposables.create { print("sensor off") }
}

let subscription = temperatures
  .map { $0 * 10 }
  .filter { $0 > 100 }
  .take(5)
  .subscribe(onNext: { print($0) }, onDisposed: { print("disposed") })
