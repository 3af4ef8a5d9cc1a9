import Dispatch
import Measuring
import Rx

/// Work of several threads.
let queues: [Workload] = [
  Workload("observe(on: serial)", goal: 6, isThreaded: true) { count in
    nonisolated(unsafe) var sum = 0
    let ended = DispatchSemaphore(value: 0)
    let subject = PublishSubject<Int>()
    let subscription = subject.observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "benchmark"))
      .subscribe(onNext: { sum &+= $0 }, onCompleted: { ended.signal() })
    push([subject], count)
    subject.onCompleted()
    ended.wait()
    subscription.dispose()
    return sum
  },
  Workload("subscribe(on: serial)", per: .subscription, goal: 5, isThreaded: true) { count in
    nonisolated(unsafe) var sum = 0
    let ended = DispatchSemaphore(value: 0)
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "benchmark")
    for number in 0..<count {
      _ = Observable.just(number).subscribe(on: scheduler).subscribe(onNext: { sum &+= $0 })
    }
    _ = Observable.just(0).subscribe(on: scheduler).subscribe(onCompleted: { ended.signal() })
    ended.wait()
    return sum
  },
  Workload("buffer by 10, queue", goal: 5, isThreaded: true) { count in
    var sum = 0
    let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "benchmark")
    let subject = PublishSubject<Int>()
    let subscription = subject.buffer(timeSpan: .seconds(60), count: 10, scheduler: queue)
      .subscribe(onNext: { sum &+= $0.count &+ $0[0] })
    push([subject], count)
    subscription.dispose()
    return sum
  },
  Workload("two threads merging", goal: 13, batch: 2, isThreaded: true) { count in
    nonisolated(unsafe) var sum = 0
    nonisolated(unsafe) let subjects = (0..<2).map { _ in PublishSubject<Int>() }
    let subscription = Observable.merge(subjects[0], subjects[1]).subscribe(onNext: { sum &+= $0 })
    DispatchQueue.concurrentPerform(iterations: 2) { thread in push([subjects[thread]], count / 2) }
    subscription.dispose()
    return sum
  },
]
