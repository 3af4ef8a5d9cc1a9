import Foundation
import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("Single, Maybe, Completable") struct PrimitiveSequenceTests {
    let scheduler = TestScheduler(initialClock: 0)

    private func told<Element>(_ log: Log, _ single: Single<Element>) -> any Disposable {
      single.subscribe(
        onSuccess: { log.add("success \($0)") }, onFailure: { log.add("failure \($0)") },
        onDisposed: { log.add("disposed") })
    }

    private func told<Element>(_ log: Log, _ maybe: Maybe<Element>) -> any Disposable {
      maybe.subscribe(
        onSuccess: { log.add("success \($0)") }, onError: { log.add("error \($0)") },
        onCompleted: { log.add("completed") }, onDisposed: { log.add("disposed") })
    }

    private func told(_ log: Log, _ completable: Completable) -> any Disposable {
      completable.subscribe(
        onCompleted: { log.add("completed") }, onError: { log.add("error \($0)") },
        onDisposed: { log.add("disposed") })
    }

    @Test("`asCompletable` ends, and unsubscribes, with the source's first terminal event")
    func asCompletable() {
      let completes = scheduler.createHotObservable([.completed(250, Never.self), .error(260, TestError.first)])
      let fails = scheduler.createHotObservable([.error(270, TestError.first, Never.self), .completed(280)])
      let observers = [completes, fails].map { source in
        let observer = scheduler.createObserver(Never.self)
        scheduler.scheduleAt(200) { _ = source.asCompletable().asObservable().subscribe(observer) }
        return observer
      }
      scheduler.start()
      #expect(observers.map(\.events) == [[.completed(250)], [.error(270, TestError.first)]])
      #expect([completes, fails].map(\.subscriptions) == [[Subscription(200, 250)], [Subscription(200, 270)]])
    }

    @Test("each observer gets the outcome, then onDisposed is called")
    func outcomes() {
      let log = Log()
      _ = told(log, Single.just(1))
      _ = told(log, Single<Int>.error(TestError.first))
      _ = told(log, Maybe.just(2))
      _ = told(log, Maybe<Int>.empty())
      _ = told(log, Maybe<Int>.error(TestError.first))
      _ = told(log, Completable.empty())
      _ = told(log, Completable.error(TestError.second))
      let never = [told(log, Single<Int>.never()), told(log, Maybe<Int>.never()), told(log, Completable.never())]
      #expect(
        log.entries == [
          "success 1", "disposed", "failure first", "disposed", "success 2", "disposed", "completed", "disposed",
          "error first", "disposed", "completed", "disposed", "error second", "disposed",
        ])
      for subscription in never { subscription.dispose() }
      #expect(log.entries.suffix(3) == ["disposed", "disposed", "disposed"])
    }

    @Test("one closure may take the outcome")
    func oneClosure() {
      let log = Log()
      _ = Single.just(1).subscribe { log.add("\($0)") }
      _ = Single<Int>.error(TestError.first).subscribe { log.add("\($0)") }
      _ = Maybe<Int>.empty().subscribe { log.add("\($0)") }
      _ = Completable.empty().subscribe { log.add("\($0)") }
      #expect(log.entries == ["success(1)", "failure(RxTests.TestError.first)", "completed", "completed"])
    }

    @Test("only the first outcome sent by create counts, even from within its delivery")
    func create() {
      let log = Log()
      var again: ((SingleEvent<Int>) -> Void)?
      let single = Single<Int>.create { observer in
        again = observer
        return Disposables.create { log.add("let go") }
      }
      _ = single.subscribe(onSuccess: {
        log.add("\($0)")
        again?(.success(2))
      })
      again?(.success(1))
      again?(.failure(TestError.first))
      let maybe = Maybe<Int>.create { observer in
        for event in [MaybeEvent.completed, .success(3)] { observer(event) }
        return Disposables.create()
      }
      _ = told(log, maybe)
      let completable = Completable.create { observer in
        for event in [CompletableEvent.error(TestError.first), .completed] { observer(event) }
        return Disposables.create()
      }
      _ = told(log, completable)
      #expect(log.entries == ["1", "let go", "completed", "disposed", "error first", "disposed"])
    }

    @Test("an error that no closure handles reaches the default handler")
    func unhandled() {
      let before = Hooks.defaultErrorHandler
      defer { Hooks.defaultErrorHandler = before }
      let log = Log()
      Hooks.defaultErrorHandler = { _, error in log.add("\(error)") }
      _ = Single<Int>.error(TestError.first).subscribe(onSuccess: { _ in })
      _ = Maybe<Int>.error(TestError.first).subscribe()
      _ = Completable.error(TestError.second).subscribe(onDisposed: { log.add("disposed") })
      #expect(log.entries == ["first", "first", "second", "disposed"])
    }

    @Test("with an object, closures are called until it is freed")
    func withObject() {
      final class Screen {}
      var screen: Screen? = Screen()
      let log = Log()
      _ = Single.just(1).subscribe(with: screen!, onSuccess: { log.add("single \($1)") })
      _ = Maybe.just(1).subscribe(with: screen!, onSuccess: { log.add("maybe \($1)") })
      _ = Completable.empty().subscribe(with: screen!, onCompleted: { _ in log.add("completable") })
      let subject = PublishSubject<Int>()
      _ = subject.asSingle().subscribe(
        with: screen!, onSuccess: { log.add("late \($1)") }, onFailure: { log.add("late \($1)") })
      screen = nil
      subject.onError(TestError.first)
      #expect(log.entries == ["single 1", "maybe 1", "completable"])
    }

    @Test("a sequence of exactly one element is a single, of at most one a maybe; others fail")
    func conversions() {
      let counts: [(elements: [Int], single: [String], maybe: [String])] = [
        ([], ["error(Sequence doesn't contain any elements.)"], ["completed"]),
        ([1], ["next(1)", "completed"], ["next(1)", "completed"]),
        (
          [1, 2], ["error(Sequence contains more than one element.)"],
          ["error(Sequence contains more than one element.)"]
        ),
      ]
      for (elements, single, maybe) in counts {
        #expect(events(of: Observable.from(elements).asSingle().asObservable()) == single)
        #expect(events(of: Observable.from(elements).asMaybe().asObservable()) == maybe)
      }
      #expect(events(of: Observable.of(1).ignoreElements().asCompletable().asObservable()) == ["completed"])
      #expect(events(of: Single.just(1).asMaybe().asObservable()) == ["next(1)", "completed"])
      #expect(events(of: Single.just(1).asCompletable().asObservable()) == ["completed"])
    }

    @Test("asSingle and asMaybe wait for the completion, and unsubscribe at the terminal event")
    func conversionTimes() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .completed(220)])
      #expect(scheduler.start { numbers.asSingle() }.events == [.next(220, 1), .completed(220)])
      #expect(numbers.subscriptions == [Subscription(200, 220)])
      let again = TestScheduler(initialClock: 0)
      let two = again.createHotObservable([.next(210, 1), .next(215, 2), .completed(220)])
      #expect(again.start { two.asMaybe() }.events == [.error(215, RxError.moreThanOneElement)])
      #expect(two.subscriptions == [Subscription(200, 215)])
      for operation in [OneInput { $0.asSingle().asObservable() }, OneInput { $0.asMaybe().asObservable() }] {
        operation.expectPassesErrors()
        operation.expectKeepsTheGrammar()
      }
    }

    @Test("a single's operators")
    func singleOperators() {
      let one = Single.just(1)
      #expect(events(of: one.map { $0 + 1 }.asObservable()) == ["next(2)", "completed"])
      #expect(events(of: one.filter { $0 > 1 }.asObservable()) == ["completed"])
      #expect(events(of: one.compactMap { $0 > 1 ? $0 : nil }.asObservable()) == ["completed"])
      #expect(events(of: one.flatMap { Single.just("\($0)!") }.asObservable()) == ["next(1!)", "completed"])
      #expect(events(of: one.flatMapMaybe { _ in Maybe<Int>.empty() }.asObservable()) == ["completed"])
      #expect(events(of: one.flatMapCompletable { _ in .error(TestError.first) }.asObservable()) == ["error(first)"])
      #expect(
        events(of: Single<Int>.error(TestError.first).catchAndReturn(7).asObservable()) == ["next(7)", "completed"])
      let log = Log()
      _ = told(log, one.do(onSuccess: { log.add("on \($0)") }, afterSuccess: { log.add("after \($0)") }))
      #expect(log.entries == ["on 1", "success 1", "disposed", "after 1"])
    }

    @Test("a maybe's operators")
    func maybeOperators() {
      let (one, none) = (Maybe.just(1), Maybe<Int>.empty())
      #expect(events(of: one.map { $0 + 1 }.asObservable()) == ["next(2)", "completed"])
      #expect(events(of: none.map { $0 + 1 }.asObservable()) == ["completed"])
      #expect(events(of: one.filter { $0 > 1 }.asObservable()) == ["completed"])
      #expect(events(of: one.compactMap { "\($0)" }.asObservable()) == ["next(1)", "completed"])
      #expect(events(of: one.flatMap { _ in none }.asObservable()) == ["completed"])
      #expect(events(of: none.ifEmpty(default: 7).asObservable()) == ["next(7)", "completed"])
      #expect(events(of: none.ifEmpty(switchTo: one).asObservable()) == ["next(1)", "completed"])
      #expect(events(of: none.ifEmpty(switchTo: Single.just(2)).asObservable()) == ["next(2)", "completed"])
      #expect(
        events(of: Maybe<Int>.error(TestError.first).catchAndReturn(7).asObservable()) == ["next(7)", "completed"])
      let log = Log()
      _ = told(log, none.do(onCompleted: { log.add("on") }, afterCompleted: { log.add("after") }))
      #expect(log.entries == ["on", "completed", "disposed", "after"])
    }

    @Test("completables one after another, and at the same time")
    func completables() {
      let first = scheduler.createColdObservable([.completed(10, Never.self)])
      let second = scheduler.createColdObservable([.completed(20, Never.self)])
      let (one, two) = (first.asCompletable(), second.asCompletable())
      let ends = [
        one.concat(two), .concat(one, two), .concat([one, two]), .concat(AnySequence([one, two])),
        .zip(one, two), .zip([one, two]), .zip(AnyCollection([one, two])),
      ].map { completable in
        let observer = scheduler.createObserver(Never.self)
        _ = completable.asObservable().subscribe(observer)
        return observer
      }
      scheduler.start()
      #expect(ends.map { $0.events.map(\.time) } == [[30], [30], [30], [30], [20], [20], [20]])
    }

    @Test("the sequence after a completable is subscribed to when that has completed, and never after an error")
    func andThen() {
      let completable = scheduler.createColdObservable([.completed(10, Never.self)])
      let numbers = scheduler.createColdObservable([.next(10, 1), .completed(20)])
      let observer = scheduler.start { completable.asCompletable().andThen(numbers.asObservable()) }
      #expect(observer.events == [.next(220, 1), .completed(230)])
      #expect(
        completable.subscriptions == [Subscription(200, 210)] && numbers.subscriptions == [Subscription(210, 230)])
      #expect(events(of: Completable.empty().andThen(Single.just(1)).asObservable()) == ["next(1)", "completed"])
      #expect(events(of: Completable.empty().andThen(Maybe<Int>.empty()).asObservable()) == ["completed"])
      #expect(events(of: Completable.empty().andThen(Completable.empty()).asObservable()) == ["completed"])
      let failing = Completable.error(TestError.first)
      let deferred = Single<Int>.deferred {
        Issue.record("it was subscribed to after an error")
        return .never()
      }
      #expect(events(of: failing.andThen(deferred).asObservable()) == ["error(first)"])
    }

    @Test("disposal disposes the completable, or the sequence after it", arguments: [205, 215])
    func andThenDisposal(moment: TestTime) {
      let completable = scheduler.createColdObservable([.completed(10, Never.self)])
      let numbers = scheduler.createColdObservable([.next(10, 1)])
      let observer = scheduler.start(disposed: moment) { completable.asCompletable().andThen(numbers.asObservable()) }
      #expect(observer.events == [])
      #expect(completable.subscriptions == [Subscription(200, min(210, moment))])
      #expect(numbers.subscriptions == (moment > 210 ? [Subscription(210, moment)] : []))
    }

    @Test("several become one: of two to eight, and of collections")
    func zips() {
      let one = Single.just(1)
      #expect(
        events(of: Single.zip(one, Single.just("a")) { "\($0)\($1)" }.asObservable()) == ["next(1a)", "completed"])
      #expect(
        events(of: Single.zip(one, Single.just("a")).map { "\($0)\($1)" }.asObservable()) == ["next(1a)", "completed"])
      let eight: Single<Int> = .zip(one, one, one, one, one, one, one, one) { a, b, c, d, e, f, g, h in
        [a, b, c, d, e, f, g, h].count
      }
      #expect(events(of: eight.asObservable()) == ["next(8)", "completed"])
      #expect(events(of: Single.zip([one, one]) { $0.reduce(0, +) }.asObservable()) == ["next(2)", "completed"])
      #expect(events(of: Single.zip([one, one]).asObservable()) == ["next([1, 1])", "completed"])
      #expect(events(of: Single.zip([Single<Int>]()).asObservable()) == ["next([])", "completed"])
      let two = Maybe.just(2)
      #expect(events(of: Maybe.zip(two, two) { $0 + $1 }.asObservable()) == ["next(4)", "completed"])
      #expect(events(of: Maybe.zip(two, Maybe<Int>.empty()) { $0 + $1 }.asObservable()) == ["completed"])
      #expect(events(of: Maybe.zip(two, two).map { $0 + $1 }.asObservable()) == ["next(4)", "completed"])
    }

    @Test("the common operators keep the trait")
    func common() {
      let source = scheduler.createColdObservable([.next(10, 1), .completed(10)]).asSingle()
      let late = scheduler.createObserver(Int.self)
      _ = source.delay(.seconds(5), scheduler: scheduler).asObservable().subscribe(late)
      let later = scheduler.createObserver(Int.self)
      _ = source.delaySubscription(.seconds(5), scheduler: scheduler).asObservable().subscribe(later)
      let tooLate = scheduler.createObserver(Int.self)
      _ = source.timeout(.seconds(5), scheduler: scheduler).asObservable().subscribe(tooLate)
      let other = scheduler.createObserver(Int.self)
      _ = source.timeout(.seconds(5), other: .just(7), scheduler: scheduler).asObservable().subscribe(other)
      let timer = scheduler.createObserver(Int.self)
      _ = Maybe<Int>.timer(.seconds(5), scheduler: scheduler).asObservable().subscribe(timer)
      scheduler.start()
      #expect(late.events == [.next(15, 1), .completed(16)] && later.events == [.next(15, 1), .completed(15)])
      #expect(tooLate.events == [.error(5, RxError.timeout)] && other.events == [.next(5, 7), .completed(5)])
      #expect(timer.events == [.next(5, 0), .completed(5)])
    }

    @Test("a failure is caught, retried, and answered")
    func failures() {
      var attempts = 0
      let flaky = Single<Int>.deferred {
        attempts += 1
        return attempts.isMultiple(of: 3) ? .just(attempts) : .error(TestError.first)
      }
      #expect(events(of: flaky.retry(3).asObservable()) == ["next(3)", "completed"])
      #expect(
        events(of: flaky.retry { (errors: Observable<any Error>) in errors }.asObservable()) == [
          "next(6)", "completed",
        ])
      #expect(
        events(of: flaky.retry { (errors: Observable<TestError>) in errors }.asObservable()) == [
          "next(9)", "completed",
        ])
      #expect(events(of: flaky.catch { _ in .just(0) }.asObservable()) == ["next(0)", "completed"])
      let resource = BooleanDisposable()
      let using = Maybe<Int>.using({ resource }, primitiveSequenceFactory: { _ in .just(1) })
      #expect(events(of: using.asObservable()) == ["next(1)", "completed"] && resource.isDisposed)
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace {
        _ = Completable.empty().andThen(Observable.just(1).asSingle()).subscribe(onSuccess: { _ in })
      }
      #expect(
        trace.calls == [
          "ConcatCompletable#1 subscribe", "ConcatCompletable#1 run", "Empty#1 subscribe", "AsSingle#1 subscribe",
          "AsSingle#1 run", "Just#1 subscribe", "AsSingleSink#1 forwardOn next 1",
          "ConcatCompletableSink#1 forwardOn next 1", "OutcomeObserver#1 onCore next 1",
          "AsSingleSink#1 forwardOn completed", "ConcatCompletableSink#1 forwardOn completed",
          "OutcomeObserver#1 onCore completed",
        ])
    }
  }
}
