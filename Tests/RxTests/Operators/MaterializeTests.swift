import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("materialize, dematerialize") struct MaterializeTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test(
      "events become elements, terminal events as well; after those it completes",
      arguments: [
        ("-a-|", "-'next(a)'-('completed'|)"),
        ("-a-#", "-'next(a)'-('error(first)'|)"),
      ])
    func materialize(input: String, expected: String) {
      let letters = scheduler.createHotObservable(marbles: input, error: TestError.first)
      let observer = scheduler.start { letters.materialize() }
      #expect(observer.marbles == expected)
      #expect(letters.subscriptionMarbles() == ["^--!"])
    }

    @Test("elements that are events become events")
    func dematerialize() {
      let source = scheduler.createHotObservable([
        .next(210, Event.next(1)), .next(220, .completed), .next(230, .next(2)),
      ])
      let failing = scheduler.createHotObservable([.next(210, Event<Int>.error(TestError.first))])
      let first = scheduler.createObserver(Int.self)
      _ = source.dematerialize().subscribe(first)
      let second = scheduler.start { failing.dematerialize() }
      #expect(first.events == [.next(210, 1), .completed(220)])
      #expect(second.events == [.error(210, TestError.first)])
      #expect(source.subscriptions == [Subscription(0, 220)] && failing.subscriptions == [Subscription(200, 210)])
    }

    @Test("the terminal events of the sequence of events count as well")
    func ownEnds() { OneInput { $0.map { Event.next($0) }.dematerialize() }.expectAll() }

    @Test("one is the inverse of the other")
    func both() { OneInput { $0.materialize().dematerialize() }.expectAll() }

    @Test("a materialized sequence without events sends nothing; disposal disposes it")
    func never() {
      let never = scheduler.createHotObservable([Recorded<Event<Int>>]())
      #expect(scheduler.start { never.materialize() }.events == [])
      #expect(never.subscriptions == [Subscription(200, 1000)])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable<Int>.empty().materialize().dematerialize().subscribe() }
      #expect(
        trace.calls == [
          "Dematerialize#1 subscribe", "Dematerialize#1 run", "Materialize#1 subscribe", "Materialize#1 run",
          "Empty#1 subscribe", "MaterializeSink#1 forwardOn next completed", "DematerializeSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed", "MaterializeSink#1 forwardOn completed",
          "DematerializeSink#1 forwardOn completed undelivered",
        ])
    }
  }
}
