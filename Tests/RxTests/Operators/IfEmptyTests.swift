import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("ifEmpty(default:)") struct DefaultIfEmptyTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("an empty sequence sends the default and completes")
    func empty() {
      let letters = scheduler.createHotObservable(marbles: "              z-^-|")
      #expect(scheduler.start { letters.ifEmpty(default: "d") }.marbles == "--(d|)")
      #expect(letters.subscriptionMarbles() == ["^-!"])
    }

    @Test("any other sequence sends its own elements")
    func elements() {
      let letters = scheduler.createHotObservable(marbles: "                -a-b-|")
      #expect(scheduler.start { letters.ifEmpty(default: "d") }.marbles == "-a-b-|")
    }

    @Test("fails and unsubscribes with its input")
    func ends() {
      let operation = OneInput { $0.ifEmpty(default: 7) }
      operation.expectPassesErrors()
      operation.expectUnsubscribes()
      operation.expectKeepsTheGrammar()
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable<Int>.empty().ifEmpty(default: 7).subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "DefaultIfEmpty#1 subscribe", "DefaultIfEmpty#1 run", "Empty#1 subscribe",
          "DefaultIfEmptySink#1 forwardOn next 7", "AnonymousObserver#1 onCore next 7",
          "DefaultIfEmptySink#1 forwardOn completed", "AnonymousObserver#1 onCore completed",
        ])
    }
  }

  @Suite("ifEmpty(switchTo:)") struct SwitchIfEmptyTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("if the sequence is empty, another goes on, and the empty one is released at once")
    func empty() {
      let first = scheduler.createHotObservable(marbles: "                  --|")
      let next = scheduler.createColdObservable(marbles: "                    -a-b-|")
      #expect(scheduler.start { first.ifEmpty(switchTo: next) }.marbles == "---a-b-|")
      #expect(first.subscriptionMarbles() == ["^-!"])
      #expect(next.subscriptionMarbles() == ["--^----!"])
    }

    @Test("if it is not empty, the other is never subscribed to")
    func elements() {
      let other = scheduler.createColdObservable([.next(10, 7)])
      let numbers = scheduler.createHotObservable([.next(210, 1), .completed(230)])
      #expect(scheduler.start { numbers.ifEmpty(switchTo: other) }.events == numbers.recordedEvents)
      #expect(other.subscriptions == [])
    }

    @Test("an error of either ends it")
    func errors() {
      let operation = OneInput { $0.ifEmpty(switchTo: .never()) }
      operation.expectPassesErrors()
      operation.expectUnsubscribes()
      operation.expectKeepsTheGrammar()
      let empty = scheduler.createHotObservable([.completed(210, Int.self)])
      let failing = scheduler.createColdObservable([.next(10, 1), .error(20, TestError.second)])
      let observer = scheduler.start { empty.ifEmpty(switchTo: failing) }
      #expect(observer.events == [.next(220, 1), .error(230, TestError.second)])
      #expect(failing.subscriptions == [Subscription(210, 230)])
    }

    @Test("disposal disposes whichever sequence is subscribed to", arguments: [205, 215])
    func disposal(moment: TestTime) {
      let first = scheduler.createHotObservable([.completed(210, Int.self)])
      let second = scheduler.createColdObservable([.next(10, 1)])
      let observer = scheduler.start(disposed: moment) { first.ifEmpty(switchTo: second) }
      #expect(observer.events == [])
      #expect(first.subscriptions == [Subscription(200, min(moment, 210))])
      #expect(second.subscriptions == (moment > 210 ? [Subscription(210, moment)] : []))
    }

    @Test("an empty sequence may replace an empty one")
    func bothEmpty() {
      #expect(events(of: Observable<Int>.empty().ifEmpty(switchTo: .empty())) == ["completed"])
    }

    @Test("every call is in the trace: one sink forwards both sequences' events")
    func traced() throws {
      let trace = try trace { _ = Observable<Int>.empty().ifEmpty(switchTo: .just(7)).subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "SwitchIfEmpty#1 subscribe", "SwitchIfEmpty#1 run", "Empty#1 subscribe", "Just#1 subscribe",
          "SwitchIfEmptySink#1 forwardOn next 7", "AnonymousObserver#1 onCore next 7",
          "SwitchIfEmptySink#1 forwardOn completed", "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}
