import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("interval, timer") struct TimerTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("an interval counts from 0, the first after one period")
    func interval() {
      let observer = scheduler.start(disposed: 240) { Observable<Int>.interval(.seconds(10), scheduler: scheduler) }
      #expect(observer.events == [.next(210, 0), .next(220, 1), .next(230, 2)])
    }

    @Test("a period of zero or less is one action for each tick", arguments: [0, -5])
    func shortestInterval(period: Int) {
      let observer = scheduler.start(disposed: 204) {
        Observable<Int>.interval(.seconds(period), scheduler: scheduler)
      }
      #expect(observer.events == [.next(201, 0), .next(202, 1), .next(203, 2)])
    }

    @Test("numbers of a small type wrap after the last")
    func overflow() {
      let observer = scheduler.start(disposed: 458) { Observable<UInt8>.interval(.seconds(1), scheduler: scheduler) }
      #expect(observer.events.suffix(2) == [.next(456, 255), .next(457, 0)])
    }

    @Test("a timer sends 0 after its time, and completes")
    func timer() {
      let observer = scheduler.start { Observable<Int>.timer(.seconds(30), scheduler: scheduler) }
      #expect(observer.events == [.next(230, 0), .completed(230)])
    }

    @Test("a timer without delay sends with the next action")
    func immediateTimer() {
      let observer = scheduler.start { Observable<Int>.timer(.seconds(0), scheduler: scheduler) }
      #expect(observer.events == [.next(201, 0), .completed(201)])
    }

    @Test("a timer with a period continues, one number each period")
    func periodicTimer() {
      let observer = scheduler.start(disposed: 250) {
        Observable<Int>.timer(.seconds(5), period: .seconds(20), scheduler: scheduler)
      }
      #expect(observer.events == [.next(205, 0), .next(225, 1), .next(245, 2)])
    }

    @Test("a timer that never fires")
    func never() {
      let observer = scheduler.start { Observable<Int>.timer(.never, scheduler: scheduler) }
      #expect(observer.events == [] && scheduler.debugDescription == "[]")
    }

    @Test("disposal before the first number, and between two; nothing waits afterwards", arguments: [200, 205, 215])
    func disposal(moment: TestTime) {
      let sources: [(TestScheduler) -> Observable<Int>] = [
        { .interval(.seconds(10), scheduler: $0) }, { .timer(.seconds(10), period: .seconds(10), scheduler: $0) },
      ]
      for source in sources {
        let scheduler = TestScheduler(initialClock: 0)
        let observer = scheduler.start(disposed: moment) { source(scheduler) }
        #expect(observer.events == (moment < 210 ? [] : [.next(210, 0)]))
        #expect(scheduler.clock == moment && scheduler.debugDescription == "[]")
      }
    }

    @Test("disposal from within a delivery")
    func disposalWithinDelivery() {
      let observer = scheduler.createObserver(Int.self)
      let subscription = SingleAssignmentDisposable()
      subscription.setDisposable(
        Observable<Int>.interval(.seconds(10), scheduler: scheduler).subscribe { event in
          observer.on(event)
          if event.element == 1 { subscription.dispose() }
        })
      scheduler.start()
      #expect(observer.events == [.next(10, 0), .next(20, 1)] && scheduler.clock == 20)
    }

    @Test("each observer counts separately")
    func observers() {
      let numbers = Observable<Int>.interval(.seconds(10), scheduler: scheduler).take(2)
      let (first, second) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
      scheduler.scheduleAt(200) { _ = numbers.subscribe(first) }
      scheduler.scheduleAt(215) { _ = numbers.subscribe(second) }
      scheduler.start()
      #expect(first.events == [.next(210, 0), .next(220, 1), .completed(220)])
      #expect(second.events == [.next(225, 0), .next(235, 1), .completed(235)])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace {
        let scheduler = TestScheduler(initialClock: 0)
        _ = Observable<Int>.timer(.seconds(1), scheduler: scheduler).subscribe(onNext: { _ in })
        let ticks = Observable<Int>.interval(.seconds(1), scheduler: scheduler).subscribe(onNext: { _ in })
        scheduler.scheduleAt(1) { ticks.dispose() }
        scheduler.start()
      }
      #expect(
        trace.calls == [
          "Timer#1 subscribe", "Timer#1 run", "Timer#2 subscribe", "Timer#2 run", "TimerSink#1 forwardOn next 0",
          "AnonymousObserver#1 onCore next 0", "TimerSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed", "TimerSink#2 forwardOn next 0", "AnonymousObserver#2 onCore next 0",
        ])
    }
  }
}
