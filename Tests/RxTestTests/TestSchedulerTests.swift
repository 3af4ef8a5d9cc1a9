import Rx
import RxTest
import RxTrace
import Testing
import TraceViews

extension VirtualTimeTests {
  /// Hot and cold sequences, and what they record.
  @Suite struct Observing {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("start makes at 100, subscribes at 200, disposes at 1000")
    func defaults() {
      let numbers = scheduler.createHotObservable([
        .next(150, 1), .next(200, 2), .next(210, 3), .next(1000, 4), .next(1001, 5),
      ])
      var created: [Int] = []
      let observer = scheduler.start { () -> Observable<Int> in
        created.append(scheduler.clock)
        return numbers.asObservable()
      }
      // A hot sequence's event at 1000 was scheduled before the disposal at 1000.
      #expect(observer.events == [.next(210, 3), .next(1000, 4)])
      #expect(observer.elements == [3, 4])
      #expect(numbers.subscriptions == [Subscription(200, 1000)])
      #expect(created == [100])
      #expect(scheduler.clock == 1001)
    }

    @Test("the three times can be chosen")
    func chosenMoments() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(305, 2), .next(400, 3)])
      let observer = scheduler.start(created: 250, subscribed: 300, disposed: 350) { numbers }
      #expect(observer.events == [.next(305, 2)])
      #expect(numbers.subscriptions == [Subscription(300, 350)])
    }

    @Test func chosenDisposal() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(305, 2)])
      #expect(scheduler.start(disposed: 300) { numbers }.events == [.next(210, 1)])
    }

    @Test("types are inferred as in RxTest")
    func inference() {
      let numbers = scheduler.createHotObservable([Recorded.next(210, 1), Recorded.error(220, TestError.first)])
      let none = scheduler.createColdObservable([.completed(10, Int.self)])
      let expected = Recorded.events(.next(210, 1), .error(220, TestError.first))
      let observer: TestableObserver<Int> = scheduler.start { numbers.asObservable() }
      #expect(observer.events == expected)
      #expect(none.recordedEvents == [.completed(10)])
    }

    @Test("a cold sequence starts again for each observer")
    func cold() {
      let numbers = scheduler.createColdObservable([.next(0, 0), .next(10, 1), .completed(20)])
      let late = scheduler.createObserver(Int.self)
      scheduler.scheduleAt(215) { _ = numbers.subscribe(late) }
      let observer = scheduler.start { numbers.map { $0 } }
      #expect(observer.events == [.next(200, 0), .next(210, 1), .completed(220)])
      #expect(late.events == [.next(215, 0), .next(225, 1), .completed(235)])
      #expect(numbers.subscriptions == [Subscription(200, 220), Subscription(215)])
    }

    @Test("operators see another object, whose subscriptions end with the terminal event", arguments: [true, false])
    func endsAtOnce(isHot: Bool) {
      let events: [Recorded<Event<Int>>] = [.next(10, 1), .completed(20)]
      let numbers = isHot ? scheduler.createHotObservable(events) : scheduler.createColdObservable(events)
      #expect(numbers.asObservable() !== numbers)
      _ = numbers.asObservable().subscribe(scheduler.createObserver(Int.self))
      _ = numbers.subscribe(scheduler.createObserver(Int.self))
      _ = numbers.subscribe(on: scheduler).subscribe(scheduler.createObserver(Int.self))
      scheduler.start()
      let last = isHot ? Subscription(1, 21) : Subscription(1, 22)
      #expect(numbers.subscriptions == [Subscription(0, 20), Subscription(0), last])
    }

    @Test("an observer that leaves while an event is sent gets nothing more; the others do", arguments: [true, false])
    func leaving(isHot: Bool) {
      let events: [Recorded<Event<Int>>] = [.next(210, 1), .next(220, 2)]
      let numbers = isHot ? scheduler.createHotObservable(events) : scheduler.createColdObservable(events)
      let (first, second) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
      var subscription: (any Disposable)?
      _ = numbers.subscribe(onNext: { _ in subscription?.dispose() })
      subscription = numbers.subscribe(first)
      _ = numbers.subscribe(second)
      scheduler.start()
      #expect(first.events == [])
      #expect(second.events == events)
      #expect(numbers.subscriptions == [Subscription(0), Subscription(0, 210), Subscription(0)])
    }

    @Test("a hot sequence that is subscribed to within a delivery begins with the next event")
    func joining() {
      let numbers = scheduler.createHotObservable([.next(10, 1), .next(20, 2)])
      let observer = scheduler.createObserver(Int.self)
      _ = numbers.subscribe(onNext: { number in
        if number == 1 { _ = numbers.subscribe(observer) }
      })
      scheduler.start()
      #expect(observer.events == [.next(20, 2)])
    }

    @Test("an observer records even events that should not come")
    func afterTheEnd() {
      let observer = scheduler.createObserver(Int.self)
      observer.onCompleted()
      observer.onNext(1)
      observer.on(.error(TestError.first))
      #expect(observer.events == [.completed(0), .next(0, 1), .error(0, TestError.first)])
    }

    @Test("operators in virtual time: errors and disposal reach the source at their time")
    func operators() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(240)])
      let observer = scheduler.start {
        numbers.map { number in
          if number == 2 { throw TestError.second }
          return "\(number)"
        }
      }
      #expect(observer.events == [.next(210, "1"), .error(220, TestError.second)])
      #expect(numbers.subscriptions == [Subscription(200, 220)])
    }

    @Test("a sequence with a scheduler runs in virtual time, one tick for each step")
    func onTheScheduler() {
      let observer = scheduler.start { Observable.of(1, 2, scheduler: scheduler) }
      #expect(observer.events == [.next(201, 1), .next(202, 2), .completed(203)])
    }

    @Test("operators that measure time need none")
    func timers() {
      let observer = scheduler.start { Observable<Int>.interval(.seconds(3), scheduler: scheduler).take(3) }
      #expect(observer.marbles == "---0--1--(2|)")
    }

    @Test("marbles of several inputs")
    func sampling() {
      let letters = scheduler.createHotObservable(marbles: "-a-^-b-c---d-|")
      let ticks = scheduler.createHotObservable(marbles: "   ^---x---x----|")
      let observer = scheduler.start { letters.sample(ticks) }
      #expect(observer.marbles == "----c---d----|")
      #expect(letters.subscriptionMarbles() == ["^---------!"] && ticks.subscriptionMarbles() == ["^------------!"])
    }

    @available(*, deprecated, message: "calls what is deprecated")
    @Test("old spellings still mean the same")
    func oldSpellings() {
      let numbers = scheduler.createHotObservable([next(210, 1), error(220, TestError.first)])
      let observer = scheduler.start(300) { numbers.asObservable() }
      #expect(observer.events == [.next(210, 1), .error(220, TestError.first)])
      let end: Recorded<Event<Int>> = completed(1)
      #expect(end == .completed(1))
    }

    @Test("no resources are left afterwards")
    func leaks() {
      let before = Resources.total
      do {
        let scheduler = TestScheduler(initialClock: 0)
        let hot = scheduler.createHotObservable([.next(210, 1), .completed(220)])
        let cold = scheduler.createColdObservable([.next(10, 1)])
        _ = scheduler.start { hot.map { $0 } }
        cold.subscribe(scheduler.createObserver(Int.self)).dispose()
        scheduler.start()
      }
      #expect(Resources.total == before)
    }
  }

  @Suite struct Comparing {
    @Test("events are compared by their elements, errors by their descriptions")
    func events() {
      #expect(Event.next(1) == .next(1) && Event.next(1) != .next(2))
      #expect(Event<Int>.completed == .completed && Event.completed != .next(1))
      #expect(Event<Int>.error(TestError.first) == .error(TestError.first))
      #expect(Event<Int>.error(TestError.first) != .error(TestError.second))
      #expect(Event<Int>.error(TestError.first) != .completed)
      #expect(Event<Int?>.next(nil) == .next(nil) && Event<Int?>.next(nil) != .next(1))
    }

    @Test func recorded() {
      #expect(Recorded.next(1, "a") == Recorded(time: 1, value: .next("a")))
      #expect(Recorded.next(1, "a") != .next(2, "a"))
      #expect(Recorded<Event<Int>>.completed(3) == .completed(3, Int.self))
      #expect(Recorded.events(.next(1, 2), .error(3, TestError.first)).map(\.time) == [1, 3])
      #expect("\(Recorded.next(210, 1))" == "next(1) @ 210")
    }

    @Test func subscriptions() {
      #expect(Subscription(200) == Subscription(200, .max))
      #expect(Subscription(200).unsubscribe == Int.max)
      #expect("\(Subscription(200)) \(Subscription(200, 250))" == "(200: Infinity) (200: 250)")
    }
  }

  @Suite struct Tracing {
    @Test("a pipeline in virtual time leaves the same trace every time")
    func sameTrace() throws {
      func run() throws -> String {
        let trace = try trace {
          let scheduler = TestScheduler(initialClock: 0)
          let letters = scheduler.createHotObservable(marbles: "-a^b-c|")
          _ = scheduler.start { letters.map { $0 + "!" }.filter { $0 != "b!" } }
        }
        return TreeText(trace).text
      }
      let first = try run()
      for _ in 0..<5 { #expect(try run() == first) }
      for name in ["TestScheduler#1.scheduledAction", "HotObservable#1.subscribe", "TestableObserver#1"] {
        #expect(first.contains(name), "\(first)")
      }
    }

    @Test("each action refers to the call that scheduled it")
    func causes() throws {
      let trace = try trace {
        let scheduler = TestScheduler(initialClock: 0)
        scheduler.scheduleAt(10) { scheduler.scheduleAt(20) {} }
        scheduler.start()
      }
      let actions = trace.steps.filter { $0.kind == .scheduledAction }
      #expect(actions.count == 2)
      for action in actions {
        let cause = try #require(action.cause)
        #expect(trace.steps[cause].kind == .schedule && trace.name(of: trace.steps[cause].object) == "TestScheduler#1")
      }
      // The second was scheduled from within the first, and ran after it.
      #expect(actions.last?.cause.map { trace.steps[$0].parent } == actions.first?.index && actions.last?.depth == 0)
    }
  }
}
