import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("catch") struct CatchTests {
    let scheduler = TestScheduler(initialClock: 0)

    func failing() -> TestableObservable<Int> {
      scheduler.createHotObservable([.next(210, 1), .error(220, TestError.first), .next(230, 2)])
    }

    @Test("if the input fails, another sequence goes on; the first is disposed when the second is subscribed to")
    func goesOn() {
      let first = scheduler.createHotObservable(marbles: "                -a-#-b")
      let second = scheduler.createColdObservable(marbles: "                 -x-y-|")
      #expect(scheduler.start { first.catch { _ in second } }.marbles == "-a--x-y-|")
      #expect(first.subscriptionMarbles() == ["^--!"])
      #expect(second.subscriptionMarbles() == ["---^----!"])
    }

    @Test("if the input does not fail, it completes and unsubscribes with it, and the handler is not called")
    func ends() {
      let operation = OneInput {
        $0.catch { _ in
          Issue.record("nothing failed")
          return .never()
        }
      }
      operation.expectEnds()
      operation.expectUnsubscribes()
      operation.expectKeepsTheGrammar()
    }

    @Test("the handler gets the error, and may replace it by throwing another")
    func throwing() {
      let log = Log()
      let first = failing()
      let observer = scheduler.start {
        first.catch { error in
          log.add("\(error)")
          throw TestError.second
        }
      }
      #expect(observer.events == [.next(210, 1), .error(220, TestError.second)])
      #expect(log.entries == ["first"] && first.subscriptions == [Subscription(200, 220)])
    }

    @Test("an error of the second sequence is not caught again")
    func once() {
      var calls = 0
      let second = scheduler.createColdObservable([.next(10, 7), .error(20, TestError.second)])
      let observer = scheduler.start {
        failing().catch { _ in
          calls += 1
          return second.asObservable()
        }
      }
      #expect(observer.events == [.next(210, 1), .next(230, 7), .error(240, TestError.second)])
      #expect(calls == 1 && second.subscriptions == [Subscription(220, 240)])
    }

    @Test("one catch on another: the outer one catches an error of the inner one's second sequence")
    func chained() {
      let first = scheduler.createHotObservable(marbles: "               -a-#-b")
      let second = scheduler.createColdObservable(marbles: "                --#")
      let caught = first.catch { _ in second }
      #expect(scheduler.start { caught.catchAndReturn("x") }.marbles == "-a---(x|)")
    }

    @Test("disposal disposes whichever sequence is subscribed to", arguments: [205, 215, 225, 235])
    func disposal(moment: TestTime) {
      let first = failing()
      let second = scheduler.createColdObservable([.next(10, 7), .completed(20)])
      let observer = scheduler.start(disposed: moment) { first.catch { _ in second.asObservable() } }
      let whole: [Recorded<Event<Int>>] = [.next(210, 1), .next(230, 7), .completed(240)]
      #expect(observer.events == whole.filter { $0.time < moment })
      #expect(first.subscriptions == [Subscription(200, min(moment, 220))])
      #expect(second.subscriptions == (moment > 220 ? [Subscription(220, moment)] : []))
    }

    @Test("disposal from within the handler: the second sequence is disposed at once")
    func disposalInTheHandler() {
      let second = scheduler.createColdObservable([.next(10, 7)])
      let subscription = SingleAssignmentDisposable()
      let observer = scheduler.createObserver(Int.self)
      let caught = failing().catch { _ in
        subscription.dispose()
        return second.asObservable()
      }
      subscription.setDisposable(caught.subscribe(observer))
      scheduler.start()
      #expect(observer.events == [.next(210, 1)])
      #expect(second.subscriptions == [Subscription(220, 220)])
    }

    @Test("catchAndReturn sends one more element and completes")
    func catchAndReturn() {
      let letters = scheduler.createHotObservable(marbles: "              -a-#-b")
      #expect(scheduler.start { letters.catchAndReturn("x") }.marbles == "-a-(x|)")
      #expect(letters.subscriptionMarbles() == ["^--!"])
      let operation = OneInput { $0.catchAndReturn(7) }
      operation.expectEnds()
      operation.expectUnsubscribes()
      operation.expectKeepsTheGrammar()
    }

    @Test("every call is in the trace: one sink forwards both sequences' events")
    func traced() throws {
      let trace = try trace {
        _ = Observable<Int>.error(TestError.first).catchAndReturn(7).subscribe(onNext: { _ in })
      }
      #expect(
        trace.calls == [
          "Catch#1 subscribe", "Catch#1 run", "Failure#1 subscribe", "Just#1 subscribe",
          "CatchSink#1 forwardOn next 7", "AnonymousObserver#1 onCore next 7", "CatchSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}
