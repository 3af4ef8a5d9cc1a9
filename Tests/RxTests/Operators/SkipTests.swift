import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("skip") struct SkipTests {
    let scheduler = TestScheduler(initialClock: 0)

    private let letters = "--a--b--c-|"

    @Test(
      "the first elements are dropped",
      arguments: [
        ("--a--b--c-|", -1),
        ("--a--b--c-|", 0),
        ("-----b--c-|", 1),
        ("--------c-|", 2),
        ("----------|", 3),
        ("----------|", 9),
      ])
    func count(expected: String, count: Int) {
      let letters = scheduler.createHotObservable(marbles: letters)
      let observer = scheduler.start { letters.skip(count) }
      #expect(observer.marbles == expected)
      #expect(letters.subscriptionMarbles() == ["^---------!"])
    }

    @Test("with a count, it completes, fails and unsubscribes with its input; each observer has its own")
    func countEnds() {
      OneInput { $0.skip(0) }.expectAll()
      OneInput { $0.skip(1) }.expectAll()
      OneInput { $0.skip(9) }.expectAll()
      let skipping = Observable.of(1, 2).skip(1)
      for _ in 0..<2 { #expect(events(of: skipping) == ["next(2)", "completed"]) }
    }

    @Test(
      "elements within a time are dropped",
      arguments: [
        ("--a--b--c-|", 1),
        ("-----b--c-|", 3),
        ("--------c-|", 7),
        ("----------|", 20),
      ])
    func time(expected: String, duration: Int) {
      let letters = scheduler.createHotObservable(marbles: letters)
      let observer = scheduler.start { letters.skip(.seconds(duration), scheduler: scheduler) }
      #expect(observer.marbles == expected)
      #expect(letters.subscriptionMarbles() == ["^---------!"])
      #expect(scheduler.debugDescription == "[]")
    }

    @Test("an element in the tick in which the time is over is dropped if it was scheduled before")
    func timeAtOnce() {
      let letters = scheduler.createHotObservable(marbles: letters)
      let observer = scheduler.start { letters.skip(.seconds(2), scheduler: scheduler) }
      #expect(observer.marbles == "-----b--c-|")
    }

    @Test("with a time, it completes, fails and unsubscribes with its input, whether or not it is over")
    func timeEnds() {
      for duration in [RxTimeInterval.seconds(1), .never] {
        let scheduler = TestScheduler(initialClock: 0)
        OneInput { $0.skip(duration, scheduler: scheduler) }.expectAll()
      }
    }

    @Test("disposal cancels the timer")
    func timeDisposal() {
      let observer = scheduler.start(disposed: 205) {
        Observable<Int>.never().skip(.seconds(50), scheduler: scheduler)
      }
      #expect(observer.events == [] && scheduler.clock == 205 && scheduler.debugDescription == "[]")
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace {
        _ = Observable.just(1).skip(1).subscribe(onNext: { _ in })
        let scheduler = TestScheduler(initialClock: 0)
        _ = Observable.just(1).skip(.seconds(1), scheduler: scheduler).subscribe(onNext: { _ in })
      }
      #expect(
        trace.calls == [
          "SkipCount#1 subscribe", "SkipCount#1 run", "Just#1 subscribe", "SkipCountSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed", "SkipTime#1 subscribe", "SkipTime#1 run", "Just#2 subscribe",
          "SkipTimeSink#1 forwardOn completed", "AnonymousObserver#2 onCore completed",
        ])
    }
  }

  @Suite("skip(while:)") struct SkipWhileTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("elements are dropped until one does not satisfy the predicate, which is not called after that")
    func values() {
      let log = Log()
      let letters = scheduler.createHotObservable(marbles: "z-^-a-b-c-a-|")
      let observer = scheduler.start {
        letters.skip(while: { letter in
          log.add(letter)
          return letter < "c"
        })
      }
      #expect(observer.marbles == "------c-a-|")
      #expect(log.entries == ["a", "b", "c"] && letters.subscriptionMarbles() == ["^---------!"])
    }

    @Test("completes, fails and unsubscribes with its input")
    func ends() {
      OneInput { $0.skip(while: { _ in true }) }.expectAll()
      OneInput { $0.skip(while: { _ in false }) }.expectAll()
      OneInput { $0.skip(while: { $0 < 2 }) }.expectAll()
    }

    @Test("an error thrown by the predicate ends the sequence and disposes its input")
    func throwing() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(220, 2)])
      let observer = scheduler.start {
        numbers.skip(while: { if $0 == 2 { throw TestError.second } else { true } })
      }
      #expect(observer.events == [.error(220, TestError.second)])
      #expect(numbers.subscriptions == [Subscription(200, 220)])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable.just(1).skip(while: { $0 > 1 }).subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "SkipWhile#1 subscribe", "SkipWhile#1 run", "Just#1 subscribe", "SkipWhileSink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "SkipWhileSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }

  @Suite("skip(until:)") struct SkipUntilTests {
    let time = TestScheduler(initialClock: 0)

    private func source() -> TestableObservable<Int> {
      time.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(250)])
    }

    @Test("elements are dropped until the other sequence sends, which is then disposed")
    func values() {
      let source = time.createHotObservable(marbles: "             --a--b--c-|")
      let other = time.createHotObservable(marbles: "              ---x---y")
      #expect(time.start { source.skip(until: other) }.marbles == "-----b--c-|")
      #expect(source.subscriptionMarbles() == ["^---------!"])
      #expect(other.subscriptionMarbles() == ["^--!"])
    }

    @Test("if the other sequence never sends, not even the completion is forwarded, and both are released")
    func nothing() {
      let (source, other) = (source(), time.createHotObservable([.completed(225, Int.self)]))
      let silent = time.createHotObservable([Recorded<Event<Int>>]())
      let observers = [time.createObserver(Int.self), time.createObserver(Int.self)]
      time.scheduleAt(200) {
        _ = source.skip(until: other).subscribe(observers[0])
        _ = source.skip(until: silent).subscribe(observers[1])
      }
      time.start()
      #expect(observers.map(\.events) == [[], []])
      #expect(source.subscriptions == [Subscription(200, 250), Subscription(200, 250)])
      #expect(other.subscriptions == [Subscription(200, 225)] && silent.subscriptions == [Subscription(200, 250)])
      OneInput { $0.skip(until: Observable<Int>.never()) }.expectPassesErrors()
    }

    @Test("an other sequence that sends on subscription comes after the source's elements on subscription")
    func atOnce() {
      let skipping = Observable.of(1, 2).skip(until: Observable.just("a"))
      #expect(events(of: skipping) == ["next(1)", "next(2)", "completed"])
      #expect(events(of: Observable.just(1).skip(until: Observable.just("a"))) == [])
      OneInput { $0.skip(until: Observable.just(1)) }.expectAll()
    }

    @Test("an error of the other sequence ends it, but not after that has sent something", arguments: [215, 225])
    func otherError(sends: Int) {
      let source = source()
      let other = time.createHotObservable([.next(sends, "a"), .error(222, TestError.first)])
      let observer = time.start { source.skip(until: other) }
      let whole: [Recorded<Event<Int>>] = [.next(220, 2), .next(230, 3), .completed(250)]
      #expect(observer.events == (sends == 215 ? whole : [.error(222, TestError.first)]))
      #expect(source.subscriptions == [Subscription(200, sends == 215 ? 250 : 222)])
      #expect(other.subscriptions == [Subscription(200, sends == 215 ? 215 : 222)])
    }

    @Test("if the other sequence sends and then fails while it is subscribed to, its error is ignored")
    func otherSendsAndFails() {
      let source = source()
      let other = Observable<String>.error(TestError.first).startWith("a")
      let observer = time.start { source.skip(until: other) }
      #expect(observer.events == [.next(210, 1), .next(220, 2), .next(230, 3), .completed(250)])
      #expect(source.subscriptions == [Subscription(200, 250)])
    }

    @Test("an error of the source ends it and disposes both inputs")
    func sourceError() {
      let source = time.createHotObservable([.next(210, 1), .error(220, TestError.first)])
      let other = time.createHotObservable([.next(230, "a")])
      let observer = time.start { source.skip(until: other) }
      #expect(observer.events == [.error(220, TestError.first)])
      #expect(other.subscriptions == [Subscription(200, 220)])
    }

    @Test("disposal disposes the inputs that are left", arguments: [205, 217, 225])
    func disposal(moment: TestTime) {
      let (source, other) = (source(), time.createHotObservable([.next(215, "a")]))
      let observer = time.start(disposed: moment) { source.skip(until: other) }
      #expect(observer.events == (moment > 220 ? [.next(220, 2)] : []))
      #expect(source.subscriptions == [Subscription(200, moment)])
      #expect(other.subscriptions == [Subscription(200, min(215, moment))])
    }

    @Test("in the trace the other sequence's observer gets its element, and forwards nothing")
    func traced() throws {
      let (source, other) = (PublishSubject<Int>(), PublishSubject<String>())
      let subscription = source.skip(until: other).subscribe(onNext: { _ in })
      let trace = try trace {
        other.onNext("go")
        source.onNext(1)
      }
      subscription.dispose()
      #expect(trace.calls == ["SkipUntilSink#1 forwardOn next 1", "AnonymousObserver#1 onCore next 1"])
      #expect(trace.outline.contains(#"SkipUntilSinkOther#1 on next "go""#))
    }

    @Test("no resources are left after the terminal event or disposal", arguments: [true, false])
    func leaks(ends: Bool) {
      let before = Resources.total
      do {
        let (source, other) = (PublishSubject<Int>(), PublishSubject<Void>())
        let subscription = source.skip(until: other).subscribe()
        other.onNext(())
        if ends { source.onCompleted() } else { subscription.dispose() }
        #expect(!source.hasObservers && !other.hasObservers)
      }
      #expect(Resources.total == before)
    }
  }
}
