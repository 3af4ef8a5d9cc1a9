import Measuring
import Rx

/// Inner sequences.
let inners: [Workload] = [
  Workload("flatMap to just", goal: 7, through { $0.flatMap { Observable.just($0) } }),
  Workload("flatMap to of(1, 2, 3)", goal: 10, through { $0.flatMap { _ in Observable.of(1, 2, 3) } }),
  Workload("flatMapLatest to just", goal: 6, through { $0.flatMapLatest { Observable.just($0) } }),
  Workload("flatMapFirst to just", goal: 7, through { $0.flatMapFirst { Observable.just($0) } }),
  Workload("concatMap to just", goal: 8, through { $0.concatMap { Observable.just($0) } }),
  Workload("switchLatest, a switch per 10", goal: 7, batch: 10) { count in
    var sum = 0
    let outer = PublishSubject<Observable<Int>>()
    let subscription = outer.switchLatest().subscribe(onNext: { sum &+= $0 })
    for _ in 0..<count / 10 {
      let inner = PublishSubject<Int>()
      outer.onNext(inner)
      push([inner], 10)
    }
    subscription.dispose()
    return sum
  },
  Workload("groupBy 16 keys, merge", goal: 9, through { $0.groupBy { $0 & 15 }.merge() }),
]
