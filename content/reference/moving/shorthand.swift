import RxSwift

let sequence = Observable<Int>.create { observer in
  observer.on(.next(3))
  observer.onNext(4)
  return Disposables.create()
}
_ = sequence.subscribe(onNext: { print($0) })
