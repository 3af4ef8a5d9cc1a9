import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("reduce") struct ReduceTests {
    let scheduler = TestScheduler(initialClock: 0)

    private func numbers() -> TestableObservable<Int> {
      scheduler.createHotObservable([.next(190, 9), .next(210, 1), .next(220, 2), .next(230, 3), .completed(240)])
    }

    @Test("all elements are folded into one, which comes with the completion")
    func values() {
      let numbers = scheduler.createHotObservable(
        marbles: "               9-^-1-2-3-|", values: ["1": 1, "2": 2, "3": 3, "9": 9])
      let observer = scheduler.start { numbers.reduce("") { "\($0)\($1)" } }
      #expect(observer.marbles == "--------('123'|)")
      #expect(numbers.subscriptionMarbles() == ["^-------!"])
    }

    @Test("the result is transformed once")
    func mapResult() {
      let observer = scheduler.start { numbers().reduce(0, accumulator: +, mapResult: { "\($0)!" }) }
      #expect(observer.events == [.next(240, "6!"), .completed(240)])
    }

    @Test("an empty sequence sends the seed; a failing one only its error; one that does not end sends nothing")
    func ends() {
      #expect(events(of: Observable<Int>.empty().reduce(7, accumulator: +)) == ["next(7)", "completed"])
      #expect(events(of: Observable<Int>.never().reduce(7, accumulator: +)) == [])
      let operation = OneInput { $0.reduce(7, accumulator: +) }
      operation.expectPassesErrors()
      operation.expectUnsubscribes()
      operation.expectKeepsTheGrammar()
    }

    @Test("an error thrown by either closure ends the sequence")
    func throwing() {
      let numbers = numbers()
      let observer = scheduler.start { numbers.reduce(0) { if $1 == 2 { throw TestError.first } else { $0 + $1 } } }
      #expect(observer.events == [.error(220, TestError.first)])
      #expect(numbers.subscriptions == [Subscription(200, 220)])
      let mapped = Observable.just(1).reduce(0, accumulator: +) { _ -> Int in throw TestError.second }
      #expect(events(of: mapped) == ["error(second)"])
    }

    @Test("each observer has its own result")
    func observers() {
      let sum = Observable.of(1, 2).reduce(0, accumulator: +)
      for _ in 0..<2 { #expect(events(of: sum) == ["next(3)", "completed"]) }
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable.just(1).reduce(1, accumulator: +).subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "Reduce#1 subscribe", "Reduce#1 run", "Just#1 subscribe", "ReduceSink#1 forwardOn next 2",
          "AnonymousObserver#1 onCore next 2", "ReduceSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }

  @Suite("toArray") struct ToArrayTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("all elements in one array, with the completion")
    func values() {
      let numbers = scheduler.createHotObservable(marbles: "    -1-2-|", values: ["1": 1, "2": 2])
      #expect(scheduler.start { numbers.toArray() }.marbles == "-----('[1, 2]'|)")
      #expect(numbers.subscriptionMarbles() == ["^----!"])
    }

    @Test("without elements an empty array; with an error none")
    func ends() {
      #expect(events(of: Observable<Int>.empty().toArray().asObservable()) == ["next([])", "completed"])
      let failing = scheduler.createHotObservable([.next(210, 1), .error(220, TestError.first)])
      #expect(scheduler.start { failing.toArray() }.events == [.error(220, TestError.first)])
      let operation = OneInput { $0.toArray().asObservable().map(\.count) }
      operation.expectPassesErrors()
      operation.expectUnsubscribes()
      operation.expectKeepsTheGrammar()
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable.just(1).toArray().subscribe(onSuccess: { _ in }) }
      #expect(
        trace.calls == [
          "ToArray#1 subscribe", "ToArray#1 run", "Just#1 subscribe", "ToArraySink#1 forwardOn next [1]",
          "OutcomeObserver#1 onCore next [1]", "ToArraySink#1 forwardOn completed",
          "OutcomeObserver#1 onCore completed",
        ])
    }
  }
}
