import RxSwift

_ = Observable.of(1, 2)
  .map { number in number * 10 }
  .subscribe(onNext: { number in print(number) })
