import Dispatch
import OpenCombine
import OpenCombineDispatch

// The same workloads in OpenCombine, as far as it has them. It has no combineLatest, merge, sample, withLatestFrom, create or using.

private typealias Subject = OpenCombine.PassthroughSubject<Int, Never>

/// Sends `count` numbers through subjects in turn.
private func push(_ subjects: [Subject], _ count: Int) {
  var next = 0
  for number in 0..<count {
    subjects[next].send(number)
    next = next + 1 == subjects.count ? 0 : next + 1
  }
}

/// The six operators, fed through a subject.
func openCombineChain(_ count: Int) -> Int {
  var sum = 0
  let source = Subject()
  let subscription =
    source
    .map { $0 &+ 1 }.filter { $0 != -1 }
    .map { $0 &* 3 }.filter { $0 != -1 }
    .map { $0 &- 2 }.filter { $0 != -1 }
    .sink { sum &+= $0 }
  push([source], count)
  subscription.cancel()
  return sum
}

func openCombineSubject(observers: Int) -> @Sendable (Int) -> Int {
  { count in
    var sum = 0
    let subject = Subject()
    let subscriptions = (0..<observers).map { _ in subject.sink { sum &+= $0 } }
    push([subject], count)
    for subscription in subscriptions { subscription.cancel() }
    return sum
  }
}

func openCombineSequenceMapScan(_ count: Int) -> Int {
  var sum = 0
  _ = (0..<count).publisher.map { $0 &+ 1 }.scan(0) { $0 &+ $1 }.sink { sum = $0 }
  return sum
}

func openCombineZip(_ count: Int) -> Int {
  var sum = 0
  let subjects = (0..<2).map { _ in Subject() }
  let subscription = subjects[0].zip(subjects[1]) { $0 &+ $1 }.sink { sum &+= $0 }
  push(subjects, count)
  subscription.cancel()
  return sum
}

func openCombineShareToFour(_ count: Int) -> Int {
  var sum = 0
  let subject = Subject()
  let shared = subject.share()
  let subscriptions = (0..<4).map { _ in shared.sink { sum &+= $0 } }
  push([subject], count)
  for subscription in subscriptions { subscription.cancel() }
  return sum
}

func openCombineFlatMap(_ count: Int) -> Int {
  var sum = 0
  let subject = Subject()
  let subscription = subject.flatMap { OpenCombine.Just($0) }.sink { sum &+= $0 }
  push([subject], count)
  subscription.cancel()
  return sum
}

func openCombineSwitchToLatest(_ count: Int) -> Int {
  var sum = 0
  let subject = Subject()
  let subscription = subject.map { OpenCombine.Just($0) }.switchToLatest().sink { sum &+= $0 }
  push([subject], count)
  subscription.cancel()
  return sum
}

func openCombineReceiveOn(_ count: Int) -> Int {
  nonisolated(unsafe) var sum = 0
  let ended = DispatchSemaphore(value: 0)
  let subject = Subject()
  let queue = DispatchQueue(label: "benchmark").ocombine
  let subscription = subject.receive(on: queue)
    .sink(receiveCompletion: { _ in ended.signal() }, receiveValue: { sum &+= $0 })
  push([subject], count)
  subject.send(completion: .finished)
  ended.wait()
  subscription.cancel()
  return sum
}

func openCombineDistinct(_ count: Int) -> Int {
  var sum = 0
  let subject = Subject()
  let subscription = subject.removeDuplicates().sink { sum &+= $0 }
  push([subject], count)
  subscription.cancel()
  return sum
}

func openCombineTake(_ count: Int) -> Int {
  var sum = 0
  let subject = Subject()
  let subscription = subject.prefix(count).sink { sum &+= $0 }
  push([subject], count)
  subscription.cancel()
  return sum
}

func openCombineJustOnce(_ count: Int) -> Int {
  var sum = 0
  for number in 0..<count { OpenCombine.Just(number).sink { sum &+= $0 }.cancel() }
  return sum
}

func openCombineJustMapFilterOnce(_ count: Int) -> Int {
  var sum = 0
  for number in 0..<count {
    OpenCombine.Just(number).map { $0 &+ 1 }.filter { $0 != -1 }.sink { sum &+= $0 }.cancel()
  }
  return sum
}
