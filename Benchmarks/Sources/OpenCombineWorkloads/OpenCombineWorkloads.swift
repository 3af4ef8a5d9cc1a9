import Dispatch
import OpenCombine
import OpenCombineDispatch

private typealias Subject = OpenCombine.PassthroughSubject<Int, Never>

/// The workloads that OpenCombine can do too, by their names. It has no combineLatest, merge, sample, withLatestFrom,
/// create, using or virtual time.
public let openCombineWorkloads: [String: @Sendable (Int) -> Int] = [
  "six operators, from a subject": through { subject in
    subject
      .map { $0 &+ 1 }.filter { $0 != -1 }
      .map { $0 &* 3 }.filter { $0 != -1 }
      .map { $0 &- 2 }.filter { $0 != -1 }
  },
  "range, map, scan": { count in
    var sum = 0
    _ = (0..<count).publisher.map { $0 &+ 1 }.scan(0) { $0 &+ $1 }.sink { sum &+= $0 }
    return sum
  },
  "distinctUntilChanged": through { $0.map { $0 >> 1 }.removeDuplicates() },
  "compactMap": through { $0.compactMap { $0 & 1 == 0 ? $0 : nil } },
  "skip, take": through { $0.dropFirst(1).prefix(.max) },
  "reduce": through { $0.reduce(0, &+) },
  "flatMap to just": through { $0.flatMap { OpenCombine.Just($0) } },
  "flatMapLatest to just": through { $0.map { OpenCombine.Just($0) }.switchToLatest() },
  "zip of 2": { count in
    var sum = 0
    let subjects = (0..<2).map { _ in Subject() }
    let subscription = subjects[0].zip(subjects[1]) { $0 &+ $1 }.sink { sum &+= $0 }
    for number in 0..<count { subjects[number & 1].send(number) }
    subscription.cancel()
    return sum
  },
  "toArray of 1,000": { count in
    var sum = 0
    for _ in 0..<count / 1_000 {
      let subject = Subject()
      let subscription = subject.collect().sink { sum &+= $0.count &+ $0[500] }
      for number in 0..<1_000 { subject.send(number) }
      subject.send(completion: .finished)
      subscription.cancel()
    }
    return sum
  },
  "subject to 1 observer": shared(to: 1) { $0 },
  "subject to 10 observers": shared(to: 10) { $0 },
  "share(replay: 1) to 4": shared(to: 4) { $0.share() },
  "BehaviorRelay accept": { count in
    var sum = 0
    let subject = OpenCombine.CurrentValueSubject<Int, Never>(0)
    let subscription = subject.sink { sum &+= $0 }
    for number in 0..<count { subject.send(number) }
    subscription.cancel()
    return sum
  },
  "1,000 observers join and leave": { count in
    var sum = 0
    for _ in 0..<count / 1_000 {
      let subject = Subject()
      let subscriptions = (0..<1_000).map { _ in subject.sink { sum &+= $0 } }
      subject.send(1)
      for subscription in subscriptions { subscription.cancel() }
    }
    return sum
  },
  "just": repeatedly { OpenCombine.Just($0) },
  "just, map, filter": repeatedly { OpenCombine.Just($0).map { $0 &+ 1 }.filter { $0 != -1 } },
  "error caught": repeatedly { number in
    OpenCombine.Fail<Int, Failure>(error: Failure()).catch { _ in OpenCombine.Just(number) }
  },
  "observe(on: serial)": { count in
    nonisolated(unsafe) var sum = 0
    let ended = DispatchSemaphore(value: 0)
    let subject = Subject()
    let subscription = subject.receive(on: DispatchQueue(label: "benchmark").ocombine)
      .sink(receiveCompletion: { _ in ended.signal() }, receiveValue: { sum &+= $0 })
    for number in 0..<count { subject.send(number) }
    subject.send(completion: .finished)
    ended.wait()
    subscription.cancel()
    return sum
  },
]

private struct Failure: Error {}

/// Sends numbers to a subject, and sums what `build` makes of it.
private func through<Result: OpenCombine.Publisher<Int, Never> & SendableMetatype>(
  _ build: @escaping @Sendable (Subject) -> Result
) -> @Sendable (Int) -> Int {
  { count in
    var sum = 0
    let subject = Subject()
    let subscription = build(subject).sink { sum &+= $0 }
    for number in 0..<count { subject.send(number) }
    subject.send(completion: .finished)
    subscription.cancel()
    return sum
  }
}

/// Sends numbers to a subject, and sums what so many observers get of what `build` makes of it.
private func shared<Result: OpenCombine.Publisher<Int, Never> & SendableMetatype>(
  to observers: Int, _ build: @escaping @Sendable (Subject) -> Result
) -> @Sendable (Int) -> Int {
  { count in
    var sum = 0
    let subject = Subject()
    let shared = build(subject)
    let subscriptions = (0..<observers).map { _ in shared.sink { sum &+= $0 } }
    for number in 0..<count { subject.send(number) }
    for subscription in subscriptions { subscription.cancel() }
    return sum
  }
}

/// Builds and subscribes to a publisher for each number.
private func repeatedly<Result: OpenCombine.Publisher<Int, Never> & SendableMetatype>(
  _ build: @escaping @Sendable (Int) -> Result
) -> @Sendable (Int) -> Int {
  { count in
    var sum = 0
    for number in 0..<count { build(number).sink { sum &+= $0 }.cancel() }
    return sum
  }
}
