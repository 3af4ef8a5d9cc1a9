import RxSwift

let numbers = PublishSubject<Int>()

_ = numbers.map { $0 * 10 }.subscribe(onNext: { number in
  print("start \(number)")
  if number == 10 { numbers.onNext(2) }
  print("end \(number)")
})

numbers.onNext(1)
