import RxSwift

let dice = Observable<Int>.create { observer in
  print("rolling")
  observer.onNext(4)
  observer.onCompleted()
  return Disposables.create()
}

_ = dice.subscribe(onNext: { number in print("first: \(number)") })
_ = dice.subscribe(onNext: { number in print("second: \(number)") })
