import RxSwift

let numbers = PublishSubject<Int>()

_ = numbers.sample(numbers).subscribe(onNext: { number in print("sample: \(number)") })
_ = numbers.withLatestFrom(numbers).subscribe(onNext: { number in print("withLatestFrom: \(number)") })

numbers.onNext(1)
numbers.onNext(2)
