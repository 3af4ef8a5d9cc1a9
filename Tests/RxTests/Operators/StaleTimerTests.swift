import Foundation
import Rx
import RxTest
import Testing

extension EngineTests {
  /// Actions of timers that run late: after the timer was started again, or its subscription was disposed.
  @Suite("stale timers") struct StaleTimerTests {
    let timers = HandDrivenScheduler()
    let source = PublishSubject<Int>()
    let log = Log()

    private func observe<Element>(_ sequence: Observable<Element>) -> any Disposable {
      sequence.subscribe { log.add($0) }
    }

    @Test("debounce: an element comes with its own timer only")
    func debounce() {
      _ = observe(source.debounce(.seconds(1), scheduler: timers))
      source.onNext(1)
      source.onNext(2)
      timers.run(0)
      #expect(log.entries == [])
      timers.run(1)
      #expect(log.entries == ["next(2)"])
    }

    @Test("throttle: an element comes with its own timer only")
    func throttle() {
      _ = observe(source.throttle(.seconds(1), scheduler: timers))
      source.onNext(1)
      source.onNext(2)
      timers.advance(seconds: 1)
      // The time of 2 is over, and so 3 comes at once in its place.
      source.onNext(3)
      source.onNext(4)
      timers.run(0)
      #expect(log.entries == ["next(1)", "next(3)"])
      source.onCompleted()
      timers.advance(seconds: 1)
      timers.run(1)
      #expect(log.entries == ["next(1)", "next(3)", "next(4)", "completed"])
    }

    @Test("timeout: only the timer of the last element switches to the other sequence")
    func timeout() {
      _ = observe(source.timeout(.seconds(1), other: Observable.just(9), scheduler: timers))
      source.onNext(1)
      timers.run(0)
      source.onNext(2)
      timers.run(1)
      timers.run(2)
      source.onNext(3)
      #expect(log.entries == ["next(1)", "next(2)", "next(9)", "completed"])
    }

    @Test("timeout: a timer that is faster than the subscription to the source switches all the same")
    func timeoutAtOnce() {
      let other = PublishSubject<Int>()
      let subscription = observe(source.timeout(.seconds(1), other: other, scheduler: ImmediateTimers()))
      source.onNext(1)
      other.onNext(9)
      #expect(log.entries == ["next(9)"] && !source.hasObservers)
      subscription.dispose()
      #expect(!other.hasObservers)
    }

    @Test("buffer: a timer sends only the array that it was started for, and none after the last one")
    func buffer() {
      let arrays = source.buffer(timeSpan: .seconds(1), count: 2, scheduler: timers)
      _ = arrays.subscribe { event in
        log.add(event)
        if event.element == [3] { timers.run(1) }
      }
      for number in 1...3 { source.onNext(number) }
      timers.run(0)
      source.onCompleted()
      #expect(log.entries == ["next([1, 2])", "next([3])", "completed"])
    }

    @Test("window: a timer ends only the window that it was started for, and begins none after the last one")
    func window() {
      var windows = 0
      _ = source.window(timeSpan: .seconds(1), count: 2, scheduler: timers).subscribe { event in
        guard let window = event.element else { return log.add("\(event)") }
        windows += 1
        let number = windows
        _ = window.subscribe { inner in
          log.add("\(number): \(inner.debugDescription)")
          if number == 2 && inner.isCompleted { timers.run(1) }
        }
      }
      for number in 1...3 { source.onNext(number) }
      timers.run(0)
      source.onCompleted()
      #expect(
        log.entries == ["1: next(1)", "1: next(2)", "1: completed", "2: next(3)", "2: completed", "completed"])
    }

    /// Operators with a timer. No operator but these schedules an action that it may replace or dispose.
    enum Timed: CaseIterable {
      case debounce, throttle, delay, timeout, buffer, window, delaySubscription, take, skip, timer, interval

      func apply(to source: Observable<Int>, _ scheduler: any SchedulerType) -> Observable<Int> {
        let span = RxTimeInterval.seconds(1)
        return switch self {
        case .debounce: source.debounce(span, scheduler: scheduler)
        case .throttle: source.throttle(span, scheduler: scheduler)
        case .delay: source.delay(span, scheduler: scheduler)
        case .timeout: source.timeout(span, scheduler: scheduler)
        case .buffer: source.buffer(timeSpan: span, count: 9, scheduler: scheduler).map(\.count)
        case .window: source.window(timeSpan: span, count: 9, scheduler: scheduler).flatMap { $0 }
        case .delaySubscription: source.delaySubscription(span, scheduler: scheduler)
        case .take: source.take(for: span, scheduler: scheduler)
        case .skip: source.skip(span, scheduler: scheduler)
        case .timer: .timer(span, scheduler: scheduler)
        case .interval: .interval(span, scheduler: scheduler)
        }
      }
    }

    @Test("after disposal, a timer that runs late does nothing", arguments: Timed.allCases)
    func disposed(operation: Timed) {
      let subscription = observe(operation.apply(to: source, timers))
      source.onNext(1)
      source.onNext(2)
      let before = log.entries
      subscription.dispose()
      #expect(timers.scheduled > 0)
      let scheduled = timers.scheduled
      for number in 0..<scheduled { timers.run(number) }
      #expect(log.entries == before && timers.scheduled == scheduled && !source.hasObservers)
    }

    @Test("after an error of the source, a timer that runs late does nothing", arguments: Timed.allCases)
    func failed(operation: Timed) {
      let subscription = observe(operation.apply(to: source, timers))
      source.onNext(1)
      source.onNext(2)
      source.onError(TestError.first)
      let before = log.entries
      guard before.last == "error(first)" else {
        // It is not subscribed to the source.
        return subscription.dispose()
      }
      let scheduled = timers.scheduled
      for number in 0..<scheduled { timers.run(number) }
      #expect(log.entries == before && timers.scheduled == scheduled)
    }
  }
}

/// Runs each action at once, however late it is due.
private final class ImmediateTimers: SchedulerType {
  let now = RxTime(timeIntervalSinceReferenceDate: 0)

  func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    action(state)
  }

  func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    action(state)
  }
}
