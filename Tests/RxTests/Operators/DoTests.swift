import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("do") struct DoTests {
    let scheduler = TestScheduler(initialClock: 0)

    /// Logs every hook.
    private func noting(_ log: Log, _ source: Observable<Int>) -> Observable<Int> {
      source.do(
        onNext: { log.add("onNext \($0)") }, afterNext: { log.add("afterNext \($0)") },
        onError: { log.add("onError \($0)") }, afterError: { log.add("afterError \($0)") },
        onCompleted: { log.add("onCompleted") }, afterCompleted: { log.add("afterCompleted") },
        onSubscribe: { log.add("onSubscribe") }, onSubscribed: { log.add("onSubscribed") },
        onDispose: { log.add("onDispose") })
    }

    @Test("each hook is called at its time, around the observer's events")
    func order() {
      let log = Log()
      let subject = PublishSubject<Int>()
      let watched = subject.do(onDispose: { log.add("let go") })
      _ = noting(log, watched).subscribe { log.add($0) }
      subject.onNext(1)
      subject.onCompleted()
      #expect(
        log.entries == [
          "onSubscribe", "onSubscribed", "onNext 1", "next(1)", "afterNext 1", "onCompleted", "completed",
          "afterCompleted", "let go", "onDispose",
        ])
    }

    @Test("an error has hooks of its own")
    func failing() {
      let log = Log()
      let subject = PublishSubject<Int>()
      _ = noting(log, subject).subscribe { log.add($0) }
      subject.onError(TestError.first)
      #expect(
        log.entries == [
          "onSubscribe", "onSubscribed", "onError first", "error(first)", "afterError first", "onDispose",
        ])
    }

    @Test("a source that sends on subscription does so between onSubscribe and onSubscribed")
    func atOnce() {
      let log = Log()
      _ = noting(log, .just(1)).subscribe { log.add($0) }
      #expect(
        log.entries == [
          "onSubscribe", "onNext 1", "next(1)", "afterNext 1", "onCompleted", "completed", "afterCompleted",
          "onSubscribed", "onDispose",
        ])
    }

    @Test("onDispose is called once, however the subscription ends; nothing else is called")
    func disposal() {
      let log = Log()
      let subscription = noting(log, .never()).subscribe { log.add($0) }
      subscription.dispose()
      subscription.dispose()
      #expect(log.entries == ["onSubscribe", "onSubscribed", "onDispose"])
    }

    @Test("completes, fails and unsubscribes with its input, with hooks and without")
    func ends() {
      OneInput { $0.do() }.expectAll()
      OneInput { noting(Log(), $0) }.expectAll()
    }

    @Test("an error thrown before the element replaces it; one thrown after the element follows it")
    func throwing() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3)])
      let before = scheduler.createObserver(Int.self)
      _ = numbers.do(onNext: { if $0 == 2 { throw TestError.second } }).subscribe(before)
      let after = scheduler.start { numbers.do(afterNext: { if $0 == 2 { throw TestError.second } }) }
      #expect(before.events == [.next(210, 1), .error(220, TestError.second)])
      #expect(after.events == [.next(210, 1), .next(220, 2), .error(220, TestError.second)])
      #expect(numbers.subscriptions == [Subscription(0, 220), Subscription(200, 220)])
    }

    @Test("an error thrown at the completion replaces it")
    func throwingAtTheEnd() {
      let ended = Observable<Int>.empty().do(onCompleted: { throw TestError.second })
      #expect(events(of: ended) == ["error(second)"])
      let failed = Observable<Int>.error(TestError.first).do(onError: { _ in throw TestError.second })
      #expect(events(of: failed) == ["error(second)"])
    }

    /// RxSwift sends that error after the terminal event.
    @Test("an error thrown after the terminal event is ignored, because a sequence ends once")
    func throwingAfterTheEnd() throws {
      let trace = try trace {
        _ = Observable<Int>.empty().do(afterCompleted: { throw TestError.second }).subscribe(onNext: { _ in })
        _ = Observable<Int>.error(TestError.first).do(afterError: { _ in throw TestError.second })
          .subscribe(onError: { _ in })
      }
      #expect(
        trace.calls.filter { $0.hasPrefix("DoSink") } == [
          "DoSink#1 forwardOn completed", "DoSink#2 forwardOn error first",
        ])
    }

    @Test("a hook may dispose the subscription: the event is not delivered then")
    func disposalInTheHook() {
      let subscription = SerialDisposable()
      let subject = PublishSubject<Int>()
      let log = Log()
      subscription.disposable = subject.do(onNext: { _ in subscription.dispose() }).subscribe { log.add($0) }
      subject.onNext(1)
      #expect(log.entries == [] && !subject.hasObservers)
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable.just(1).do(onNext: { _ in }).subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "Do#1 subscribe", "Do#1 run", "Just#1 subscribe", "DoSink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "DoSink#1 forwardOn completed", "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}
