import Measuring
import Rx

/// Events of several sources. Each event of each source counts.
let combinations: [Workload] = [
  Workload("combineLatest of 2", goal: 5, through(2) { Observable.combineLatest($0[0], $0[1]) { $0 &+ $1 } }),
  Workload(
    "combineLatest of 4, a tuple", goal: 5,
    through(4) { Observable.combineLatest($0[0], $0[1], $0[2], $0[3]).map { $0.0 &+ $0.3 } }),
  Workload(
    "combineLatest of 8, a collection", goal: 6, through(8) { Observable.combineLatest($0).map { $0[0] &+ $0[7] } }),
  Workload(
    "combineLatest of 3 justs", per: .subscription, goal: 6,
    repeatedly { number in
      Observable.combineLatest(Observable.just(number), Observable.just(1), Observable.just(2)) { $0 &+ $1 &+ $2 }
    }),
  Workload("zip of 2", goal: 11, through(2) { Observable.zip($0[0], $0[1]) { $0 &+ $1 } }),
  Workload("zip of 8, a collection", goal: 16, through(8) { Observable.zip($0).map { $0[0] &+ $0[7] } }),
  Workload("merge of 2", goal: 13, through(2) { Observable.merge($0[0], $0[1]) }),
  Workload("merge of 8", goal: 13, through(8) { Observable.merge($0.map { $0.asObservable() }) }),
  Workload("withLatestFrom", goal: 11, through(2) { $0[0].withLatestFrom($0[1]) { $0 &+ $1 } }),
  Workload("sample", goal: 12, through(2) { $0[0].sample($0[1]) }),
  Workload(
    "amb of 3", per: .subscription, goal: 6,
    repeatedly { number in Observable.amb([.never(), .just(number), .just(1)]) }),
  Workload("concat of 1,000", per: .source, goal: 4, batch: 1_000) { count in
    var total = 0
    for _ in 0..<count / 1_000 { total &+= sum(Observable.concat((0..<1_000).map { .just($0) })) }
    return total
  },
]
