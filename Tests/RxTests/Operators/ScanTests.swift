import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("scan") struct ScanTests {
    let scheduler = TestScheduler(initialClock: 0)

    func numbers() -> TestableObservable<Int> {
      scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(240)])
    }

    @Test("each element is folded in, and the result is sent at that time")
    func values() {
      let numbers = scheduler.createHotObservable(
        marbles: "                 -1-2-3-|", values: ["1": 1, "2": 2, "3": 3])
      let observer = scheduler.start { numbers.scan(1, accumulator: +) }
      #expect(observer.marbles == "-2-4-7-|")
      #expect(numbers.subscriptionMarbles() == ["^------!"])
    }

    @Test("the result may have another type, and be changed in place")
    func into() {
      let numbers = scheduler.createHotObservable(
        marbles: "                 -1-2   -3    -|", values: ["1": 1, "2": 2, "3": 3])
      let observer = scheduler.start { numbers.scan(into: "") { $0 += "\($1)" } }
      #expect(observer.marbles == "-1-'12'-'123'-|")
    }

    @Test("completes, fails and unsubscribes with its input; the seed is not sent")
    func ends() {
      OneInput { $0.scan(5, accumulator: +) }.expectAll()
      OneInput { $0.scan(into: 5) { $0 += $1 } }.expectAll()
    }

    @Test("an error thrown by the accumulator ends the sequence and disposes its input", arguments: [true, false])
    func throwing(inPlace: Bool) {
      let numbers = numbers()
      func fail(_ number: Int) throws {
        if number == 2 { throw TestError.second }
      }
      let observer = scheduler.start {
        inPlace
          ? numbers.scan(into: 0) { sum, number in
            try fail(number)
            sum += number
          }
          : numbers.scan(0) { sum, number in
            try fail(number)
            return sum + number
          }
      }
      #expect(observer.events == [.next(210, 1), .error(220, TestError.second)])
      #expect(numbers.subscriptions == [Subscription(200, 220)])
    }

    @Test("each observer has its own result")
    func observers() {
      let sums = scheduler.createColdObservable([.next(10, 1), .next(20, 2)]).scan(0, accumulator: +)
      let (first, second) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
      scheduler.scheduleAt(200) { _ = sums.subscribe(first) }
      scheduler.scheduleAt(215) { _ = sums.subscribe(second) }
      scheduler.start()
      #expect(first.events == [.next(210, 1), .next(220, 3)])
      #expect(second.events == [.next(225, 1), .next(235, 3)])
    }

    @Test("an element sent from within the delivery of another is folded into the result that was just sent")
    func reentrancy() {
      let subject = PublishSubject<Int>()
      let log = Log()
      _ = Reports.collect {
        let subscription = subject.scan(0, accumulator: +).subscribe(onNext: { sum in
          if sum < 3 { subject.onNext(10) }
          log.add("\(sum)")
        })
        subject.onNext(1)
        subject.onNext(100)
        subscription.dispose()
      }
      #expect(log.entries == ["11", "1", "111"])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable.just(1).scan(10, accumulator: +).subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "Scan#1 subscribe", "Scan#1 run", "Just#1 subscribe", "ScanSink#1 forwardOn next 11",
          "AnonymousObserver#1 onCore next 11", "ScanSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}
