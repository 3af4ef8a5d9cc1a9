import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("BehaviorSubject") struct BehaviorSubjectTests {
    let time = TestScheduler(initialClock: 0)
    let subject = BehaviorSubject(value: 0)

    @Test("a new observer gets the latest element first; after the terminal event, only that event")
    func values() {
      let source = time.createHotObservable([.next(210, 1), .next(230, 2), .completed(250)])
      let observers = (0..<4).map { _ in time.createObserver(Int.self) }
      time.scheduleAt(200) { [subject] in _ = source.subscribe(subject) }
      for (moment, observer) in zip([205, 220, 240, 260], observers) {
        time.scheduleAt(moment) { [subject] in _ = subject.subscribe(observer) }
      }
      time.start()
      #expect(observers[0].events == [.next(205, 0), .next(210, 1), .next(230, 2), .completed(250)])
      #expect(observers[1].events == [.next(220, 1), .next(230, 2), .completed(250)])
      #expect(observers[2].events == [.next(240, 2), .completed(250)])
      #expect(observers[3].events == [.completed(260)])
    }

    @Test("its value is the latest element, even after the completion")
    func value() throws {
      #expect(try subject.value() == 0)
      subject.onNext(1)
      #expect(try subject.value() == 1)
      subject.onCompleted()
      subject.onNext(2)
      #expect(try subject.value() == 1)
    }

    @Test("reading its value throws after an error, and after disposal")
    func valueThrows() {
      subject.onError(TestError.first)
      #expect(throws: TestError.first) { try subject.value() }
      subject.dispose()
      let late = #expect(throws: RxError.self) { try subject.value() }
      #expect(late?.debugDescription == "Object `RxSwift.BehaviorSubject<Swift.Int>` was already disposed.")
    }

    @Test("an observer that sends from within its first element gets the new element, too")
    func sendingFromWithinTheFirst() {
      let observer = time.createObserver(Int.self)
      time.scheduleAt(210) { [subject] in
        _ = subject.subscribe { event in
          observer.on(event)
          if let number = event.element, number < 2 { subject.onNext(number + 1) }
        }
      }
      _ = Reports.collect { time.start() }
      #expect(observer.events == [.next(210, 0), .next(210, 1), .next(210, 2)])
    }

    @Test("an observer that leaves with its first element gets nothing more")
    func leaving() {
      time.scheduleAt(210) { [subject] in subject.onNext(1) }
      let observer = time.start(subject) { _, subscription in subscription.dispose() }
      #expect(observer.events == [.next(200, 0)])
      #expect(!subject.hasObservers)
    }

    @Test("an observer that subscribes from within a delivery gets the element being delivered")
    func subscribingWithin() {
      let late = time.createObserver(Int.self)
      for moment in [210, 220] { time.scheduleAt(moment) { [subject] in subject.onNext(moment) } }
      _ = time.start(subject) { [subject] event, _ in
        if event.element == 210 { _ = subject.subscribe(late) }
      }
      #expect(late.events == [.next(210, 210), .next(220, 220)])
    }

    @Test("in the trace the first element is within the subscription")
    func traced() throws {
      let trace = try trace { [subject] in
        _ = subject.subscribe(onNext: { _ in })
        subject.onNext(1)
      }
      #expect(
        trace.outline == """
          BehaviorSubject#1 subscribe(onNext:)
            BehaviorSubject#1 subscribe
              AnonymousObserver#1 on next 0
                AnonymousObserver#1 onCore next 0
                  AnonymousObserver#1 closure next 0
          BehaviorSubject#1 on next 1
            AnonymousObserver#1 on next 1
              AnonymousObserver#1 onCore next 1
                AnonymousObserver#1 closure next 1
          """)
    }
  }
}
