import RxSwift

let answer = Observable<Int>.create { observer in
  print("computing")
  observer.onNext(42)
  return Disposables.create()
}.share()

_ = answer.subscribe(onNext: { print("first got \($0)") })
_ = answer.subscribe(onNext: { print("second got \($0)") })
