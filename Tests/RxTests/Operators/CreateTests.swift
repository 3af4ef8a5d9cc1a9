import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("create") struct CreateTests {
    let scheduler = TestScheduler(initialClock: 0)

    /// The observer that the closure of create gets, and the disposals of its result.
    final class Closure {
      var observers: [AnyObserver<Int>] = []
      var disposals: [TestTime] = []

      func observable(_ scheduler: TestScheduler) -> Observable<Int> {
        .create { observer in
          self.observers.append(observer)
          return Disposables.create { self.disposals.append(scheduler.clock) }
        }
      }
    }

    @Test("the closure runs on subscription, and its events come as it sends them")
    func values() {
      let observer = scheduler.start {
        Observable<Int>.create { observer in
          observer.onNext(scheduler.clock)
          scheduler.scheduleAt(250) { observer.onNext(2) }
          scheduler.scheduleAt(260) { observer.onCompleted() }
          return Disposables.create()
        }
      }
      #expect(observer.events == [.next(200, 200), .next(250, 2), .completed(260)])
    }

    @Test(
      "the closure's result is disposed once, at the terminal event or disposal",
      arguments: [Event<Int>.completed, .error(TestError.first)])
    func ends(with event: Event<Int>) {
      let closure = Closure()
      scheduler.scheduleAt(300) { closure.observers[0].on(event) }
      let observer = scheduler.start { closure.observable(scheduler) }
      #expect(observer.events == [Recorded(time: 300, value: event)])
      #expect(closure.disposals == [300])
    }

    @Test("if the sequence ends before the closure has returned, its result is disposed as soon as it returns")
    func endsAtOnce() {
      let log = Log()
      let source = Observable<Int>.create { observer in
        observer.onCompleted()
        log.add("returns")
        return Disposables.create { log.add("disposed of") }
      }
      _ = source.subscribe { log.add($0) }
      #expect(log.entries == ["completed", "returns", "disposed of"])
    }

    @Test("disposal before the first event, between two, after the completion", arguments: [205, 215, 500])
    func disposal(moment: TestTime) {
      let closure = Closure()
      scheduler.scheduleAt(210) { closure.observers[0].onNext(1) }
      scheduler.scheduleAt(220) { closure.observers[0].onNext(2) }
      scheduler.scheduleAt(230) { closure.observers[0].onCompleted() }
      let observer = scheduler.start(disposed: moment) { closure.observable(scheduler) }
      let whole: [Recorded<Event<Int>>] = [.next(210, 1), .next(220, 2), .completed(230)]
      #expect(observer.events == whole.filter { $0.time < moment })
      #expect(closure.disposals == [min(moment, 230)])
    }

    @Test("disposal from within a delivery: later events of the closure are not delivered")
    func disposalWithinDelivery() {
      let closure = Closure()
      let log = Log()
      let subscription = SingleAssignmentDisposable()
      subscription.setDisposable(
        closure.observable(scheduler).subscribe { event in
          log.add(event)
          subscription.dispose()
          log.add("disposals: \(closure.disposals.count)")
        })
      for number in [1, 2] { closure.observers[0].onNext(number) }
      closure.observers[0].onError(TestError.first)
      #expect(log.entries == ["next(1)", "disposals: 1"])
    }

    @Test("nothing follows the terminal event, whichever event comes after it")
    func grammar() {
      let closure = Closure()
      for (time, event) in [
        (210, Event.completed), (220, .next(1)), (230, .error(TestError.first)), (240, .completed),
      ] {
        scheduler.scheduleAt(time) { closure.observers[0].on(event) }
      }
      #expect(scheduler.start { closure.observable(scheduler) }.events == [.completed(210)])
    }

    @Test("each observer has its own run of the closure, even one that subscribes from within a delivery")
    func observers() {
      let closure = Closure()
      let source = closure.observable(scheduler)
      let (first, second) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
      _ = source.subscribe { event in
        first.on(event)
        if event.element == 1 { _ = source.subscribe(second) }
      }
      closure.observers[0].onNext(1)
      closure.observers[1].onNext(2)
      #expect(first.elements == [1] && second.elements == [2])
    }

    @Test("the trace shows that an event after the terminal event reaches the sink and is not forwarded")
    func traced() throws {
      let trace = try trace {
        let source = Observable<Int>.create { observer in
          observer.onError(TestError.first)
          observer.onNext(1)
          return Disposables.create()
        }
        _ = source.subscribe(onError: { _ in })
      }
      #expect(
        trace.calls == [
          "AnonymousObservable#1 subscribe", "AnonymousObservable#1 run",
          "AnonymousObservableSink#1 forwardOn error first", "AnonymousObserver#1 onCore error first",
        ])
      #expect(trace.outline.contains("AnonymousObservableSink#1 on next 1"))
    }
  }
}
