import RxSwift
import RxTest

struct Offline: Error {}

let scheduler = TestScheduler(initialClock: 0)
var attempts = 0
let page = Observable<String>.create { observer in
  attempts += 1
  if attempts < 4 { observer.onError(Offline()) } else { observer.onNext("the page") }
  return Disposables.create()
}

let bag = DisposeBag()
page
  .retry(when: { errors in
    errors.enumerated().flatMap { number, _ in
      Observable<Int>.timer(.seconds(1 << number), scheduler: scheduler)
    }
  })
  .subscribe(onNext: { print("\($0), after \(attempts) attempts and \(scheduler.clock) seconds") })
  .disposed(by: bag)

scheduler.start()
