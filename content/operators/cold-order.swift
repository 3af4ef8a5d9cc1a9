import RxSwift

_ = Observable.of(1, 2).withLatestFrom(Observable.of("a", "b")) { "\($0)\($1)" }
  .subscribe(onNext: { pair in print("withLatestFrom: \(pair)") })

_ = Observable.of("a", "b").sample(Observable.of(1, 2))
  .subscribe(onNext: { letter in print("sample: \(letter)") })
