import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("take(until:) another sequence") struct TakeUntilTests {
    let time = TestScheduler(initialClock: 0)

    private func source() -> TestableObservable<Int> {
      time.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(250)])
    }

    @Test("elements are forwarded until the other sequence sends, then it completes")
    func values() {
      let source = time.createHotObservable(marbles: "^-a-b-c-|")
      let other = time.createHotObservable(marbles: "^----x--y")
      let observer = time.start { source.take(until: other) }
      #expect(observer.marbles == "--a-b|")
      #expect(source.subscriptionMarbles() == ["^----!"])
      #expect(other.subscriptionMarbles() == ["^----!"])
    }

    @Test("if the other sequence completes or never sends, all elements are forwarded")
    func everything() {
      let source = time.createHotObservable(marbles: "             -a-b-c--|")
      let other = time.createHotObservable(marbles: "              --|")
      #expect(time.start { source.take(until: other) }.marbles == "-a-b-c--|")
      #expect(source.subscriptionMarbles() == ["^-------!"])
      #expect(other.subscriptionMarbles() == ["^-!"])
      OneInput { $0.take(until: Observable<Int>.never()) }.expectAll()
      OneInput { $0.take(until: Observable<Int>.empty()) }.expectAll()
    }

    @Test("if the other sequence sends on subscription, it completes before any element")
    func atOnce() {
      let source = source()
      let observer = time.start { source.take(until: Observable.just("a")) }
      #expect(observer.events == [.completed(200)])
      #expect(source.subscriptions == [Subscription(200, 200)])
    }

    @Test("an error of either sequence ends it and disposes both inputs", arguments: [true, false])
    func errors(ofSource: Bool) {
      let source = time.createHotObservable([
        .next(210, 1), ofSource ? .error(220, TestError.first) : .next(230, 2),
      ])
      let other = time.createHotObservable([ofSource ? .next(230, "a") : .error(220, TestError.first)])
      let observer = time.start { source.take(until: other) }
      #expect(observer.events == [.next(210, 1), .error(220, TestError.first)])
      #expect(source.subscriptions == [Subscription(200, 220)])
      #expect(other.subscriptions == [Subscription(200, 220)])
    }

    @Test("disposal disposes both inputs", arguments: [205, 215])
    func disposal(moment: TestTime) {
      let (source, other) = (source(), time.createHotObservable([.next(240, "a")]))
      let observer = time.start(disposed: moment) { source.take(until: other) }
      #expect(observer.events == (moment > 210 ? [.next(210, 1)] : []))
      #expect(source.subscriptions == [Subscription(200, moment)])
      #expect(other.subscriptions == [Subscription(200, moment)])
    }

    @Test("the completion may come from within a delivery; the element after it is not sent")
    func reentrancy() {
      let (source, other) = (PublishSubject<Int>(), PublishSubject<Void>())
      let log = Log()
      _ = source.take(until: other).subscribe { event in
        log.add(event)
        if event.element == 1 { other.onNext(()) }
      }
      for number in 1...2 { source.onNext(number) }
      #expect(log.entries == ["next(1)", "completed"])
      #expect(!source.hasObservers && !other.hasObservers)
    }

    @Test("in the trace the other sequence's observer gets its element, and the sink forwards the completion")
    func traced() throws {
      let (source, other) = (PublishSubject<Int>(), PublishSubject<String>())
      let trace = try trace {
        _ = source.take(until: other).subscribe(onNext: { _ in })
        source.onNext(1)
        other.onNext("stop")
      }
      #expect(
        trace.calls == [
          "TakeUntil#1 subscribe", "TakeUntil#1 run", "PublishSubject#1 subscribe", "PublishSubject#2 subscribe",
          "TakeUntilSink#1 forwardOn next 1", "AnonymousObserver#1 onCore next 1",
          "TakeUntilSink#1 forwardOn completed", "AnonymousObserver#1 onCore completed",
        ])
      #expect(trace.outline.contains(#"TakeUntilSinkOther#1 on next "stop""#))
    }

    @Test("no resources are left after the terminal event or disposal", arguments: [true, false])
    func leaks(ends: Bool) {
      let before = Resources.total
      do {
        let (source, other) = (PublishSubject<Int>(), PublishSubject<Void>())
        let subscription = source.take(until: other).subscribe()
        if ends { other.onNext(()) } else { subscription.dispose() }
        #expect(!source.hasObservers && !other.hasObservers)
      }
      #expect(Resources.total == before)
    }
  }

  @Suite("take(until:) and take(while:) a predicate") struct TakeWithPredicateTests {
    let scheduler = TestScheduler(initialClock: 0)

    /// The two forms of the predicate; both end at the first element of 3 or more.
    enum Form: CaseIterable {
      case until
      case `while`

      func take(_ source: Observable<Int>, _ behavior: TakeBehavior? = nil) -> Observable<Int> {
        switch (self, behavior) {
        case (.until, nil): source.take(until: { $0 >= 3 })
        case (.until, let behavior?): source.take(until: { $0 >= 3 }, behavior: behavior)
        case (.while, nil): source.take(while: { $0 < 3 })
        case (.while, let behavior?): source.take(while: { $0 < 3 }, behavior: behavior)
        }
      }
    }

    @Test(
      "it completes at the deciding element, which is sent itself if inclusive",
      arguments: Form.allCases, [nil, TakeBehavior.exclusive, .inclusive])
    func values(form: Form, behavior: TakeBehavior?) {
      let numbers = scheduler.createHotObservable(
        marbles: "9-^-1-2-3-1-|", values: ["1": 1, "2": 2, "3": 3, "9": 9])
      let observer = scheduler.start { form.take(numbers, behavior) }
      #expect(observer.marbles == (behavior == .inclusive ? "--1-2-(3|)" : "--1-2-|"))
      #expect(numbers.subscriptionMarbles() == ["^-----!"])
    }

    @Test("if no element decides, it completes, fails and unsubscribes with its input")
    func ends() {
      for behavior in [TakeBehavior.inclusive, .exclusive] {
        OneInput { $0.take(until: { _ in false }, behavior: behavior) }.expectAll()
        OneInput { $0.take(while: { _ in true }, behavior: behavior) }.expectAll()
      }
    }

    @Test("an error thrown by the predicate ends the sequence without the element", arguments: [true, false])
    func throwing(inclusive: Bool) {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3)])
      let observer = scheduler.start {
        numbers.take(
          until: { if $0 == 2 { throw TestError.second } else { false } },
          behavior: inclusive ? .inclusive : .exclusive)
      }
      #expect(observer.events == [.next(210, 1), .error(220, TestError.second)])
      #expect(numbers.subscriptions == [Subscription(200, 220)])
    }

    @Test("an element that the observer sends from within the last element's delivery is too late")
    func reentrancy() {
      let subject = PublishSubject<Int>()
      let log = Log()
      _ = Reports.collect {
        _ = subject.take(until: { $0 == 1 }, behavior: .inclusive).subscribe { event in
          log.add(event)
          if event.element != nil { subject.onNext(1) }
        }
        subject.onNext(1)
      }
      #expect(log.entries == ["next(1)", "completed"] && !subject.hasObservers)
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace {
        _ = Observable.just(1).take(until: { $0 == 1 }, behavior: .inclusive).subscribe(onNext: { _ in })
      }
      #expect(
        trace.calls == [
          "TakeUntilPredicate#1 subscribe", "TakeUntilPredicate#1 run", "Just#1 subscribe",
          "TakeUntilPredicateSink#1 forwardOn next 1", "AnonymousObserver#1 onCore next 1",
          "TakeUntilPredicateSink#1 forwardOn completed", "AnonymousObserver#1 onCore completed",
          "TakeUntilPredicateSink#1 forwardOn completed undelivered",
        ])
    }
  }

  @Suite("take(for:)") struct TakeTimeTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test(
      "elements within a time, then the completion",
      arguments: [
        ("-|", 1, "^!"),
        ("--a|", 3, "^--!"),
        ("--a--b-|", 7, "^------!"),
        ("--a--b--c-|", 20, "^---------!"),
      ])
    func values(expected: String, duration: Int, subscription: String) {
      let letters = scheduler.createHotObservable(marbles: "--a--b--c-|")
      let observer = scheduler.start { letters.take(for: .seconds(duration), scheduler: scheduler) }
      #expect(observer.marbles == expected)
      #expect(letters.subscriptionMarbles() == [subscription])
      #expect(scheduler.debugDescription == "[]")
    }

    @Test("with a time that never ends: completes, fails and unsubscribes with its input")
    func ends() {
      OneInput { $0.take(for: .never, scheduler: scheduler) }.expectAll()
    }

    @Test("no time at all: the completion comes with the scheduler's next action")
    func nothing() {
      let numbers = scheduler.createHotObservable([.next(210, 1)])
      let observer = scheduler.start { numbers.take(for: .seconds(0), scheduler: scheduler) }
      #expect(observer.events == [.completed(201)])
    }

    @Test("disposal cancels the timer")
    func disposal() {
      let observer = scheduler.start(disposed: 205) {
        Observable<Int>.never().take(for: .seconds(50), scheduler: scheduler)
      }
      #expect(observer.events == [] && scheduler.clock == 205 && scheduler.debugDescription == "[]")
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace {
        let scheduler = TestScheduler(initialClock: 0)
        _ = Observable<Int>.never().take(for: .seconds(1), scheduler: scheduler).subscribe(onNext: { _ in })
        scheduler.start()
      }
      #expect(
        trace.calls == [
          "TakeTime#1 subscribe", "TakeTime#1 run", "Never#1 subscribe", "TakeTimeSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }

  @Suite("takeLast") struct TakeLastTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test(
      "the last elements, with the completion",
      arguments: [
        ("-------|", 0),
        ("-------(c|)", 1),
        ("-------(bc|)", 2),
        ("-------(abc|)", 3),
        ("-------(abc|)", 9),
      ])
    func values(expected: String, count: Int) {
      let letters = scheduler.createHotObservable(marbles: "-a-b-c-|")
      let observer = scheduler.start { letters.takeLast(count) }
      #expect(observer.marbles == expected)
      #expect(letters.subscriptionMarbles() == ["^------!"])
    }

    @Test("completes, fails and unsubscribes with its input", arguments: [0, 1, 9])
    func ends(count: Int) { OneInput { $0.takeLast(count) }.expectAll() }

    @Test("an error comes at once, without the elements")
    func errors() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .error(220, TestError.first)])
      #expect(scheduler.start { numbers.takeLast(1) }.events == [.error(220, TestError.first)])
    }

    @Test("an observer that leaves among the last elements gets no more of them")
    func leaving() throws {
      let trace = try trace {
        let log = Log()
        let subject = PublishSubject<Int>()
        let subscription = SerialDisposable()
        subscription.disposable = subject.takeLast(3).subscribe { event in
          log.add(event)
          if event.element == 2 { subscription.dispose() }
        }
        for number in 1...3 { subject.onNext(number) }
        subject.onCompleted()
        #expect(log.entries == ["next(1)", "next(2)"])
      }
      #expect(trace.calls.last == "TakeLastSink#1 forwardOn completed undelivered")
    }

    @Test("a negative count stops the program")
    func negative() async {
      await #expect(processExitsWith: .failure) { _ = Observable.of(1).takeLast(-1) }
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable.just(1).takeLast(1).subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "TakeLast#1 subscribe", "TakeLast#1 run", "Just#1 subscribe", "TakeLastSink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "TakeLastSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}
