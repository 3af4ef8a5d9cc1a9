import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("relays") struct RelayTests {
    let time = TestScheduler(initialClock: 0)

    @Test("a publish relay sends the elements that it accepts to its observers")
    func publish() {
      let relay = PublishRelay<Int>()
      for moment in [190, 210, 220, 310] { time.scheduleAt(moment) { relay.accept(moment) } }
      let observer = time.start(disposed: 300) { relay }
      #expect(observer.events == [.next(210, 210), .next(220, 220)])
    }

    @Test("a behavior relay sends its value first, and its value can be read")
    func behavior() {
      let relay = BehaviorRelay(value: 0)
      for moment in [190, 210, 310] { time.scheduleAt(moment) { relay.accept(moment) } }
      let observer = time.start(disposed: 300) { relay }
      #expect(observer.events == [.next(200, 190), .next(210, 210)])
      #expect(relay.value == 310)
    }

    @Test("a replay relay sends the kept elements first", arguments: [0, 1, 2, nil])
    func replay(size: Int?) {
      let relay: ReplayRelay<Int> = size.map { .create(bufferSize: $0) } ?? .createUnbound()
      for moment in [170, 180, 190, 210] { time.scheduleAt(moment) { relay.accept(moment) } }
      let observer = time.start { relay }
      let kept = [170, 180, 190].suffix(size ?? 3)
      #expect(observer.events == kept.map { .next(200, $0) } + [.next(210, 210)])
    }

    @Test("an observer that changes the value from within a delivery gets the change")
    func reentrancy() {
      let relay = BehaviorRelay(value: 0)
      time.scheduleAt(210) { relay.accept(10) }
      var observer: TestableObserver<Int>?
      _ = Reports.collect {
        observer = time.start(relay.asObservable()) { event, _ in
          if let number = event.element, number % 10 < 2 { relay.accept(number + 1) }
        }
      }
      let first: [Recorded<Event<Int>>] = [.next(200, 0), .next(200, 1), .next(200, 2)]
      #expect(observer?.events == first + [.next(210, 10), .next(210, 11), .next(210, 12)])
      #expect(relay.value == 12)
    }

    @Test("a freed relay does not end its sequence")
    func goes() {
      let log = Log()
      do {
        let relay = BehaviorRelay(value: 1)
        _ = relay.asObservable().subscribe { log.add($0) }
      }
      #expect(log.entries == ["next(1)"])
    }

    @Test("in the trace a relay's element is its subject's")
    func traced() throws {
      let relay = PublishRelay<Int>()
      _ = relay.subscribe(onNext: { _ in })
      let trace = try trace { relay.accept(1) }
      #expect(
        trace.outline == """
          PublishSubject#1 on next 1
            AnonymousObserver#1 on next 1
              AnonymousObserver#1 onCore next 1
                AnonymousObserver#1 closure next 1
          """)
    }

    @Test("no resources of freed relays are left")
    func leaks() {
      let before = Resources.total
      do {
        let (publish, behavior) = (PublishRelay<Int>(), BehaviorRelay(value: 1))
        _ = publish.subscribe(onNext: { behavior.accept($0) })
        let subscription = behavior.subscribe()
        publish.accept(2)
        subscription.dispose()
      }
      #expect(Resources.total == before)
    }
  }

  @Suite("Variable") struct VariableTests {
    let time = TestScheduler(initialClock: 0)

    @available(*, deprecated, message: "calls what is deprecated")
    @Test("a new observer gets the value, then each new value")
    func values() {
      let variable = Variable(0)
      for moment in [190, 210, 220] { time.scheduleAt(moment) { variable.value = moment } }
      let observer = time.start { variable.asObservable() }
      #expect(observer.events == [.next(200, 190), .next(210, 210), .next(220, 220)])
      #expect(variable.value == 220)
    }

    @available(*, deprecated, message: "calls what is deprecated")
    @Test("it completes when the variable is freed")
    func goes() {
      let log = Log()
      var variable: Variable<Int>? = Variable(1)
      let values = variable?.asObservable()
      _ = values?.subscribe { log.add($0) }
      variable = nil
      #expect(log.entries == ["next(1)", "completed"])
    }

    @available(*, deprecated, message: "calls what is deprecated")
    @Test("the value is set before observers get it, even from within a delivery")
    func reentrancy() {
      let variable = Variable(0)
      let log = Log()
      _ = Reports.collect {
        _ = variable.asObservable().subscribe(onNext: { number in
          log.add("\(number) \(variable.value)")
          if number < 2 { variable.value = number + 1 }
        })
      }
      #expect(log.entries == ["0 0", "1 1", "2 2"])
    }
  }
}
