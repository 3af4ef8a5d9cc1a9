import RxSwift

_ = Observable.of(1, 2)
  .map { number in number * 10 }
  .take(1)
  .subscribe(onNext: { number in print(number) })
