import RxSwift

var start = 0
func getStartNumber() -> Int {
  start += 1
  return start
}

let numbers = Observable<Int>.create { observer in
  let start = getStartNumber()
  observer.onNext(start)
  observer.onNext(start + 1)
  observer.onCompleted()
  return Disposables.create()
}
_ = numbers.subscribe(onNext: { print("first", $0) })
_ = numbers.subscribe(onNext: { print("second", $0) })
let shared = numbers.share(replay: 1, scope: .forever)
_ = shared.subscribe(onNext: { print("third", $0) })
_ = shared.subscribe(onNext: { print("fourth", $0) })
