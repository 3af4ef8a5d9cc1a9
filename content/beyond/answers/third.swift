import RxSwift

let numbers = Observable.of(1, 2).publish()
_ = numbers.subscribe(onNext: { print("a\($0)") })
_ = numbers.subscribe(onNext: { print("b\($0)") })
print("connecting")
_ = numbers.connect()
_ = numbers.subscribe(onNext: { print("c\($0)") })
