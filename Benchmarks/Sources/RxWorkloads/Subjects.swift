import Measuring
import Rx

/// Sequences with several observers.
let subjects: [Workload] = [
  Workload("subject to 1 observer", goal: 15, shared(to: 1) { $0 }),
  Workload("subject to 10 observers", goal: 17, shared(to: 10) { $0 }),
  Workload("share(replay: 1) to 4", goal: 9, shared(to: 4) { $0.share(replay: 1) }),
  Workload("publish, refCount to 10", goal: 19, shared(to: 10) { $0.publish().refCount() }),
  Workload("BehaviorRelay accept", goal: 11) { count in
    var sum = 0
    let relay = BehaviorRelay(value: 0)
    let subscription = relay.subscribe(onNext: { sum &+= $0 })
    for number in 0..<count { relay.accept(number) }
    subscription.dispose()
    return sum
  },
  Workload("BehaviorRelay, join and leave", per: .observer, goal: 7) { count in
    var sum = 0
    let relay = BehaviorRelay(value: 1)
    for _ in 0..<count { relay.subscribe(onNext: { sum &+= $0 }).dispose() }
    return sum
  },
  Workload("1,000 observers join and leave", per: .observer, goal: 8, batch: 1_000) { count in
    var sum = 0
    for _ in 0..<count / 1_000 {
      let subject = PublishSubject<Int>()
      let subscriptions = (0..<1_000).map { _ in subject.subscribe(onNext: { sum &+= $0 }) }
      subject.onNext(1)
      for subscription in subscriptions { subscription.dispose() }
    }
    return sum
  },
]
