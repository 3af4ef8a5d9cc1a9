import Dispatch
import Foundation
import Rx
import RxTest
import Synchronization
import Testing

extension EngineTests {
  /// Loops must not be recursions: each test runs on a thread whose stack is too small for a recursion.
  @Suite struct Recursion {
    @Test("range of a million")
    func range() {
      #expect(onSmallStack { count(.range(start: 0, count: 1_000_000)) } == 1_000_000)
    }

    @Test("sequences of 100,000 elements, on the current thread and in virtual time")
    func sequences() {
      let numbers = Array(0..<100_000)
      #expect(onSmallStack { count(.from(numbers)) } == 100_000)
      #expect(onSmallStack { count(.from(stride(from: 0, to: 100_000, by: 1))) } == 100_000)
      let inVirtualTime = onSmallStack {
        let scheduler = TestScheduler(initialClock: 0)
        return scheduler.start(disposed: 1_000_000) { Observable.from(numbers, scheduler: scheduler) }.events.count
      }
      #expect(inVirtualTime == 100_001)
    }

    @Test("two sequences of 100,000 elements that take turns")
    func takingTurns() {
      let numbers = Array(0..<100_000)
      #expect(onSmallStack { count(.merge(.from(numbers), .from(numbers))) } == 200_000)
      let source = Observable.from(numbers)
      #expect(onSmallStack { count(.combineLatest(source, source) { $0 + $1 }) } == 199_999)
    }

    @Test("an action that schedules itself 100,000 times on the current thread")
    func currentThread() {
      let turns = onSmallStack { () -> Int in
        var turns = 0
        _ = CurrentThreadScheduler.instance.scheduleRecursive(0) { number, again in
          turns += 1
          if number < 99_999 { again(number + 1) }
        }
        return turns
      }
      #expect(turns == 100_000)
    }

    @Test("an action that schedules the next one from within itself, 100,000 times")
    func nestedSchedules() {
      let turns = onSmallStack { () -> Int in
        var turns = 0
        func turn(_: Void) -> any Disposable {
          turns += 1
          if turns < 100_000 { _ = CurrentThreadScheduler.instance.schedule((), action: turn) }
          return Disposables.create()
        }
        _ = CurrentThreadScheduler.instance.schedule((), action: turn)
        return turns
      }
      #expect(turns == 100_000)
    }

    @Test("an action that schedules its next turn twice: disposal cancels all waiting turns, even from within a turn")
    func branching() {
      for disposesWithin in [true, false] {
        let time = TestScheduler(initialClock: 0)
        let handle = SingleAssignmentDisposable()
        var turns: [Int] = []
        handle.setDisposable(
          time.scheduleRecursive(1) { number, again in
            turns.append(number)
            again(2 * number)
            again(2 * number + 1)
            if disposesWithin && number == 3 { handle.dispose() }
          })
        time.advanceTo(2)
        #expect(turns == [1, 2, 3])
        handle.dispose()
        time.advanceTo(10)
        #expect(turns == [1, 2, 3])
      }
    }

    @Test("an action that schedules itself 100,000 times on a queue")
    func queue() {
      #expect(turns(on: SerialDispatchQueueScheduler(internalSerialQueueName: "turns")) == 100_000)
      #expect(turns(on: ConcurrentDispatchQueueScheduler(qos: .default)) == 100_000)
    }

    @Test("an action that schedules itself 100,000 times on the main queue") @MainActor
    func mainQueue() async {
      let last = await withCheckedContinuation { (done: CheckedContinuation<Int, Never>) in
        _ = MainScheduler.instance.scheduleRecursive(1) { number, again in
          if number < 100_000 { again(number + 1) } else { done.resume(returning: number) }
        }
      }
      #expect(last == 100_000)
    }

    @Test("flatMap and flatMapLatest of 100,000 elements, to just and to other sequences")
    func flattening() {
      let numbers = Array(0..<100_000)
      #expect(onSmallStack { count(Observable.from(numbers).flatMap { Observable.just($0) }) } == 100_000)
      #expect(onSmallStack { count(Observable.from(numbers).flatMapLatest { Observable.just($0) }) } == 100_000)
      #expect(onSmallStack { count(Observable.from(numbers).flatMap { Observable.of($0, $0) }) } == 200_000)
    }

    @Test("100,000 merged sequences that all end at once")
    func merging() {
      let sources = Array(repeating: Observable.just(1), count: 100_000)
      #expect(onSmallStack { count(.merge(sources)) } == 100_000)
    }

    @Test("a relay to which its own observer sends through the current thread, 100,000 times")
    func feedback() {
      let last = onSmallStack { () -> Int in
        let relay = BehaviorRelay(value: 0)
        let subscription = relay.observe(on: CurrentThreadScheduler.instance).subscribe(onNext: { number in
          if number < 100_000 { relay.accept(number + 1) }
        })
        subscription.dispose()
        return relay.value
      }
      #expect(last == 100_000)
    }

    @Test("20,000 elements that wait for observe(on:) are delivered one after another")
    func waiting() {
      let delivered = onSmallStack { () -> Int in
        let scheduler = TestScheduler(initialClock: 0)
        return scheduler.start(disposed: 1_000_000) { Observable.from(0..<20_000).observe(on: scheduler) }.events.count
      }
      #expect(delivered == 20_001)
    }

    @Test("an observer that subscribes again at each completion, 10,000 times, through the current thread")
    func resubscribing() {
      let rounds = onSmallStack { () -> Int in
        let once = Observable.of(1)
        var rounds = 0
        func round() {
          rounds += 1
          if rounds < 10_000 { _ = once.subscribe(onCompleted: round) }
        }
        round()
        return rounds
      }
      #expect(rounds == 10_000)
    }

    /// Each stage is a call within the previous stage, as in RxSwift.
    @Test("chains of 30 operators fit the stack, even of startWith or catch")
    func chains() {
      typealias Step = @Sendable (Observable<Int>) -> Observable<Int>
      func chain(_ step: @escaping Step, on source: Observable<Int>) -> Observable<Int> {
        (0..<30).reduce(source) { chain, _ in step(chain) }
      }
      #expect(onSmallStack { count(chain({ $0.map { $0 + 1 } }, on: .just(1))) } == 1)
      #expect(onSmallStack { count(chain({ $0.startWith(1) }, on: .just(1))) } == 31)
      #expect(onSmallStack { count(chain({ $0.catch { throw $0 } }, on: .error(TestError.first))) } == 0)
      #expect(onSmallStack { count(chain({ $0.flatMap { Observable.just($0) } }, on: .just(1))) } == 1)
    }

    private func turns(on scheduler: any ImmediateSchedulerType) -> Int {
      let done = DispatchSemaphore(value: 0)
      var turns = 0
      _ = scheduler.scheduleRecursive(1) { number, again in
        turns = number
        if number < 100_000 { again(number + 1) } else { done.signal() }
      }
      done.wait()
      return turns
    }
  }
}

/// The number of elements that a sequence sends.
private func count(_ source: Observable<Int>) -> Int {
  var count = 0
  _ = source.subscribe(onNext: { _ in count += 1 }, onError: { _ in })
  return count
}

/// Runs `body` on a thread with half a megabyte of stack.
private func onSmallStack<Result: Sendable>(_ body: @escaping () -> Result) -> Result? {
  let result = Answer<Result>()
  let done = DispatchSemaphore(value: 0)
  nonisolated(unsafe) let body = body
  let thread = Thread {
    let answer = body()
    result.stored.withLock { $0 = answer }
    done.signal()
  }
  thread.stackSize = 512 << 10
  thread.start()
  done.wait()
  return result.stored.withLock { $0 }
}

private final class Answer<Value: Sendable>: Sendable {
  let stored = Mutex<Value?>(nil)
}
