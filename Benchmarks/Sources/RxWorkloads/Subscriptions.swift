import Measuring
import Rx

/// Short subscriptions, each to a sequence of its own unless the name says something else.
let subscriptions: [Workload] = [
  Workload("just", per: .subscription, goal: 8, repeatedly { .just($0) }),
  Workload(
    "just, map, filter", per: .subscription, goal: 6,
    repeatedly { Observable.just($0).map { $0 &+ 1 }.filter { $0 != -1 } }),
  Workload("create, map, filter", per: .subscription, goal: 9, repeatedly { createMapFilter($0) }),
  Workload("create, map, filter, built once", per: .subscription, goal: 6) { count in
    var sum = 0
    let sequence = createMapFilter(1)
    for _ in 0..<count { sequence.subscribe(onNext: { sum &+= $0 }).dispose() }
    return sum
  },
  Workload(
    "deferred, startWith, take", per: .subscription, goal: 4,
    repeatedly { number in Observable.deferred { .just(number) }.startWith(0).take(2) }),
  Workload(
    "using", per: .subscription, goal: 5,
    repeatedly { number in
      Observable.using({ BooleanDisposable() }, observableFactory: { _ in .just(number) })
    }),
  Workload(
    "error caught", per: .subscription, goal: 8,
    repeatedly { number in Observable.error(Failure()).catch { _ in .just(number) } }),
  Workload(
    "retry 3", per: .subscription, goal: 8,
    repeatedly { number in
      var attempts = 0
      return Observable.create { observer in
        attempts += 1
        observer.onNext(number)
        if attempts == 3 { observer.onCompleted() } else { observer.onError(Failure()) }
        return Disposables.create()
      }.retry(3)
    }),
  Workload("DisposeBag of 10,000", per: .disposable, goal: 5, batch: 10_000) { count in
    var sum = 0
    for _ in 0..<count / 10_000 {
      let bag = DisposeBag()
      for _ in 0..<10_000 { Disposables.create { sum &+= 1 }.disposed(by: bag) }
    }
    return sum
  },
]

func createMapFilter(_ number: Int) -> Observable<Int> {
  Observable.create { observer in
    observer.onNext(number)
    observer.onCompleted()
    return Disposables.create()
  }
  .map { $0 &+ 1 }.filter { $0 != -1 }
}

private struct Failure: Error {}
