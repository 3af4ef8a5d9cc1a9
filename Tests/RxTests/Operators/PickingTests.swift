import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("single") struct SingleAsyncTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("the only element comes as it is sent, and the completion with the sequence's")
    func one() {
      let letters = scheduler.createHotObservable(marbles: "   -a--|")
      #expect(scheduler.start { letters.single() }.marbles == "-a--|")
      #expect(letters.subscriptionMarbles() == ["^---!"])
    }

    @Test("it fails without an element, and with the second one")
    func noneOrMore() {
      let none = scheduler.createHotObservable([.completed(230, Int.self)])
      let two = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
      let second = scheduler.createObserver(Int.self)
      _ = two.single().subscribe(second)
      #expect(scheduler.start { none.single() }.events == [.error(230, RxError.noElements)])
      #expect(second.events == [.next(210, 1), .error(220, RxError.moreThanOneElement)])
      #expect(two.subscriptions == [Subscription(0, 220)])
    }

    @Test("with a predicate, other elements are dropped")
    func predicate() {
      #expect(events(of: Observable.of(1, 2, 3).single { $0 == 2 }) == ["next(2)", "completed"])
      #expect(
        events(of: Observable.of(1, 2, 3).single { $0 > 3 }) == ["error(Sequence doesn't contain any elements.)"])
      #expect(
        events(of: Observable.of(1, 2, 3).single { $0 > 1 }) == [
          "next(2)", "error(Sequence contains more than one element.)",
        ])
    }

    @Test("forwards errors, and unsubscribes with its input")
    func ends() {
      OneInput { $0.single() }.expectPassesErrors()
      OneInput { $0.single() }.expectKeepsTheGrammar()
      let never = scheduler.createHotObservable([Recorded<Event<Int>>]())
      #expect(scheduler.start { never.single() }.events == [])
      #expect(never.subscriptions == [Subscription(200, 1000)])
    }

    @Test("an error thrown by the predicate ends the sequence and disposes its input")
    func throwing() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(220, 2)])
      let observer = scheduler.start { numbers.single { if $0 == 2 { throw TestError.second } else { false } } }
      #expect(observer.events == [.error(220, TestError.second)])
      #expect(numbers.subscriptions == [Subscription(200, 220)])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable.just(1).single().subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "SingleAsync#1 subscribe", "SingleAsync#1 run", "Just#1 subscribe", "SingleAsyncSink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "SingleAsyncSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }

  @Suite("first") struct FirstTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("the first element, then the completion")
    func element() {
      let letters = scheduler.createHotObservable(marbles: "                    z-^-a-b")
      #expect(scheduler.start { letters.first() }.marbles(values: ["a": "a"]) == "--(a|)")
      #expect(letters.subscriptionMarbles() == ["^-!"])
    }

    @Test("nil if the sequence completes without one")
    func empty() {
      let numbers = scheduler.createHotObservable([.completed(210, Int.self)])
      #expect(scheduler.start { numbers.first() }.events == [.next(210, nil), .completed(210)])
    }

    @Test("an error, or nothing at all, like its input")
    func ends() {
      let failing = scheduler.createHotObservable([.error(210, TestError.first, Int.self)])
      #expect(scheduler.start { failing.first() }.events == [.error(210, TestError.first)])
      #expect(events(of: Observable<Int>.never().first().asObservable()) == [])
    }

    @Test("an element that the observer sends from within the delivery is not another first element")
    func reentrancy() {
      let subject = PublishSubject<Int>()
      let log = Log()
      _ = Reports.collect {
        _ = subject.first().subscribe { result in
          log.add("\(result)")
          subject.onNext(2)
        }
        subject.onNext(1)
      }
      #expect(log.entries == ["success(Optional(1))"] && !subject.hasObservers)
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable.just(1).first().subscribe(onSuccess: { _ in }) }
      #expect(
        trace.calls == [
          "First#1 subscribe", "First#1 run", "Just#1 subscribe", "FirstSink#1 forwardOn next Optional(1)",
          "OutcomeObserver#1 onCore next Optional(1)", "FirstSink#1 forwardOn completed",
          "OutcomeObserver#1 onCore completed",
        ])
    }
  }

  @Suite("element(at:)") struct ElementAtTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test(
      "the element at an index, then the completion",
      arguments: [
        ("-(a|)", 0, "^!"),
        ("---(b|)", 1, "^--!"),
        ("-----(c|)", 2, "^----!"),
      ])
    func element(expected: String, index: Int, subscription: String) {
      let letters = scheduler.createHotObservable(marbles: "-a-b-c-|")
      let observer = scheduler.start { letters.element(at: index) }
      #expect(observer.marbles == expected)
      #expect(letters.subscriptionMarbles() == [subscription])
    }

    @Test("fails if the sequence completes before")
    func outOfRange() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .completed(240)])
      #expect(scheduler.start { numbers.element(at: 1) }.events == [.error(240, RxError.argumentOutOfRange)])
    }

    @Test("forwards errors and unsubscribes with its input")
    func ends() {
      OneInput { $0.element(at: 9) }.expectPassesErrors()
      OneInput { $0.element(at: 1) }.expectKeepsTheGrammar()
      let never = scheduler.createHotObservable([Recorded<Event<Int>>]())
      #expect(scheduler.start { never.element(at: 0) }.events == [])
      #expect(never.subscriptions == [Subscription(200, 1000)])
    }

    @Test("an element sent from within the delivery is too late")
    func reentrancy() {
      let subject = PublishSubject<Int>()
      let log = Log()
      _ = Reports.collect {
        _ = subject.element(at: 0).subscribe { event in
          log.add(event)
          if event.element != nil { subject.onNext(2) }
        }
        subject.onNext(1)
      }
      #expect(log.entries == ["next(1)", "completed"])
    }

    @Test("a negative index stops the program")
    func negative() async {
      await #expect(processExitsWith: .failure) { _ = Observable.of(1).element(at: -1) }
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable<Int>.empty().element(at: 0).subscribe(onError: { _ in }) }
      #expect(
        trace.calls == [
          "ElementAt#1 subscribe", "ElementAt#1 run", "Empty#1 subscribe",
          "ElementAtSink#1 forwardOn error Argument out of range.",
          "AnonymousObserver#1 onCore error Argument out of range.",
        ])
    }
  }

  @Suite("enumerated") struct EnumeratedTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("each element with its index; each observer counts separately")
    func values() {
      let letters = scheduler.createHotObservable(marbles: "-a-b-|")
      let enumerated = letters.enumerated().map { "\($0.index)\($0.element)" }
      let early = scheduler.createObserver(String.self)
      _ = enumerated.subscribe(early)
      let late = scheduler.start(subscription: "--^") { enumerated }
      #expect(early.events.marbles(from: 200) == "-'0a'-'1b'-|")
      #expect(late.marbles == "---'0b'-|")
    }

    @Test("completes, fails and unsubscribes with its input")
    func ends() { OneInput { $0.enumerated().map { $0.element } }.expectAll() }

    @Test("an element is counted before it is sent")
    func reentrancy() {
      let subject = PublishSubject<String>()
      let log = Log()
      _ = Reports.collect {
        let subscription = subject.enumerated().subscribe(onNext: { index, element in
          log.add("\(index)\(element)")
          if element == "a" { subject.onNext("b") }
        })
        subject.onNext("a")
        subscription.dispose()
      }
      #expect(log.entries == ["0a", "1b"])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable.just("a").enumerated().subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "Enumerated#1 subscribe", "Enumerated#1 run", "Just#1 subscribe",
          #"EnumeratedSink#1 forwardOn next (index: 0, element: "a")"#,
          #"AnonymousObserver#1 onCore next (index: 0, element: "a")"#, "EnumeratedSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }

  @Suite("ignoreElements") struct IgnoreElementsTests {
    @Test("only the terminal event is forwarded")
    func ends() {
      OneInput { input in
        input.ignoreElements().map { _ -> Int in }
      }.expectAll()
      #expect(events(of: Observable.of(1, 2).ignoreElements()) == ["completed"])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable.just(1).ignoreElements().subscribe() }
      #expect(
        trace.calls == [
          "IgnoreElements#1 subscribe", "IgnoreElements#1 run", "Just#1 subscribe",
          "IgnoreElementsSink#1 forwardOn completed", "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}
