import RxSwift

let numbers = Observable.of(1, 2, 3)

_ = numbers
  .map { $0 * 10 }
  .subscribe(onNext: { print("got \($0)") }, onCompleted: { print("done") })
