import RxSwift

let numbers = PublishSubject<Int>()
let first = PublishSubject<String>()
let second = PublishSubject<String>()
let bag = DisposeBag()

numbers
  .concatMap { $0 == 1 ? first : second }
  .subscribe(onNext: { print($0) })
  .disposed(by: bag)

numbers.onNext(1)
numbers.onNext(2)
first.onNext("one")
first.onCompleted()
second.onNext("two")
second.onCompleted()
