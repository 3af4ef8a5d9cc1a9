import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("subscribe(on:)") struct SubscribeOnTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("the input is subscribed to a tick later, and disposed a tick after its completion; events are not delayed")
    func values() {
      let letters = scheduler.createHotObservable(marbles: "                   --a-b-|")
      #expect(scheduler.start { letters.subscribe(on: scheduler) }.marbles == "--a-b-|")
      #expect(letters.subscriptionMarbles() == ["-^-----!"])
    }

    @Test("elements that a hot input sends before the action has run are missed")
    func late() {
      let letters = scheduler.createHotObservable(marbles: "                   abc")
      #expect(scheduler.start { letters.subscribe(on: scheduler) }.marbles == "--c")
    }

    @Test("errors and completions without elements are not delayed", arguments: [true, false])
    func ends(fails: Bool) {
      let end: Recorded<Event<Int>> = fails ? .error(250, TestError.first) : .completed(250)
      let numbers = scheduler.createHotObservable([end])
      let observer = scheduler.start { numbers.subscribe(on: scheduler) }
      #expect(observer.events == [end])
      #expect(numbers.subscriptions == [Subscription(201, 251)])
    }

    @Test("disposal is an action as well", arguments: [205, 215, 1000])
    func disposal(moment: TestTime) {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(220, 2)])
      let observer = scheduler.start(disposed: moment) { numbers.subscribe(on: scheduler) }
      let whole: [Recorded<Event<Int>>] = [.next(210, 1), .next(220, 2)]
      #expect(observer.events == whole.filter { $0.time < moment })
      #expect(numbers.subscriptions == [Subscription(201, moment + 1)])
    }

    @Test("disposal before the action has run: the input is never subscribed to")
    func disposalAtOnce() {
      let numbers = scheduler.createHotObservable([.next(210, 1)])
      let observer = scheduler.start(disposed: 200) { numbers.subscribe(on: scheduler) }
      #expect(observer.events == [] && numbers.subscriptions == [])
    }

    @Test("disposal from within a delivery: nothing more comes, and the input is disposed a tick later")
    func disposalWithinDelivery() {
      let numbers = scheduler.createHotObservable([.next(10, 1), .next(10, 2), .next(20, 3)])
      let observer = scheduler.createObserver(Int.self)
      let subscription = SingleAssignmentDisposable()
      subscription.setDisposable(
        numbers.subscribe(on: scheduler).subscribe { event in
          observer.on(event)
          subscription.dispose()
        })
      scheduler.start()
      #expect(observer.events == [.next(10, 1)])
      #expect(numbers.subscriptions == [Subscription(1, 11)])
    }

    @Test("two in a chain take two actions to subscribe, and two to dispose")
    func chained() {
      let numbers = scheduler.createHotObservable([.completed(230, Int.self)])
      let observer = scheduler.start { numbers.subscribe(on: scheduler).subscribe(on: scheduler) }
      #expect(observer.events == [.completed(230)])
      #expect(numbers.subscriptions == [Subscription(202, 231)])
    }

    @Test("every call is in the trace: the input is subscribed to within the scheduled action")
    func traced() throws {
      let trace = try trace {
        let scheduler = TestScheduler(initialClock: 0)
        _ = Observable.just(1).subscribe(on: scheduler).subscribe(onNext: { _ in })
        scheduler.start()
      }
      #expect(
        trace.calls == [
          "SubscribeOn#1 subscribe", "SubscribeOn#1 run", "Just#1 subscribe", "SubscribeOnSink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "SubscribeOnSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
      let inner = trace.steps.first { trace.name(of: $0.object) == "Just#1" && $0.kind == .subscribe }
      #expect(inner?.parent.map { trace.steps[$0].kind } == .scheduledAction)
    }
  }
}
