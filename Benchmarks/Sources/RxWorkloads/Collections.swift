import Dispatch
import Measuring
import Rx

/// Events from a collection, into one, or out as an `AsyncSequence`.
let collections: [Workload] = [
  Workload("from(array)", goal: 19) { count in
    sum(Observable.from(Array(0..<count)))
  },
  Workload("toArray of 1,000", goal: 10, batch: 1_000) { count in
    var sum = 0
    for _ in 0..<count / 1_000 {
      numbers(1_000).toArray().subscribe(onSuccess: { sum &+= $0.count &+ $0[500] }).dispose()
    }
    return sum
  },
  Workload("reduce", goal: 5) { count in
    sum(numbers(count).reduce(0, accumulator: &+))
  },
  Workload("ReplaySubject of 100 to a newcomer", goal: 5, batch: 100) { count in
    var sum = 0
    let subject = ReplaySubject<Int>.create(bufferSize: 100)
    for number in 0..<100 { subject.onNext(number) }
    for _ in 0..<count / 100 { subject.subscribe(onNext: { sum &+= $0 }).dispose() }
    return sum
  },
  Workload("values (AsyncSequence)", goal: 3) { count in
    nonisolated(unsafe) var sum = 0
    let ended = DispatchSemaphore(value: 0)
    Task {
      let subject = PublishSubject<Int>()
      var iterator = subject.values.makeAsyncIterator()
      for number in 0..<count {
        subject.onNext(number)
        sum &+= try await iterator.next() ?? 0
      }
      ended.signal()
    }
    ended.wait()
    return sum
  },
]
