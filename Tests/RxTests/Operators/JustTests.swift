import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("just") struct JustTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("one element and the completion, on subscription")
    func values() {
      #expect(scheduler.start { Observable.just(7) }.events == [.next(200, 7), .completed(200)])
    }

    @Test("on a scheduler: the element an action later, the completion another action later")
    func scheduled() {
      let observer = scheduler.start { Observable.just(7, scheduler: scheduler) }
      #expect(observer.events == [.next(201, 7), .completed(202)])
    }

    @Test(
      "on a scheduler: disposal before the element, and between it and the completion",
      arguments: [(200, 0), (201, 0), (202, 1)])
    func disposal(moment: TestTime, events: Int) {
      // A disposal in the tick of an action comes first, because it was scheduled first.
      let observer = scheduler.start(disposed: moment) { Observable.just(7, scheduler: scheduler) }
      #expect(observer.events == Array([.next(201, 7)].prefix(events)))
      #expect(scheduler.debugDescription == "[]")
    }

    @Test("on a scheduler: after disposal from within the delivery, no completion comes")
    func disposalWithinDelivery() {
      let observer = scheduler.createObserver(Int.self)
      let subscription = SingleAssignmentDisposable()
      subscription.setDisposable(
        Observable.just(7, scheduler: scheduler).subscribe { event in
          observer.on(event)
          subscription.dispose()
        })
      scheduler.start()
      #expect(observer.events == [.next(1, 7)])
    }

    @Test("it can be subscribed to from within its own delivery")
    func reentrancy() {
      let log = Log()
      let one = Observable.just(1)
      _ = one.subscribe { event in
        log.add(event)
        if !event.isCompleted { _ = one.subscribe { log.add("inner \($0)") } }
      }
      #expect(log.entries == ["next(1)", "inner next(1)", "inner completed", "completed"])
    }

    @Test("it needs no sink, so its trace shows none")
    func traced() throws {
      let trace = try trace { _ = Observable.just(7).subscribe(onNext: { _ in }) }
      #expect(
        trace.outline == """
          Just#1 subscribe(onNext:)
            Just#1 subscribe
              AnonymousObserver#1 on next 7
                AnonymousObserver#1 onCore next 7
                  AnonymousObserver#1 closure next 7
              AnonymousObserver#1 on completed
                AnonymousObserver#1 onCore completed
          """)
    }

    @Test("on a scheduler, its trace shows the sink")
    func tracedOnScheduler() throws {
      let trace = try trace {
        _ = Observable.just(7, scheduler: CurrentThreadScheduler.instance).subscribe(onNext: { _ in })
      }
      #expect(
        trace.calls == [
          "JustScheduled#1 subscribe", "JustScheduled#1 run", "JustScheduledSink#1 forwardOn next 7",
          "AnonymousObserver#1 onCore next 7", "JustScheduledSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}
