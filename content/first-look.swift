import RxSwift

_ = Observable.of(3, 4)
  .map { $0 * $0 }
  .subscribe(onNext: { print($0) })
