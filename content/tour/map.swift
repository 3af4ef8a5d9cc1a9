import RxSwift

let numbers = PublishSubject<Int>()
_ = numbers
  .filter { $0 > 1 }
  .map { $0 * 10 }
  .subscribe(onNext: { print($0) })
numbers.onNext(1)
numbers.onNext(2)
