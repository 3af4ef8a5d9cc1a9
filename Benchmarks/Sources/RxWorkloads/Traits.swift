import Measuring
import Rx

/// Short subscriptions to sequences of one element or none.
let traits: [Workload] = [
  Workload("Single.just, map", per: .subscription, goal: 3, repeatedlySingle { Single.just($0).map { $0 &+ 1 } }),
  Workload(
    "Single.flatMap", per: .subscription, goal: 7,
    repeatedlySingle { Single.just($0).flatMap { .just($0 &+ 1) } }),
  Workload(
    "Completable.andThen", per: .subscription, goal: 7,
    repeatedlySingle { Completable.empty().andThen(Single.just($0)) }),
]

private func repeatedlySingle(_ build: @escaping @Sendable (Int) -> Single<Int>) -> @Sendable (Int) -> Int {
  { count in
    var sum = 0
    for number in 0..<count { build(number).subscribe(onSuccess: { sum &+= $0 }).dispose() }
    return sum
  }
}
