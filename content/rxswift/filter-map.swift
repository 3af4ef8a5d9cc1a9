import RxSwift

let numbers = Observable<Int>.create { observer in
  observer.onNext(2)
  return Disposables.create()
}

_ = numbers
  .filter { $0 > 1 }
  .map { $0 * 10 }
  .subscribe(onNext: { print($0) })
