import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("generate") struct GenerateTests {
    let scheduler = TestScheduler(initialClock: 0)

    private func powers(_ scheduler: any ImmediateSchedulerType) -> Observable<Int> {
      .generate(initialState: 1, condition: { $0 < 5 }, scheduler: scheduler, iterate: { $0 * 2 })
    }

    @Test("each element is made from the previous one, one action each; the first that is refused completes it")
    func values() {
      let observer = scheduler.start { powers(scheduler) }
      #expect(observer.events == [.next(201, 1), .next(202, 2), .next(203, 4), .completed(204)])
    }

    @Test("a first state that is refused completes it")
    func empty() {
      let refused = Observable.generate(initialState: 9, condition: { $0 < 5 }, iterate: { $0 * 2 })
      #expect(events(of: refused) == ["completed"])
    }

    @Test("an error thrown by either closure ends the sequence")
    func throwing() {
      let inCondition = Observable.generate(
        initialState: 1, condition: { if $0 == 2 { throw TestError.first } else { true } }, iterate: { $0 + 1 })
      #expect(events(of: inCondition) == ["next(1)", "error(first)"])
      let inIterate = Observable.generate(
        initialState: 1, condition: { _ in true }, iterate: { _ in throw TestError.second })
      #expect(events(of: inIterate) == ["next(1)", "error(second)"])
    }

    @Test("disposal ends it, even from within a delivery; each observer has its own elements")
    func disposal() {
      let observer = scheduler.start(disposed: 203) { powers(scheduler) }
      #expect(observer.events == [.next(201, 1), .next(202, 2)] && scheduler.debugDescription == "[]")
      let endless = Observable.generate(initialState: 0, condition: { _ in true }, iterate: { $0 + 1 })
      for _ in 0..<2 { #expect(events(of: endless.take(2)) == ["next(0)", "next(1)", "completed"]) }
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace {
        _ = Observable.generate(initialState: 1, condition: { $0 < 2 }, iterate: { $0 * 2 })
          .subscribe(onNext: { _ in })
      }
      #expect(
        trace.calls == [
          "Generate#1 subscribe", "Generate#1 run", "GenerateSink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "GenerateSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }

  @Suite("repeatElement") struct RepeatElementTests {
    @Test("the element comes repeatedly, one action each, until disposal")
    func values() {
      let scheduler = TestScheduler(initialClock: 0)
      let observer = scheduler.start(disposed: 204) { Observable.repeatElement("a", scheduler: scheduler) }
      #expect(observer.events == [.next(201, "a"), .next(202, "a"), .next(203, "a")])
      #expect(scheduler.debugDescription == "[]")
    }

    @Test("on the current thread it goes on until it is disposed")
    func currentThread() {
      #expect(events(of: Observable.repeatElement(1).take(2)) == ["next(1)", "next(1)", "completed"])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable.repeatElement(1).take(1).subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "TakeCount#1 subscribe", "TakeCount#1 run", "RepeatElement#1 subscribe", "RepeatElement#1 run",
          "RepeatElementSink#1 forwardOn next 1", "TakeCountSink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "TakeCountSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }

  @Suite("deferred") struct DeferredTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("the sequence is made once for each subscription")
    func factory() {
      var made: [TestTime] = []
      let source = scheduler.createColdObservable([.next(10, 1), .completed(20)])
      let deferred = Observable<Int>.deferred {
        made.append(scheduler.clock)
        return source.asObservable()
      }
      scheduler.scheduleAt(300) { _ = deferred.subscribe() }
      let observer = scheduler.start { deferred }
      #expect(observer.events == [.next(210, 1), .completed(220)] && made == [200, 300])
      #expect(source.subscriptions == [Subscription(200, 220), Subscription(300, 320)])
    }

    @Test("completes, fails and unsubscribes with its input")
    func ends() { OneInput { input in .deferred { input } }.expectAll() }

    @Test("an error thrown by the factory ends the sequence")
    func throwing() {
      #expect(events(of: Observable<Int>.deferred { throw TestError.first }) == ["error(first)"])
    }

    @Test("every call is in the trace, including the factory's")
    func traced() throws {
      let trace = try trace { _ = Observable<Int>.deferred { .just(1) }.subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "Deferred#1 subscribe", "Deferred#1 run", "Just#1 subscribe", "DeferredSink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "DeferredSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
      #expect(trace.outline.contains("DeferredSink#1 closure"))
    }
  }
}
