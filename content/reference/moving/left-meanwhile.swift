import RxSwift

let numbers = PublishSubject<Int>()
var second: (any Disposable)?
_ = numbers.subscribe(onNext: { number in
  print("first got \(number)")
  if number == 2 { second?.dispose() }
})
second = numbers.subscribe(onNext: { print("second got \($0)") })
for number in 1...3 { numbers.onNext(number) }
