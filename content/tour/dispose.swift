import RxSwift

let ticks = PublishSubject<Int>()
let subscription = ticks
  .map { $0 + 1 }
  .subscribe(onNext: { print($0) })
ticks.onNext(1)
subscription.dispose()
ticks.onNext(2)
