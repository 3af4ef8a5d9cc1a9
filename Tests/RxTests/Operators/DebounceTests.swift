import Foundation
import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("debounce") struct DebounceTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("an element that no other follows in time comes when that time is over; the last one with the completion")
    func values() {
      let letters = scheduler.createHotObservable(marbles: "z-^-a-b---c---d-|")
      let observer = scheduler.start { letters.debounce(.seconds(3), scheduler: scheduler) }
      #expect(observer.marbles == "-------b---c--(d|)")
      #expect(letters.subscriptionMarbles() == ["^-------------!"])
      #expect(scheduler.clock == 1000 && scheduler.debugDescription == "[]")
    }

    @Test("without elements it completes, or does not; an error comes at once, without the waiting element")
    func ends() {
      let operation = OneInput { $0.debounce(.seconds(10), scheduler: scheduler) }
      operation.expectEnds()
      operation.expectPassesErrors()
      operation.expectKeepsTheGrammar()
      let failing = scheduler.createHotObservable([.next(1210, 1), .error(1215, TestError.first)])
      let observer = scheduler.start(created: 1100, subscribed: 1200, disposed: 2000) {
        failing.debounce(.seconds(10), scheduler: scheduler)
      }
      #expect(observer.events == [.error(1215, TestError.first)])
    }

    @Test("disposal disposes the input and cancels the timer")
    func disposal() {
      let numbers = scheduler.createHotObservable([.next(210, 1)])
      let observer = scheduler.start(disposed: 215) { numbers.debounce(.seconds(10), scheduler: scheduler) }
      #expect(observer.events == [] && scheduler.debugDescription == "[]")
      #expect(numbers.subscriptions == [Subscription(200, 215)])
    }

    @Test("an element sent from within the delivery of another waits for its own time")
    func reentrancy() {
      let subject = PublishSubject<Int>()
      scheduler.scheduleAt(210) { subject.onNext(1) }
      let observer = scheduler.start(subject.debounce(.seconds(10), scheduler: scheduler)) { event, _ in
        if event.element == 1 { subject.onNext(2) }
      }
      #expect(observer.events == [.next(220, 1), .next(230, 2)])
    }

    @Test("every call is in the trace: the timer's action forwards the element")
    func traced() throws {
      let trace = try trace {
        let scheduler = TestScheduler(initialClock: 0)
        let source = Observable.never().startWith(1)
        _ = source.debounce(.seconds(1), scheduler: scheduler).subscribe(onNext: { _ in })
        scheduler.start()
      }
      #expect(
        trace.calls == [
          "Debounce#1 subscribe", "Debounce#1 run", "StartWith#1 subscribe", "StartWith#1 run", "Never#1 subscribe",
          "DebounceSink#1 forwardOn next 1", "AnonymousObserver#1 onCore next 1",
        ])
    }
  }

  @Suite("throttle") struct ThrottleTests {
    let scheduler = TestScheduler(initialClock: 0)

    private let letters = "z-^-abc---d-----e-f-|"

    @Test("the first element, then the latest of each time span; one that comes when the time is over is sent at once")
    func latest() {
      let letters = scheduler.createHotObservable(marbles: letters)
      let observer = scheduler.start { letters.throttle(.seconds(3), scheduler: scheduler) }
      #expect(observer.marbles == "--a--c--d-----e--f|")
      #expect(letters.subscriptionMarbles() == ["^-----------------!"])
    }

    @Test("without `latest`, elements that come too early are dropped")
    func first() {
      let letters = scheduler.createHotObservable(marbles: letters)
      let observer = scheduler.start { letters.throttle(.seconds(3), latest: false, scheduler: scheduler) }
      #expect(observer.marbles == "--a-----d-----e---|")
    }

    @Test("a waiting element comes before the completion, unless it is dropped", arguments: [true, false])
    func endWithOneWaiting(latest: Bool) {
      let letters = scheduler.createHotObservable(marbles: "-ab|")
      let observer = scheduler.start { letters.throttle(.seconds(3), latest: latest, scheduler: scheduler) }
      #expect(observer.marbles == (latest ? "-a--(b|)" : "-a-|"))
      #expect(letters.subscriptionMarbles() == ["^--!"])
    }

    @Test("an error comes at once, without the waiting element")
    func errors() {
      let letters = scheduler.createHotObservable(marbles: "-ab#")
      let observer = scheduler.start { letters.throttle(.seconds(3), scheduler: scheduler) }
      #expect(observer.marbles == "-a-#")
    }

    @Test("completes, fails and unsubscribes with its input", arguments: [true, false])
    func ends(latest: Bool) {
      // Each run has its own clock, which stands still here, so all elements except the first come too early.
      let clock = TestScheduler(initialClock: 0)
      let operation = OneInput { $0.throttle(.seconds(0), latest: latest, scheduler: clock) }
      operation.expectAll()
    }

    /// RxSwift counts the rest of the time in its own unit: six tenths of a second are 0 seconds.
    @Test("the rest of the time may be a fraction of a second")
    func partsOfASecond() {
      let clock = TestScheduler(initialClock: 0, resolution: 0.1)
      let numbers = clock.createHotObservable([.next(210, 1), .next(216, 2), .next(300, 3), .completed(400)])
      let observer = clock.start { numbers.throttle(.seconds(1), scheduler: clock) }
      #expect(observer.events == [.next(210, 1), .next(220, 2), .next(300, 3), .completed(400)])
    }

    @Test("with a time that is never over, only the first element is sent")
    func never() {
      let letters = scheduler.createHotObservable(marbles: letters)
      let observer = scheduler.start { letters.throttle(.never, latest: false, scheduler: scheduler) }
      #expect(observer.marbles == "--a---------------|")
    }

    @Test("the timer does not deliver while another thread does: the element waits for the time after that delivery")
    func deliveryElsewhere() throws {
      let clock = HandClock()
      let subject = PublishSubject<Int>()
      let (isDelivering, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      var delivered: [Int] = []
      let subscription = subject.throttle(.seconds(10), scheduler: clock).subscribe(onNext: { number in
        delivered.append(number)
        guard number == 3 else { return }
        isDelivering.signal()
        // A timer that delivers waits for this delivery. The limit lets the test fail then.
        _ = mayEnd.wait(timeout: .now() + 20)
      })
      subject.onNext(1)
      clock.pass(5)
      subject.onNext(2)
      clock.pass(5)
      let other = OtherThread { subject.onNext(3) }
      isDelivering.wait()
      subject.onNext(4)
      try clock.runTimer(0)
      #expect(delivered == [1, 3])
      mayEnd.signal()
      other.wait()
      try clock.runTimer(1)
      #expect(delivered == [1, 3, 4])
      subscription.dispose()
    }

    @Test("disposal disposes the input and cancels the timer")
    func disposal() {
      let letters = scheduler.createHotObservable(marbles: letters)
      let observer = scheduler.start(disposed: 204) { letters.throttle(.seconds(3), scheduler: scheduler) }
      #expect(observer.events == [.next(202, "a")] && letters.subscriptionMarbles() == ["^---!"])
    }

    @Test("every call is in the trace: the timer's action forwards the waiting element")
    func traced() throws {
      let trace = try trace {
        let scheduler = TestScheduler(initialClock: 0)
        _ = Observable.of(1, 2).throttle(.seconds(1), scheduler: scheduler).subscribe(onNext: { _ in })
        scheduler.start()
      }
      #expect(
        trace.calls.filter { $0.hasPrefix("Throttle") } == [
          "Throttle#1 subscribe", "Throttle#1 run", "ThrottleSink#1 forwardOn next 1",
          "ThrottleSink#1 forwardOn next 2", "ThrottleSink#1 forwardOn completed",
        ])
    }
  }
}

/// A clock that a test moves, and timers that it runs. Several threads may use it.
private final class HandClock: SchedulerType, @unchecked Sendable {
  private let lock = NSLock()
  private var time = Date(timeIntervalSince1970: 0)
  private var timers: [() -> Void] = []

  var now: RxTime { lock.withLock { time } }

  func pass(_ seconds: Double) { lock.withLock { time += seconds } }

  func runTimer(_ index: Int) throws {
    let timer = try #require(lock.withLock { timers.indices.contains(index) ? timers[index] : nil })
    timer()
  }

  func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
    scheduleRelative(state, dueTime: .seconds(0), action: action)
  }

  func scheduleRelative<State>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    lock.withLock { timers.append { _ = action(state) } }
    return Disposables.create()
  }
}
