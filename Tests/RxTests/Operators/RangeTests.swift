import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("range") struct RangeTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("all numbers and the completion, on subscription")
    func values() {
      #expect(
        scheduler.start { Observable.range(start: 3, count: 2) }.events
          == [.next(200, 3), .next(200, 4), .completed(200)])
    }

    @Test("on a scheduler: one action for each number and for the completion")
    func scheduled() {
      let observer = scheduler.start { Observable.range(start: -1, count: 3, scheduler: scheduler) }
      #expect(observer.events == [.next(201, -1), .next(202, 0), .next(203, 1), .completed(204)])
    }

    @Test("without elements: only the completion")
    func nothing() {
      let observer = scheduler.start { Observable.range(start: 3, count: 0, scheduler: scheduler) }
      #expect(observer.events == [.completed(201)])
    }

    @Test("it reaches the last number of a type")
    func limits() async {
      #expect(events(of: .range(start: UInt8.max, count: 1)) == ["next(255)", "completed"])
      #expect(events(of: .range(start: Int8.max - 1, count: 2)) == ["next(126)", "next(127)", "completed"])
      await #expect(processExitsWith: .failure) { _ = Observable.range(start: Int8.max, count: 2) }
      await #expect(processExitsWith: .failure) { _ = Observable.range(start: 0, count: -1) }
    }

    @Test("disposal in every state", arguments: [200, 201, 202, 203, 300])
    func disposal(moment: TestTime) {
      let observer = scheduler.start(disposed: moment) { Observable.range(start: 1, count: 2, scheduler: scheduler) }
      let whole: [Recorded<Event<Int>>] = [.next(201, 1), .next(202, 2), .completed(203)]
      #expect(observer.events == whole.filter { $0.time < moment })
      #expect(scheduler.clock == moment && scheduler.debugDescription == "[]")
    }

    @Test("disposal from within a delivery: neither the rest nor the completion comes")
    func disposalWithinDelivery() {
      let observer = scheduler.createObserver(Int.self)
      let subscription = SingleAssignmentDisposable()
      let numbers = Observable.range(start: 1, count: 3, scheduler: scheduler)
      subscription.setDisposable(
        numbers.subscribe { event in
          observer.on(event)
          if event.element == 2 { subscription.dispose() }
        })
      scheduler.start()
      #expect(observer.events == [.next(1, 1), .next(2, 2)])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable.range(start: 5, count: 1).subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "RangeProducer#1 subscribe", "RangeProducer#1 run", "RangeSink#1 forwardOn next 5",
          "AnonymousObserver#1 onCore next 5", "RangeSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}
