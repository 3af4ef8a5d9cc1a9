import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("retry, catch(sequence:)") struct RetryTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("a sequence that fails is subscribed to again, until it completes")
    func endless() {
      let failing = scheduler.createColdObservable(marbles: "-a-#")
      let observer = scheduler.start(subscription: "^-------!") { failing.retry() }
      #expect(observer.marbles == "-a--a--a")
      #expect(
        failing.subscriptionMarbles() == [
          "^--!",
          "---^--!",
          "------^-!",
        ])
    }

    @Test(
      "up to the number of attempts, including the first; then the error is forwarded",
      arguments: [
        ("-a-#", ["^--!"]),
        ("-a--a-#", ["^--!", "---^--!"]),
        ("-a--a--a-#", ["^--!", "---^--!", "------^--!"]),
      ])
    func count(expected: String, attempts: [String]) {
      let failing = scheduler.createColdObservable(marbles: "-a-#", error: TestError.first)
      let observer = scheduler.start { failing.retry(attempts.count) }
      #expect(observer.marbles == expected)
      #expect(observer.events.last?.value.error as? TestError == .first)
      #expect(failing.subscriptionMarbles() == attempts)
    }

    @Test("with no attempts it is empty", arguments: [0, -1])
    func nothing(count: Int) {
      let numbers = scheduler.createColdObservable([.next(10, 1)])
      #expect(scheduler.start { numbers.retry(count) }.events == [.completed(200)])
      #expect(numbers.subscriptions == [])
    }

    @Test("a sequence that does not fail completes and unsubscribes with its input")
    func ends() {
      for operation in [OneInput { $0.retry() }, OneInput { $0.retry(2) }] {
        operation.expectEnds()
        operation.expectUnsubscribes()
        operation.expectKeepsTheGrammar()
      }
    }

    @Test("a sequence may fail at once any number of times")
    func atOnce() {
      var attempts = 0
      let failing = Observable<Int>.deferred {
        attempts += 1
        return .error(TestError.first)
      }
      #expect(events(of: failing.retry(50_000)) == ["error(first)"])
      #expect(attempts == 50_000)
    }

    @Test("of several sequences, each replaces the one that failed before it")
    func catchSequence() {
      let sources = [
        scheduler.createColdObservable(marbles: "    -a-#"),
        scheduler.createColdObservable(marbles: "       -b-|"),
        scheduler.createColdObservable(marbles: "          -c-|"),
      ]
      let caught = Observable.catch(sequence: sources)
      #expect(scheduler.start { caught }.marbles == "-a--b-|")
      #expect(sources.map { $0.subscriptionMarbles() } == [["^--!"], ["---^--!"], []])
    }

    @Test("if all of them fail, the last error is forwarded; without sequences it is empty")
    func catchSequenceEnds() {
      let errors: [Observable<Int>] = [.error(TestError.first), .error(TestError.second)]
      #expect(events(of: Observable.catch(sequence: errors)) == ["error(second)"])
      #expect(events(of: Observable.catch(sequence: [Observable<Int>]())) == ["completed"])
    }

    @Test("a retry among several sequences is not unfolded: with no attempts it completes, and no other follows")
    func retryAmongOthers() {
      let sources = [Observable.just(1).retry(0), .just(2)]
      #expect(events(of: Observable.catch(sequence: sources)) == ["completed"])
    }

    @Test("every call is in the trace: one sink for all attempts")
    func traced() throws {
      let trace = try trace {
        _ = Observable.catch(sequence: [.error(TestError.first), .just(1)]).subscribe(onNext: { _ in })
      }
      #expect(
        trace.calls == [
          "CatchSequence#1 subscribe", "CatchSequence#1 run", "Failure#1 subscribe", "Just#1 subscribe",
          "CatchSequenceSink#1 forwardOn next 1", "AnonymousObserver#1 onCore next 1",
          "CatchSequenceSink#1 forwardOn completed", "AnonymousObserver#1 onCore completed",
        ])
    }

    @Test("no resources are left after disposal")
    func leaks() {
      let before = Resources.total
      do {
        let subject = PublishSubject<Int>()
        let subscription = Observable.just(1).concat(subject).retry().subscribe()
        subscription.dispose()
        #expect(!subject.hasObservers)
      }
      #expect(Resources.total == before)
    }
  }

  @Suite("retry(when:)") struct RetryWhenTests {
    let scheduler = TestScheduler(initialClock: 0)

    private func failing() -> TestableObservable<Int> {
      scheduler.createColdObservable([.next(10, 1), .error(20, TestError.first)])
    }

    @Test("an attempt follows each answer; the failed one was disposed at the failure")
    func answers() {
      let failing = scheduler.createColdObservable(marbles: "-a-#")
      let observer = scheduler.start(subscription: "^--------------!") {
        failing.retry { errors in errors.delay(.seconds(2), scheduler: scheduler) }
      }
      #expect(observer.marbles == "-a----a----a")
      #expect(
        failing.subscriptionMarbles() == [
          "^--!",
          "-----^--!",
          "----------^--!",
        ])
    }

    @Test("a terminal event of the trigger, while a failure waits, ends it")
    func answerEnds() {
      let failing = failing()
      let ended = scheduler.createObserver(Int.self)
      _ = failing.retry { (errors: Observable<any Error>) in errors.take(1).ignoreElements() }.subscribe(ended)
      let observer = scheduler.start {
        failing.retry { errors in errors.map { _ -> Int in throw TestError.second } }
      }
      #expect(ended.events == [.next(10, 1), .completed(20)])
      #expect(observer.events == [.next(210, 1), .error(220, TestError.second)])
    }

    @Test("if the trigger ends during an attempt, the next failure ends it")
    func answersEndEarly() {
      let failing = failing()
      let observer = scheduler.start { failing.retry { errors in errors.take(1) } }
      #expect(observer.events == [.next(210, 1), .next(230, 1), .completed(240)])
      let again = TestScheduler(initialClock: 0)
      let source = again.createColdObservable(failing.recordedEvents)
      let trigger = again.createHotObservable([.error(205, TestError.second, Int.self)])
      let failed = again.start { source.retry { (_: Observable<any Error>) in trigger } }
      #expect(failed.events == [.next(210, 1), .error(220, TestError.second)])
    }

    @Test("unexpected answers are ignored: before a failure, and a second answer to one")
    func unasked() {
      let failing = scheduler.createColdObservable(marbles: "-a-#")
      let trigger = scheduler.createHotObservable(marbles: "--x--xx---x")
      let observer = scheduler.start { failing.retry { (_: Observable<any Error>) in trigger } }
      #expect(observer.marbles == "-a----a----a")
      #expect(
        failing.subscriptionMarbles() == [
          "^--!",
          "-----^--!",
          "----------^--!",
        ])
      #expect(trigger.subscriptions == [Subscription(200, 1000)])
    }

    @Test("an error of another type than the handler's ends it")
    func otherType() {
      let observer = scheduler.start { failing().retry { (errors: Observable<RxError>) in errors } }
      #expect(observer.events == [.next(210, 1), .error(220, TestError.first)])
      let asked = scheduler.createObserver(Int.self)
      _ = Observable<Int>.error(TestError.first).retry { (errors: Observable<TestError>) in errors.take(1) }
        .subscribe(asked)
      #expect(asked.events == [.completed(1000)])
    }

    @Test("if nothing fails, it completes and unsubscribes with its input")
    func ends() {
      let operation = OneInput { $0.retry { (errors: Observable<any Error>) in errors } }
      operation.expectEnds()
      operation.expectUnsubscribes()
      operation.expectKeepsTheGrammar()
    }

    @Test("if it fails while it is subscribed to, the trigger's terminal event comes before the disposal")
    func endsBeforeDisposal() {
      func run<Trigger>(_ trigger: @escaping (Observable<any Error>) -> Observable<Trigger>) -> [String] {
        let log = Log()
        var attempts = 0
        let source = Observable<Int>.create { observer in
          attempts += 1
          let attempt = attempts
          log.add("+\(attempt)")
          observer.onNext(attempt)
          observer.onError(TestError.first)
          return Disposables.create { log.add("-\(attempt)") }
        }
        source.retry(when: trigger).subscribe { log.add($0) }.dispose()
        return log.entries
      }
      #expect(run { $0.take(1) } == ["+1", "next(1)", "completed", "-1"])
      #expect(run { _ in Observable<Int>.empty() } == ["+1", "next(1)", "completed", "-1"])
      #expect(run { $0.map { _ in throw TestError.second } } == ["+1", "next(1)", "error(second)", "-1"])
      #expect(run { $0.take(2) } == ["+1", "next(1)", "-1", "+2", "next(2)", "completed", "-2"])
      #expect(run { _ in Observable<Int>.never() } == ["+1", "next(1)", "-1"])
    }

    /// RxSwift sends each error from within the delivery of the previous one.
    @Test("a sequence may fail at once and be answered at once any number of times")
    func atOnce() {
      let source = PublishSubject<Int>()
      var attempts = 0
      let failing = Observable<Int>.deferred {
        attempts += 1
        return attempts == 1 ? source.asObservable() : .error(TestError.first)
      }
      let log = Log()
      let reports = Reports.collect {
        _ = failing.retry { (errors: Observable<any Error>) in errors.take(20_000) }.subscribe { log.add($0) }
        source.onError(TestError.first)
      }
      #expect(log.entries == ["completed"] && attempts == 20_000 && reports == [])
    }

    @Test("disposal while a failure waits disposes the trigger")
    func disposal() {
      let trigger = scheduler.createHotObservable([.next(230, 0)])
      let failing = failing()
      let observer = scheduler.start(disposed: 225) { failing.retry { (_: Observable<any Error>) in trigger } }
      #expect(observer.events == [.next(210, 1)])
      #expect(failing.subscriptions == [Subscription(200, 220)] && trigger.subscriptions == [Subscription(200, 225)])
    }

    @Test("every call is in the trace, including the errors sent to the handler")
    func traced() throws {
      let trace = try trace {
        _ = Observable<Int>.error(TestError.first).retry { (errors: Observable<any Error>) in errors.take(1) }
          .subscribe()
      }
      #expect(
        trace.calls == [
          "RetryWhen#1 subscribe", "RetryWhen#1 run", "TakeCount#1 subscribe", "TakeCount#1 run",
          "PublishSubject#1 subscribe", "Failure#1 subscribe", "TakeCountSink#1 forwardOn next first",
          "TakeCountSink#1 forwardOn completed", "RetryWhenSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
      #expect(trace.outline.contains("RetryTriggerSink#1 on next first"))
    }

    @Test("no resources are left after the terminal event or disposal", arguments: [true, false])
    func leaks(ends: Bool) {
      let before = Resources.total
      do {
        let (source, trigger) = (PublishSubject<Int>(), PublishSubject<Void>())
        let subscription = source.retry { (_: Observable<any Error>) in trigger }.subscribe()
        if ends { source.onCompleted() } else { subscription.dispose() }
        #expect(!source.hasObservers && !trigger.hasObservers)
      }
      #expect(Resources.total == before)
    }
  }
}
