import RxSwift

var requests = 0
let price = Observable<Int>.create { observer in
  requests += 1
  print("request \(requests)")
  observer.onNext(100 + requests)
  observer.onCompleted()
  return Disposables.create()
}
let taps = PublishSubject<Void>()

_ = taps.withLatestFrom(price).subscribe(onNext: { euros in print("withLatestFrom: \(euros) €") })
_ = taps.flatMapLatest { price }.subscribe(onNext: { euros in print("flatMapLatest: \(euros) €") })
taps.onNext(())
taps.onNext(())
