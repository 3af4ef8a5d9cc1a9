import Measuring
import Rx

/// Operators that no other workload uses.
let furtherOperators: [Workload] = [
  Workload("skip(while:)", goal: 16, through { $0.skip(while: { $0 < 1 }) }),
  Workload("take(while:)", goal: 14, through { $0.take(while: { $0 >= 0 }) }),
  Workload("takeLast", goal: 14, through { $0.takeLast(10) }),
  Workload("ifEmpty(default:)", goal: 16, through { $0.ifEmpty(default: 0) }),
  Workload("concat", goal: 16, through { $0.concat(Observable.just(1)) }),
  Workload("retry without an error", goal: 16, through { $0.retry() }),
  Workload("replay(1), refCount", goal: 10, shared(to: 1) { $0.replay(1).refCount() }),
  Workload("skip(until:)", goal: 15, through(2) { $0[0].skip(until: $0[1]) }),
  Workload("amb, per event", goal: 16, through(2) { $0[0].amb($0[1]) }),
  Workload(
    "merge(maxConcurrent:)", goal: 12,
    through(2) { Observable.of($0[0].asObservable(), $0[1].asObservable()).merge(maxConcurrent: 2) }),
  Workload("generate", goal: 30) { count in
    sum(Observable.generate(initialState: 0, condition: { $0 < count }, iterate: { $0 + 1 }))
  },
]
