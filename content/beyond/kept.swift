import RxSwift

let numbers = PublishSubject<Int>()
let letters = PublishSubject<String>()

_ = numbers
  .filter { $0 > 1 }
  .distinctUntilChanged()
  .subscribe(onNext: { print("new: \($0)") })
_ = Observable.zip(numbers, letters) { "\($0)\($1)" }
  .subscribe(onNext: { print("pair: \($0)") })

numbers.onNext(1)
numbers.onNext(2)
numbers.onNext(2)
letters.onNext("a")
