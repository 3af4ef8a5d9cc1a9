import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("AsyncSubject") struct AsyncSubjectTests {
    let time = TestScheduler(initialClock: 0)

    @Test("all observers get the last element at the completion, and later observers at once")
    func values() {
      let source = time.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(240)])
      let subject = AsyncSubject<Int>()
      let observers = (0..<3).map { _ in time.createObserver(Int.self) }
      time.scheduleAt(200) { _ = source.subscribe(subject) }
      for (moment, observer) in zip([205, 235, 260], observers) {
        time.scheduleAt(moment) { _ = subject.subscribe(observer) }
      }
      time.start()
      #expect(observers[0].events == [.next(240, 3), .completed(240)])
      #expect(observers[1].events == [.next(240, 3), .completed(240)])
      #expect(observers[2].events == [.next(260, 3), .completed(260)])
    }

    @Test("all observers get the element before any gets the completion")
    func order() {
      let subject = AsyncSubject<Int>()
      let log = Log()
      for name in ["a", "b"] { _ = subject.subscribe { log.add("\(name) \($0)") } }
      subject.onNext(1)
      subject.onCompleted()
      #expect(log.entries == ["a next(1)", "b next(1)", "a completed", "b completed"])
    }

    @Test("without an element only the completion is sent; with an error only the error")
    func nothing() {
      let (empty, failed) = (AsyncSubject<Int>(), AsyncSubject<Int>())
      let log = Log()
      for subject in [empty, failed] { _ = subject.subscribe { log.add($0) } }
      empty.onCompleted()
      failed.onNext(1)
      failed.onError(TestError.first)
      #expect(log.entries == ["completed", "error(first)"])
      #expect(events(of: empty) == ["completed"] && events(of: failed) == ["error(first)"])
    }

    @Test("an observer that leaves before the completion gets nothing; one that leaves with the element, no completion")
    func leaving() {
      let subject = AsyncSubject<Int>()
      let (gone, going) = (Log(), Log())
      subject.subscribe { gone.add($0) }.dispose()
      let subscription = SingleAssignmentDisposable()
      subscription.setDisposable(
        subject.subscribe { event in
          going.add(event)
          subscription.dispose()
        })
      subject.onNext(1)
      subject.onCompleted()
      #expect(gone.entries == [] && going.entries == ["next(1)"])
    }

    @Test("in the trace the element is within the completion that sends it")
    func traced() throws {
      let subject = AsyncSubject<Int>()
      _ = subject.subscribe()
      let trace = try trace {
        subject.onNext(1)
        subject.onCompleted()
      }
      #expect(
        trace.outline == """
          AsyncSubject#1 on next 1
          AsyncSubject#1 on completed
            AnonymousObserver#1 on next 1
              AnonymousObserver#1 onCore next 1
            AnonymousObserver#1 on completed
              AnonymousObserver#1 onCore completed
          """)
    }
  }
}
