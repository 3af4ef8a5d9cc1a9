import RxSwift

let answer = Observable<Int>.create { observer in
  print("computing")
  observer.onNext(42)
  observer.onCompleted()
  return Disposables.create()
}.share(replay: 1, scope: .forever)

_ = answer.subscribe(onNext: { print("first got \($0)") })
_ = answer.subscribe(onNext: { print("second got \($0)") })
