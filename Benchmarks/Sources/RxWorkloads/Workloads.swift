import Measuring
import Rx

// These files are compiled twice: against this engine and, if there is a checkout, against RxSwift.

/// Everything that the engine is measured with, by families.
public let workloads: [Workload] =
  chains + collections + combinations + inners + subjects + subscriptions + traits + virtualTimes + queues + screens
  + furtherOperators

/// Sends numbers to subjects in turn, without a retain and a release for each.
func push(_ subjects: [PublishSubject<Int>], _ count: Int) {
  let subjects = subjects.map(Unmanaged.passUnretained)
  var next = 0
  for number in 0..<count {
    subjects[next]._withUnsafeGuaranteedRef { $0.onNext(number) }
    next = next + 1 == subjects.count ? 0 : next + 1
  }
}

/// Sends numbers in turn to so many subjects, and sums what `build` makes of them.
func through(
  _ subjectCount: Int, _ build: @escaping @Sendable ([PublishSubject<Int>]) -> Observable<Int>
) -> @Sendable (Int) -> Int {
  { count in
    var sum = 0
    let subjects = (0..<subjectCount).map { _ in PublishSubject<Int>() }
    let subscription = build(subjects).subscribe(onNext: { sum &+= $0 })
    push(subjects, count)
    for subject in subjects { subject.onCompleted() }
    subscription.dispose()
    return sum
  }
}

/// Sends numbers to a subject, and sums what `build` makes of it.
func through(_ build: @escaping @Sendable (Observable<Int>) -> Observable<Int>) -> @Sendable (Int) -> Int {
  through(1) { build($0[0]) }
}

/// Sends numbers to a subject, and sums what so many observers get of what `build` makes of it.
func shared(
  to observers: Int, _ build: @escaping @Sendable (Observable<Int>) -> Observable<Int>
) -> @Sendable (Int) -> Int {
  { count in
    var sum = 0
    let subject = PublishSubject<Int>()
    let shared = build(subject)
    let subscriptions = (0..<observers).map { _ in shared.subscribe(onNext: { sum &+= $0 }) }
    push([subject], count)
    for subscription in subscriptions { subscription.dispose() }
    return sum
  }
}

/// Builds and subscribes to a sequence for each number, and disposes of the subscription at once.
func repeatedly(_ build: @escaping @Sendable (Int) -> Observable<Int>) -> @Sendable (Int) -> Int {
  { count in
    var sum = 0
    for number in 0..<count { build(number).subscribe(onNext: { sum &+= $0 }).dispose() }
    return sum
  }
}
