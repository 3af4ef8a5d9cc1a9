import Dispatch
import Rx

/// Workloads with many inputs, many stages or many observers. Each has a goal of its own.
let furtherWorkloads: [Workload] = [
  Workload(
    name: "combineLatest of a collection of eight, per event", count: events / 4, goal: 0.6,
    run: combineLatestOfEight),
  Workload(
    name: "combineLatest of four as a tuple, per event", count: events / 4, goal: 0.4, run: combineLatestOfFour),
  Workload(name: "groupBy of sixteen → merge, per event", count: events / 4, goal: 0.3, run: groupBySixteen),
  Workload(name: "a chain of fifty maps, per event", count: events / 10, goal: 1.2, run: fiftyMaps),
  Workload(name: "two threads into merge, per event", count: events, goal: 0.11, run: mergeOfTwoThreads),
  Workload(name: "an error caught, per short subscription", count: events / 10, goal: 1.4, run: errorCaughtOnce),
  Workload(
    name: "a thousand observers joining and leaving a subject, each", count: events / 10, goal: 0.6,
    run: thousandObservers),
]

/// combineLatest of eight subjects, whose elements arrive as an array.
private func combineLatestOfEight(_ count: Int) -> Int {
  var sum = 0
  let subjects = (0..<8).map { _ in PublishSubject<Int>() }
  let subscription = Observable.combineLatest(subjects).subscribe(onNext: { sum &+= $0[0] &+ $0[7] })
  for number in 0..<count { subjects[number & 7].onNext(number) }
  subscription.dispose()
  return sum
}

/// combineLatest of four subjects, whose elements arrive as a tuple.
private func combineLatestOfFour(_ count: Int) -> Int {
  var sum = 0
  let subjects = (0..<4).map { _ in PublishSubject<Int>() }
  let subscription = Observable.combineLatest(subjects[0], subjects[1], subjects[2], subjects[3])
    .subscribe(onNext: { sum &+= $0.0 &+ $0.3 })
  for number in 0..<count { subjects[number & 3].onNext(number) }
  subscription.dispose()
  return sum
}

/// groupBy with sixteen keys, and all groups merged again.
private func groupBySixteen(_ count: Int) -> Int {
  var sum = 0
  let subject = PublishSubject<Int>()
  let subscription = subject.groupBy { $0 & 15 }.merge().subscribe(onNext: { sum &+= $0 })
  for number in 0..<count { subject.onNext(number) }
  subscription.dispose()
  return sum
}

/// A subject and fifty maps behind it.
private func fiftyMaps(_ count: Int) -> Int {
  var sum = 0
  let subject = PublishSubject<Int>()
  let chain = (0..<50).reduce(subject.asObservable()) { chain, _ in chain.map { $0 &+ 1 } }
  let subscription = chain.subscribe(onNext: { sum &+= $0 })
  for number in 0..<count { subject.onNext(number) }
  subscription.dispose()
  return sum
}

/// merge of two subjects; a thread of its own sends to each, both at once.
private func mergeOfTwoThreads(_ count: Int) -> Int {
  nonisolated(unsafe) var sum = 0
  nonisolated(unsafe) let subjects = (0..<2).map { _ in PublishSubject<Int>() }
  let subscription = Observable.merge(subjects.map { $0.asObservable() }).subscribe(onNext: { sum &+= $0 })
  DispatchQueue.concurrentPerform(iterations: 2) { thread in
    for number in 0..<count / 2 { subjects[thread].onNext(number) }
  }
  subscription.dispose()
  return sum
}

private struct Failure: Error {}

/// One short-lived subscription to a sequence that fails, and is replaced by another one.
private func errorCaughtOnce(_ count: Int) -> Int {
  var sum = 0
  let failure = Failure()
  for number in 0..<count {
    Observable<Int>.error(failure).catch { _ in .just(number) }.subscribe(onNext: { sum &+= $0 }).dispose()
  }
  return sum
}

/// Observers of one subject, a thousand at a time: all subscribe, then all leave in the order in which they came.
private func thousandObservers(_ count: Int) -> Int {
  var sum = 0
  for _ in 0..<count / 1_000 {
    let subject = PublishSubject<Int>()
    let subscriptions = (0..<1_000).map { _ in subject.subscribe(onNext: { sum &+= $0 }) }
    subject.onNext(1)
    for subscription in subscriptions { subscription.dispose() }
  }
  return sum
}
