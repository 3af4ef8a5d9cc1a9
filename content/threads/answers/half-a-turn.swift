import RxSwift

_ = Observable.merge(
  Observable.of(1, 2), Observable.of(10, 20).subscribe(on: CurrentThreadScheduler.instance)
)
.subscribe(onNext: { number in print(number) })
