import RxSwift

let numbers = PublishSubject<Int>()

_ = numbers.subscribe(onNext: { number in
  print("first gets \(number)")
})
_ = numbers.subscribe(onNext: { number in
  print("second gets \(number)")
  if number == 1 { numbers.onNext(2) }
})

numbers.onNext(1)
