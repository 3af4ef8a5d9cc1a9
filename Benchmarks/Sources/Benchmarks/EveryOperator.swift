import Rx

/// Sends `count` numbers through what `apply` makes of a subject, and sums what comes of them.
private func through(
  _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Int>
) -> @Sendable (Int) -> Int {
  { count in
    var sum = 0
    let subject = PublishSubject<Int>()
    let subscription = apply(subject).subscribe(onNext: { sum &+= $0 })
    for number in 0..<count { subject.onNext(number) }
    subject.onCompleted()
    subscription.dispose()
    return sum
  }
}

/// Sends `count` numbers through what `apply` makes of two subjects, which send in turn.
private func throughTwo(
  _ apply: @escaping @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>
) -> @Sendable (Int) -> Int {
  { count in
    var sum = 0
    let subjects = (0..<2).map { _ in PublishSubject<Int>() }
    let subscription = apply(subjects[0], subjects[1]).subscribe(onNext: { sum &+= $0 })
    for number in 0..<count { subjects[number & 1].onNext(number) }
    subscription.dispose()
    return sum
  }
}

/// Measures time that never passes: what waits for it stays where it is.
private func virtualTime() -> HistoricalScheduler { HistoricalScheduler() }

private func perEvent(
  _ name: String, _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Int>
) -> Workload {
  Workload(name: "\(name), per event", count: events / 4, run: through(apply))
}

private func perEventOfTwo(
  _ name: String, _ apply: @escaping @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>
) -> Workload {
  Workload(name: "\(name), per event", count: events / 4, run: throughTwo(apply))
}

/// The operators that carry events and have no goal of their own: what they take is to be seen when it changes.
let everyOperator: [Workload] = [
  perEvent("compactMap") { $0.compactMap { $0 } },
  perEvent("do(onNext:)") { $0.do(onNext: { _ in }) },
  perEvent("skip") { $0.skip(1) },
  perEvent("skip(while:)") { $0.skip(while: { $0 < 1 }) },
  perEvent("take(while:)") { $0.take(while: { $0 >= 0 }) },
  perEvent("takeLast") { $0.takeLast(10) },
  perEvent("enumerated") { $0.enumerated().map { $0.index } },
  perEvent("reduce") { $0.reduce(0, accumulator: &+) },
  perEvent("toArray") { $0.toArray().asObservable().map(\.count) },
  perEvent("materialize → dematerialize") { $0.materialize().dematerialize() },
  perEvent("ifEmpty(default:)") { $0.ifEmpty(default: 0) },
  perEvent("concat") { $0.concat(Observable.just(1)) },
  perEvent("retry") { $0.retry() },
  perEvent("concatMap to just") { $0.concatMap { Observable.just($0) } },
  perEvent("flatMapFirst to just") { $0.flatMapFirst { Observable.just($0) } },
  perEvent("groupBy → merge") { $0.groupBy { $0 & 7 }.merge() },
  perEvent("publish → refCount") { $0.publish().refCount() },
  perEvent("replay(1) → refCount") { $0.replay(1).refCount() },
  perEvent("buffer") { $0.buffer(timeSpan: .never, count: 10, scheduler: virtualTime()).map(\.count) },
  perEvent("window → merge") { $0.window(timeSpan: .never, count: 10, scheduler: virtualTime()).merge() },
  perEvent("throttle") { $0.throttle(.seconds(1), latest: false, scheduler: virtualTime()) },
  perEventOfTwo("take(until:)") { $0.take(until: $1.filter { $0 < 0 }) },
  perEventOfTwo("skip(until:)") { $0.skip(until: $1) },
  perEventOfTwo("amb") { $0.amb($1) },
  perEventOfTwo("merge(maxConcurrent:)") { Observable.of($0, $1).merge(maxConcurrent: 2) },
  Workload(name: "generate, per event", count: events / 4) { count in
    var sum = 0
    _ = Observable.generate(initialState: 0, condition: { $0 < count }, iterate: { $0 + 1 })
      .subscribe(onNext: { sum &+= $0 })
    return sum
  },
  Workload(name: "Single.just → map → subscribe, per short subscription", count: events / 20) { count in
    var sum = 0
    for number in 0..<count { Single.just(number).map { $0 &+ 1 }.subscribe(onSuccess: { sum &+= $0 }).dispose() }
    return sum
  },
]
