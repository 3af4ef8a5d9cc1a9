import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("map") struct MapTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("each element is transformed at its time")
    func values() {
      let digits = scheduler.createHotObservable(marbles: "             9-^-1--2-|")
      #expect(scheduler.start { digits.map { 2 * Int($0)! } }.marbles == "--2--4-|")
      #expect(digits.subscriptionMarbles() == ["^------!"])
    }

    @Test("completes, fails and unsubscribes with its input")
    func ends() { OneInput { $0.map { $0 * 10 } }.expectAll() }

    @Test("an error thrown by the closure ends the sequence and disposes its input")
    func throwing() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(240)])
      let observer = scheduler.start {
        numbers.map { number in
          if number == 2 { throw TestError.second }
          return number
        }
      }
      #expect(observer.events == [.next(210, 1), .error(220, TestError.second)])
      #expect(numbers.subscriptions == [Subscription(200, 220)])
    }

    @Test("one map on another: each closure is called once for each element, the inner one first")
    func chained() {
      let log = Log()
      func noted(_ name: String) -> (Int) -> Int {
        { number in
          log.add("\(name)\(number)")
          return number + 1
        }
      }
      let numbers = scheduler.createColdObservable([.next(10, 1), .next(20, 5), .completed(30)])
      let observer = scheduler.start { numbers.map(noted("a")).map(noted("b")) }
      #expect(observer.events == [.next(210, 3), .next(220, 7), .completed(230)])
      #expect(log.entries == ["a1", "b2", "a5", "b6"])
    }

    @Test("an element sent from within the delivery of another is forwarded at once")
    func reentrancy() {
      let subject = PublishSubject<Int>()
      let log = Log()
      let reports = Reports.collect {
        let subscription = subject.map { $0 * 10 }.subscribe(onNext: { number in
          log.add("begin \(number)")
          if number == 10 { subject.onNext(2) }
          log.add("end \(number)")
        })
        subject.onNext(1)
        subscription.dispose()
      }
      #expect(log.entries == ["begin 10", "begin 20", "end 20", "end 10"])
      #expect(reports.count == 2)
    }

    @Test("if the closure disposes the subscription, its result is not delivered")
    func disposalInTheClosure() throws {
      let subject = PublishSubject<Int>()
      let log = Log()
      let trace = try trace {
        let subscription = SingleAssignmentDisposable()
        let mapped = subject.map { number in
          subscription.dispose()
          return number
        }
        subscription.setDisposable(mapped.subscribe { log.add($0) })
        subject.onNext(1)
      }
      #expect(log.entries == [] && !subject.hasObservers)
      #expect(trace.calls.last == "MapSink#1 forwardOn next 1 undelivered")
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable.just(1).map { $0 * 10 }.subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "Map#1 subscribe", "Map#1 run", "Just#1 subscribe", "MapSink#1 forwardOn next 10",
          "AnonymousObserver#1 onCore next 10", "MapSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }

    @Test("an error that the closure throws is in the trace as an error that the sink forwards")
    func tracedError() throws {
      let trace = try trace {
        _ = Observable.just(1).map { _ -> Int in throw TestError.first }.subscribe(onError: { _ in })
      }
      #expect(
        trace.calls == [
          "Map#1 subscribe", "Map#1 run", "Just#1 subscribe", "MapSink#1 forwardOn error first",
          "AnonymousObserver#1 onCore error first", "MapSink#1 forwardOn completed undelivered",
        ])
    }
  }
}
