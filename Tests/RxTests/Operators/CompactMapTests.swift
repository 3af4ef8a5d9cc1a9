import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("compactMap") struct CompactMapTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("elements are transformed at their time; those whose result is nil are dropped")
    func values() {
      let texts = scheduler.createHotObservable(marbles: "                 -1-x-3-|")
      #expect(scheduler.start { texts.compactMap { Int($0) } }.marbles == "-1---3-|")
      #expect(texts.subscriptionMarbles() == ["^------!"])
    }

    @Test("only the outer optional is unwrapped")
    func nested() {
      let source = Observable<Int??>.of(1, .some(nil), nil)
      #expect(events(of: source.compactMap { $0 }) == ["next(Optional(1))", "next(nil)", "completed"])
    }

    @Test("completes, fails and unsubscribes with its input")
    func ends() {
      OneInput { $0.compactMap { $0 } }.expectAll()
      OneInput { $0.compactMap { $0 == 2 ? $0 : nil } }.expectAll()
      OneInput { $0.compactMap { _ in nil } }.expectAll()
    }

    @Test("an error thrown by the closure ends the sequence and disposes its input")
    func throwing() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3)])
      let observer = scheduler.start {
        numbers.compactMap { number -> Int? in
          if number == 2 { throw TestError.second }
          return number
        }
      }
      #expect(observer.events == [.next(210, 1), .error(220, TestError.second)])
      #expect(numbers.subscriptions == [Subscription(200, 220)])
    }

    @Test("the trace shows that a dropped element reaches the sink and is not forwarded")
    func traced() throws {
      let trace = try trace {
        _ = Observable.of("one", "2").compactMap { Int($0) }.subscribe(onNext: { _ in })
      }
      #expect(
        trace.calls.filter { !$0.hasPrefix("ObservableSequence") } == [
          "CompactMap#1 subscribe", "CompactMap#1 run", "CompactMapSink#1 forwardOn next 2",
          "AnonymousObserver#1 onCore next 2", "CompactMapSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}
