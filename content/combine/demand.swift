import RxSwift

let numbers = PublishSubject<Int>()
let bag = DisposeBag()

numbers
  .take(2)
  .subscribe(onNext: { print("got \($0)") }, onCompleted: { print("completed") })
  .disposed(by: bag)

for number in 1...5 { numbers.onNext(number) }
