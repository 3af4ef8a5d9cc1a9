import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("ReplaySubject") struct ReplaySubjectTests {
    let time = TestScheduler(initialClock: 0)

    @Test(
      "a new observer gets the kept elements, then new ones",
      arguments: [(0, []), (1, [3]), (2, [2, 3]), (9, [1, 2, 3])])
    func values(size: Int, kept: [Int]) {
      let subject = ReplaySubject<Int>.create(bufferSize: size)
      let observer = replay(subject)
      #expect(observer.events == kept.map { .next(240, $0) } + [.next(250, 4), .completed(260)])
    }

    @Test("unbounded, it keeps every element")
    func unbounded() {
      let observer = replay(ReplaySubject<Int>.createUnbounded())
      #expect(
        observer.events == [.next(240, 1), .next(240, 2), .next(240, 3), .next(250, 4), .completed(260)])
      let many = ReplaySubject<Int>.createUnbounded()
      for number in 0..<1000 { many.onNext(number) }
      #expect(events(of: many).count == 1000)
    }

    @Test("the elements are kept after the terminal event, and come before it", arguments: [true, false])
    func ended(fails: Bool) {
      let subject = ReplaySubject<Int>.create(bufferSize: 2)
      for number in 1...3 { subject.onNext(number) }
      if fails { subject.onError(TestError.first) } else { subject.onCompleted() }
      let expected = ["next(2)", "next(3)", fails ? "error(first)" : "completed"]
      #expect(events(of: subject) == expected)
      #expect(events(of: subject) == expected)
    }

    @Test("an observer that leaves during the replay gets nothing more")
    func leaving() {
      let subject = ReplaySubject<Int>.createUnbounded()
      for number in 1...3 { subject.onNext(number) }
      #expect(events(of: subject.take(1)) == ["next(1)", "completed"])
      #expect(!subject.hasObservers)
    }

    @Test("an element that a new observer sends from within the replay is kept for others, but not sent to itself")
    func sendingFromWithinTheReplay() {
      let subject = ReplaySubject<Int>.createUnbounded()
      subject.onNext(1)
      let log = Log()
      _ = subject.subscribe(onNext: { number in
        log.add("\(number)")
        if number == 1 { subject.onNext(2) }
      })
      subject.onNext(3)
      #expect(log.entries == ["1", "3"])
      #expect(events(of: subject) == ["next(1)", "next(2)", "next(3)"])
    }

    @Test("a disposed subject has released its elements")
    func disposed() {
      let subject = ReplaySubject<Int>.create(bufferSize: 1)
      var isAlive: () -> Bool = { true }
      let holder = ReplaySubject<Log>.create(bufferSize: 1)
      do {
        let log = Log()
        isAlive = { [weak log] in log != nil }
        holder.onNext(log)
      }
      #expect(isAlive())
      holder.dispose()
      #expect(!isAlive())
      subject.dispose()
      #expect(subject.isDisposed)
    }

    @Test("in the trace the replay is within the subscription")
    func traced() throws {
      let subject = ReplaySubject<Int>.create(bufferSize: 2)
      subject.onNext(1)
      subject.onNext(2)
      let trace = try trace { _ = subject.subscribe() }
      #expect(
        trace.outline == """
          ReplaySubject#1 subscribe(onNext:)
            ReplaySubject#1 subscribe
              AnonymousObserver#1 on next 1
                AnonymousObserver#1 onCore next 1
              AnonymousObserver#1 on next 2
                AnonymousObserver#1 onCore next 2
          """)
    }

    /// Sends 1, 2, 3 to a subject before a subscription at 240, then 4 and the completion.
    private func replay(_ subject: ReplaySubject<Int>) -> TestableObserver<Int> {
      let source = time.createHotObservable([
        .next(210, 1), .next(220, 2), .next(230, 3), .next(250, 4), .completed(260),
      ])
      let observer = time.createObserver(Int.self)
      time.scheduleAt(200) { _ = source.subscribe(subject) }
      time.scheduleAt(240) { _ = subject.subscribe(observer) }
      time.start()
      return observer
    }
  }
}
