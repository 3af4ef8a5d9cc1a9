import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("delay") struct DelayTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("elements and the completion come later, each by the same time; the input is disposed when it completes")
    func values() {
      let letters = scheduler.createHotObservable(marbles: "z-^-a-b---c-|")
      let observer = scheduler.start { letters.delay(.seconds(5), scheduler: scheduler) }
      #expect(observer.marbles == "-------a-b---c-|")
      #expect(letters.subscriptionMarbles() == ["^---------!"])
    }

    @Test("events of one tick come one after another, each with its own action")
    func atOnce() {
      let letters = scheduler.createHotObservable(marbles: " -(ab|)")
      let delayedLetters = letters.delay(.seconds(3), scheduler: scheduler)
      #expect(scheduler.start { delayedLetters }.marbles == "----ab|")
    }

    @Test("an error is not delayed, and waiting elements are dropped")
    func errors() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(235, 2), .error(245, TestError.first)])
      let observer = scheduler.start { numbers.delay(.seconds(30), scheduler: scheduler) }
      #expect(observer.events == [.next(240, 1), .error(245, TestError.first)])
      #expect(numbers.subscriptions == [Subscription(200, 245)])
      #expect(scheduler.debugDescription == "[]")
    }

    @Test("an error sent from within a delivery comes after it")
    func errorWithin() {
      let subject = PublishSubject<Int>()
      scheduler.scheduleAt(210) { for number in 1...2 { subject.onNext(number) } }
      let observer = scheduler.start(subject.delay(.seconds(30), scheduler: scheduler)) { event, _ in
        if event.element == 1 { subject.onError(TestError.first) }
      }
      #expect(observer.events == [.next(240, 1), .error(240, TestError.first)])
    }

    @Test("a sequence without elements completes later, or not at all")
    func empty() {
      let empty = scheduler.createHotObservable([.completed(210, Int.self)])
      #expect(scheduler.start { empty.delay(.seconds(5), scheduler: scheduler) }.events == [.completed(215)])
      #expect(events(of: Observable<Int>.never().delay(.seconds(5), scheduler: scheduler)) == [])
    }

    @Test("disposal disposes the input and cancels the waiting events", arguments: [205, 215, 245])
    func disposal(moment: TestTime) {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
      let observer = scheduler.start(disposed: moment) { numbers.delay(.seconds(30), scheduler: scheduler) }
      #expect(observer.events == (moment > 240 ? [.next(240, 1)] : []))
      #expect(numbers.subscriptions == [Subscription(200, min(230, moment))] && scheduler.debugDescription == "[]")
    }

    @Test("an element sent from within the delivery of another is delayed like any other")
    func reentrancy() {
      let subject = PublishSubject<Int>()
      scheduler.scheduleAt(210) { subject.onNext(1) }
      let observer = scheduler.start(subject.delay(.seconds(30), scheduler: scheduler)) { event, subscription in
        if event.element == 1 { subject.onNext(2) } else { subscription.dispose() }
      }
      #expect(observer.events == [.next(240, 1), .next(270, 2)])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace {
        let scheduler = TestScheduler(initialClock: 0)
        _ = Observable.just(1).delay(.seconds(1), scheduler: scheduler).subscribe(onNext: { _ in })
        scheduler.start()
      }
      #expect(
        trace.calls == [
          "Delay#1 subscribe", "Delay#1 run", "Just#1 subscribe", "DelaySink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "DelaySink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }

  @Suite("delaySubscription") struct DelaySubscriptionTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("the input is subscribed to later, and its events come as they are")
    func values() {
      let letters = scheduler.createColdObservable(marbles: "    -a-|")
      let subscribedLater = letters.delaySubscription(.seconds(3), scheduler: scheduler)
      #expect(scheduler.start { subscribedLater }.marbles == "----a-|")
      #expect(letters.subscriptionMarbles() == ["---^--!"])
    }

    @Test("an error of the input is forwarded")
    func errors() {
      let failing = scheduler.createColdObservable([.error(10, TestError.first, Int.self)])
      let observer = scheduler.start { failing.delaySubscription(.seconds(30), scheduler: scheduler) }
      #expect(observer.events == [.error(240, TestError.first)])
      #expect(failing.subscriptions == [Subscription(230, 240)])
    }

    @Test("disposal cancels the pending subscription, or disposes the existing one", arguments: [210, 235])
    func disposal(moment: TestTime) {
      let numbers = scheduler.createColdObservable([.next(10, 1)])
      let observer = scheduler.start(disposed: moment) {
        numbers.delaySubscription(.seconds(30), scheduler: scheduler)
      }
      #expect(observer.events == [] && scheduler.debugDescription == "[]")
      #expect(numbers.subscriptions == (moment > 230 ? [Subscription(230, moment)] : []))
    }

    @Test("every call is in the trace: the scheduler's action subscribes")
    func traced() throws {
      let trace = try trace {
        let scheduler = TestScheduler(initialClock: 0)
        _ = Observable.just(1).delaySubscription(.seconds(1), scheduler: scheduler).subscribe(onNext: { _ in })
        scheduler.start()
      }
      #expect(
        trace.calls == [
          "DelaySubscription#1 subscribe", "DelaySubscription#1 run", "Just#1 subscribe",
          "DelaySubscriptionSink#1 forwardOn next 1", "AnonymousObserver#1 onCore next 1",
          "DelaySubscriptionSink#1 forwardOn completed", "AnonymousObserver#1 onCore completed",
        ])
    }
  }

  @Suite("timeout") struct TimeoutTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("elements in time are forwarded, and restart the time; a late element is replaced by an error")
    func error() {
      let numbers = scheduler.createHotObservable([.next(225, 1), .next(245, 2), .next(280, 3)])
      let observer = scheduler.start { numbers.timeout(.seconds(30), scheduler: scheduler) }
      #expect(observer.events == [.next(225, 1), .next(245, 2), .error(275, RxError.timeout)])
      #expect(numbers.subscriptions == [Subscription(200, 275)])
    }

    @Test("the first element has a time limit, too")
    func first() {
      let never = scheduler.createHotObservable([Recorded<Event<Int>>]())
      let observer = scheduler.start { never.timeout(.seconds(30), scheduler: scheduler) }
      #expect(observer.events == [.error(230, RxError.timeout)] && never.subscriptions == [Subscription(200, 230)])
    }

    @Test("another sequence may go on instead, whose elements have no time limit")
    func other() {
      let letters = scheduler.createHotObservable(marbles: "--a-----b")
      let other = scheduler.createColdObservable(marbles: "      ----x----|")
      let lettersInTime = letters.timeout(.seconds(3), other: other, scheduler: scheduler)
      #expect(scheduler.start { lettersInTime }.marbles == "--a------x----|")
      #expect(letters.subscriptionMarbles() == ["^----!"])
      #expect(other.subscriptionMarbles() == ["-----^--------!"])
    }

    @Test("an error of the other sequence is forwarded; disposal disposes it", arguments: [300, 1000])
    func otherEnds(disposed: TestTime) {
      let other = scheduler.createColdObservable([.error(100, TestError.second, Int.self)])
      let observer = scheduler.start(disposed: disposed) {
        Observable.never().timeout(.seconds(30), other: other, scheduler: scheduler)
      }
      #expect(observer.events == (disposed > 330 ? [.error(330, TestError.second)] : []))
      #expect(other.subscriptions == [Subscription(230, min(330, disposed))])
    }

    @Test("if elements are in time, it completes, fails and unsubscribes with its input; no timer is left")
    func ends() {
      OneInput { $0.timeout(.never, scheduler: scheduler) }.expectAll()
      let numbers = scheduler.createHotObservable([.next(210, 1), .completed(220)])
      let observer = scheduler.start { numbers.timeout(.seconds(30), scheduler: scheduler) }
      #expect(observer.events == numbers.recordedEvents && scheduler.debugDescription == "[]")
    }

    @Test("an element in the tick in which the time is over is too late if the timer was set first")
    func atOnce() {
      let subject = PublishSubject<Int>()
      let observer = scheduler.createObserver(Int.self)
      _ = subject.timeout(.seconds(30), scheduler: scheduler).subscribe(observer)
      scheduler.scheduleAt(30) { subject.onNext(1) }
      scheduler.start()
      #expect(observer.events == [.error(30, RxError.timeout)])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace {
        let scheduler = TestScheduler(initialClock: 0)
        _ = Observable.never().timeout(.seconds(1), other: Observable.just(7), scheduler: scheduler)
          .subscribe(onNext: { _ in })
        scheduler.start()
      }
      #expect(
        trace.calls == [
          "Timeout#1 subscribe", "Timeout#1 run", "Never#1 subscribe", "Just#1 subscribe",
          "TimeoutSink#1 forwardOn next 7", "AnonymousObserver#1 onCore next 7", "TimeoutSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}
