import RxSwift

_ = Observable<Int>.create { observer in
  observer.onNext(1)
  return Disposables.create()
}
  .map { $0 * 2 }
  .filter { $0 > 1 }
  .subscribe(onNext: { print($0) })
