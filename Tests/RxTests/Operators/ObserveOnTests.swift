import Dispatch
import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("observe(on:)") struct ObserveOnTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("each event is delivered by its own action, a tick later")
    func values() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
      let observer = scheduler.start { numbers.observe(on: scheduler) }
      #expect(observer.events == [.next(211, 1), .next(221, 2), .completed(231)])
      #expect(numbers.subscriptions == [Subscription(200, 230)])
    }

    @Test("events that come faster than they are delivered wait in order, a tick each")
    func waiting() {
      let observer = scheduler.start { Observable.of(1, 2, 3).observe(on: scheduler) }
      #expect(observer.events == [.next(201, 1), .next(202, 2), .next(203, 3), .completed(204)])
    }

    @Test("an error does not overtake earlier elements")
    func errors() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(210, 2), .error(210, TestError.first)])
      let observer = scheduler.start { numbers.observe(on: scheduler) }
      #expect(observer.events == [.next(211, 1), .next(212, 2), .error(213, TestError.first)])
      #expect(numbers.subscriptions == [Subscription(200, 210)])
    }

    @Test("an input without elements completes, or goes on", arguments: [true, false])
    func ends(isEmpty: Bool) {
      let numbers: TestableObservable<Int> = scheduler.createHotObservable(isEmpty ? [.completed(250)] : [])
      let observer = scheduler.start { numbers.observe(on: scheduler) }
      #expect(observer.events == (isEmpty ? [.completed(251)] : []))
      #expect(numbers.subscriptions == [Subscription(200, isEmpty ? 250 : 1000)])
    }

    @Test("waiting events are not delivered after the subscription was disposed", arguments: [205, 210, 211, 215, 300])
    func disposal(moment: TestTime) {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
      let observer = scheduler.start(disposed: moment) { numbers.observe(on: scheduler) }
      let whole: [Recorded<Event<Int>>] = [.next(211, 1), .next(221, 2), .completed(231)]
      #expect(observer.events == whole.filter { $0.time < moment })
      #expect(numbers.subscriptions == [Subscription(200, min(moment, 230))])
    }

    @Test("disposal from within a delivery: waiting events are dropped")
    func disposalWithinDelivery() {
      let observer = scheduler.createObserver(Int.self)
      let subscription = SingleAssignmentDisposable()
      subscription.setDisposable(
        Observable.of(1, 2, 3).observe(on: scheduler).subscribe { event in
          observer.on(event)
          if event.element == 2 { subscription.dispose() }
        })
      scheduler.start()
      #expect(observer.events == [.next(1, 1), .next(2, 2)] && scheduler.debugDescription == "[]")
    }

    @Test("an element sent from within a delivery comes after it: this is the remedy for reentrancy")
    func reentrancy() {
      let subject = PublishSubject<Int>()
      let log = Log()
      let reports = Reports.collect {
        let subscription = subject.observe(on: scheduler).subscribe(onNext: { number in
          log.add("begin \(number)@\(scheduler.clock)")
          if number == 1 { subject.onNext(2) }
          log.add("end \(number)")
        })
        scheduler.scheduleAt(10) { subject.onNext(1) }
        scheduler.start()
        subscription.dispose()
      }
      #expect(log.entries == ["begin 1@11", "end 1", "begin 2@12", "end 2"])
      #expect(reports == [])
    }

    @Test("the current thread's scheduler delivers at once, and elements sent meanwhile after that")
    func currentThread() {
      let subject = PublishSubject<Int>()
      let log = Log()
      let subscription = subject.observe(on: CurrentThreadScheduler.instance).subscribe(onNext: { number in
        if number == 1 { subject.onNext(2) }
        log.add("\(number)")
      })
      subject.onNext(1)
      #expect(log.entries == ["1", "2"])
      subscription.dispose()
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace {
        let scheduler = TestScheduler(initialClock: 0)
        _ = Observable.just(1).observe(on: scheduler).subscribe(onNext: { _ in })
        scheduler.start()
      }
      #expect(
        trace.calls == [
          "ObserveOn#1 subscribe", "ObserveOn#1 run", "Just#1 subscribe", "ObserveOnSink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "ObserveOnSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }

    @Test("a serial queue keeps the order itself: its sink's calls are in the trace as onCore")
    func tracedOnQueue() throws {
      let trace = try trace {
        let queue = DispatchQueue(label: "delivery")
        let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "delivery")
        let ended = DispatchSemaphore(value: 0)
        _ = Observable.just(1).observe(on: scheduler).subscribe(onDisposed: { ended.signal() })
        ended.wait()
      }
      let here = trace.steps[0].thread
      func calls(_ isHere: Bool) -> [String] {
        trace.steps.filter { ($0.thread == here) == isHere && [.run, .onCore].contains($0.kind) }.map {
          "\(trace.name(of: $0.object)) \($0.kind.rawValue)"
        }
      }
      #expect(
        calls(true) == [
          "ObserveOnSerialDispatchQueue#1 run", "ObserveOnSerialDispatchQueueSink#1 onCore",
          "ObserveOnSerialDispatchQueueSink#1 onCore",
        ])
      #expect(calls(false) == ["AnonymousObserver#1 onCore", "AnonymousObserver#1 onCore"])
    }
  }
}
