import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("filter") struct FilterTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test(
      "elements that satisfy the predicate are forwarded: some, all, none",
      arguments: [
        ("---b---d-|", "bd"),
        ("-a-b-c-d-|", "abcd"),
        ("---------|", ""),
      ])
    func values(expected: String, passing: String) {
      let letters = scheduler.createHotObservable(marbles: "-a-b-c-d-|")
      let observer = scheduler.start { letters.filter { passing.contains($0) } }
      #expect(observer.marbles == expected)
      #expect(letters.subscriptionMarbles() == ["^--------!"])
    }

    @Test("completes, fails and unsubscribes with its input")
    func ends() {
      OneInput { $0.filter { _ in true } }.expectAll()
      OneInput { $0.filter { $0 > 1 } }.expectAll()
      OneInput { $0.filter { _ in false } }.expectAll()
    }

    @Test("an error thrown by the predicate ends the sequence and disposes its input")
    func throwing() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(240)])
      let observer = scheduler.start {
        numbers.filter { number in
          if number == 2 { throw TestError.second }
          return true
        }
      }
      #expect(observer.events == [.next(210, 1), .error(220, TestError.second)])
      #expect(numbers.subscriptions == [Subscription(200, 220)])
    }

    @Test("an element sent from within the delivery of another is filtered like any other")
    func reentrancy() {
      let subject = PublishSubject<Int>()
      let log = Log()
      _ = Reports.collect {
        let subscription = subject.filter { $0 != 2 }.subscribe(onNext: { number in
          log.add("\(number)")
          if number < 3 { for next in [2, 3] { subject.onNext(next) } }
        })
        subject.onNext(1)
        subscription.dispose()
      }
      #expect(log.entries == ["1", "3"])
    }

    @Test("the trace shows that a rejected element reaches the sink and is not forwarded")
    func traced() throws {
      let trace = try trace {
        _ = Observable.of(1, 2).filter { $0 == 2 }.subscribe(onNext: { _ in })
      }
      #expect(
        trace.calls == [
          "Filter#1 subscribe", "Filter#1 run", "ObservableSequence#1 subscribe", "ObservableSequence#1 run",
          "ObservableSequenceSink#1 forwardOn next 1", "ObservableSequenceSink#1 forwardOn next 2",
          "FilterSink#1 forwardOn next 2", "AnonymousObserver#1 onCore next 2",
          "ObservableSequenceSink#1 forwardOn completed", "FilterSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}
