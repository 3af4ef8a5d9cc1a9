import Foundation
import Rx
import Synchronization
import Testing

/// Operators with several inputs, each pushed by a thread of its own.
@Suite(.serialized)
struct JoiningTests {
  private static let count = 500

  @Test("merge, flatMap and flatMapLatest lose nothing and deliver one element at a time")
  func merging() {
    nonisolated(unsafe) let inputs = (0..<3).map { _ in PublishSubject<Int>() }
    let merged = Observable.merge(inputs.map { $0.asObservable() })
    #expect(push(inputs, through: merged) == inputs.count * Self.count)
    nonisolated(unsafe) let others = (0..<3).map { _ in PublishSubject<Int>() }
    let flattened = Observable.from(others.map { $0.asObservable() }).flatMap { $0.map { $0 + 1 } }
    #expect(push(others, through: flattened) == others.count * Self.count)
  }

  @Test("combineLatest delivers each change once, one at a time")
  func combining() {
    nonisolated(unsafe) let inputs = (0..<2).map { _ in PublishSubject<Int>() }
    let combined = Observable.combineLatest(inputs[0].startWith(0), inputs[1].startWith(0)) { $0 + $1 }
    #expect(push(inputs, through: combined) == 2 * Self.count + 1)
  }

  @Test("sample and withLatestFrom deliver one element at a time, and no more than were sent")
  func sampling() {
    nonisolated(unsafe) let inputs = (0..<2).map { _ in PublishSubject<Int>() }
    let sampled = inputs[0].sample(inputs[1])
    #expect(push(inputs, through: sampled) <= Self.count)
    nonisolated(unsafe) let others = (0..<2).map { _ in PublishSubject<Int>() }
    let joined = others[0].withLatestFrom(others[1].startWith(0)) { $0 + $1 }
    #expect(push(others, through: joined) == Self.count)
  }

  @Test("observe(on:) takes events from one thread and gives them on another, in order", arguments: [true, false])
  func observing(serial: Bool) {
    let scheduler: any ImmediateSchedulerType =
      serial
      ? SerialDispatchQueueScheduler(internalSerialQueueName: "serial")
      : ConcurrentDispatchQueueScheduler(queue: DispatchQueue(label: "concurrent", attributes: .concurrent))
    let last = Atomic<Int>(0)
    let disorder = Atomic<Int>(0)
    let ended = DispatchSemaphore(value: 0)
    let subscription = Observable.from(Array(1...Self.count)).observe(on: scheduler).subscribe(
      onNext: { number in
        if last.exchange(number, ordering: .relaxed) != number - 1 { disorder.wrappingAdd(1, ordering: .relaxed) }
      },
      onCompleted: { ended.signal() })
    #expect(ended.wait(timeout: .now() + 20) == .success)
    subscription.dispose()
    #expect(last.load(ordering: .relaxed) == Self.count && disorder.load(ordering: .relaxed) == 0)
  }

  @Test("a shared sequence survives observers that come and go on many threads")
  func sharing() {
    let connections = Atomic<Int>(0)
    nonisolated(unsafe) let shared = Observable<Int>.create { observer in
      connections.wrappingAdd(1, ordering: .relaxed)
      observer.onNext(1)
      return Disposables.create { connections.wrappingSubtract(1, ordering: .relaxed) }
    }.share(replay: 1)
    inParallel(4) { _ in
      for _ in 0..<200 { shared.subscribe(onNext: { _ in }).dispose() }
    }
    #expect(connections.load(ordering: .relaxed) == 0)
  }

  /// Pushes through all inputs at once; gives how many elements came out, and checks that none overlapped another or
  /// followed the end.
  private func push(_ inputs: [PublishSubject<Int>], through output: Observable<Int>) -> Int {
    let inside = Atomic<Int>(0)
    let overlaps = Atomic<Int>(0)
    let received = Atomic<Int>(0)
    let ends = Atomic<Int>(0)
    let subscription = output.subscribe(
      onNext: { _ in
        if inside.wrappingAdd(1, ordering: .relaxed).newValue > 1 { overlaps.wrappingAdd(1, ordering: .relaxed) }
        received.wrappingAdd(1, ordering: .relaxed)
        inside.wrappingSubtract(1, ordering: .relaxed)
      },
      onCompleted: { ends.wrappingAdd(1, ordering: .relaxed) })
    nonisolated(unsafe) let sources = inputs
    inParallel(inputs.count) { worker in
      for number in 1...Self.count { sources[worker].onNext(number) }
      sources[worker].onCompleted()
    }
    subscription.dispose()
    #expect(overlaps.load(ordering: .relaxed) == 0)
    #expect(ends.load(ordering: .relaxed) <= 1)
    return received.load(ordering: .relaxed)
  }
}
