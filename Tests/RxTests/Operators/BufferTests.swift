import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("buffer") struct BufferTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("an array is sent when it is full, or when its time is over; the last one with the completion")
    func values() {
      let numbers = scheduler.createHotObservable(
        marbles: "                 -123          4-5---        -------   --|",
        values: ["1": 1, "2": 2, "3": 3, "4": 4, "5": 5])
      let observer = scheduler.start { numbers.buffer(timeSpan: .seconds(7), count: 3, scheduler: scheduler) }
      #expect(observer.marbles == "---'[1, 2, 3]'------'[4, 5]'------'[]'-('[]'|)")
      #expect(numbers.subscriptionMarbles() == ["^------------------!"])
    }

    @Test("an error comes at once, without the waiting elements")
    func errors() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .error(220, TestError.first)])
      let observer = scheduler.start { numbers.buffer(timeSpan: .seconds(70), count: 3, scheduler: scheduler) }
      #expect(observer.events == [.error(220, TestError.first)] && scheduler.debugDescription == "[]")
    }

    @Test("a sequence that does not end sends an array for each time span, until disposal")
    func never() {
      let observer = scheduler.start(disposed: 250) {
        Observable<Int>.never().buffer(timeSpan: .seconds(20), count: 3, scheduler: scheduler)
      }
      #expect(observer.events == [.next(220, []), .next(240, [])] && scheduler.debugDescription == "[]")
    }

    @Test("arrays of one element: fails and unsubscribes with its input")
    func ones() {
      let operation = OneInput { $0.buffer(timeSpan: .never, count: 1, scheduler: scheduler).map { $0.first ?? -1 } }
      operation.expectPassesErrors()
      operation.expectKeepsTheGrammar()
    }

    @Test("elements sent from within a delivery fill the next array")
    func reentrancy() {
      let subject = PublishSubject<Int>()
      scheduler.scheduleAt(210) { for number in 1...2 { subject.onNext(number) } }
      let buffered = subject.buffer(timeSpan: .seconds(50), count: 2, scheduler: scheduler)
      var observer: TestableObserver<[Int]>?
      _ = Reports.collect {
        observer = scheduler.start(buffered) { event, subscription in
          if event.element == [1, 2] { for number in 3...5 { subject.onNext(number) } }
          if event.element == [5] { subscription.dispose() }
        }
      }
      #expect(observer?.events == [.next(210, [1, 2]), .next(210, [3, 4]), .next(260, [5])])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace {
        let scheduler = TestScheduler(initialClock: 0)
        _ = Observable.just(1).buffer(timeSpan: .seconds(1), count: 2, scheduler: scheduler)
          .subscribe(onNext: { _ in })
      }
      #expect(
        trace.calls == [
          "BufferTimeCount#1 subscribe", "BufferTimeCount#1 run", "Just#1 subscribe",
          "BufferTimeCountSink#1 forwardOn next [1]", "AnonymousObserver#1 onCore next [1]",
          "BufferTimeCountSink#1 forwardOn completed", "AnonymousObserver#1 onCore completed",
        ])
    }
  }

  @Suite("window") struct WindowTests {
    let scheduler = TestScheduler(initialClock: 0)

    /// Each window's number with its elements and its completion.
    private func told(
      _ numbers: Observable<Int>, _ timeSpan: RxTimeInterval = .seconds(70), _ count: Int = 3
    ) -> Observable<String> {
      numbers.window(timeSpan: timeSpan, count: count, scheduler: scheduler).enumerated().flatMap { number, window in
        window.map { "\(number): \($0)" }.concat(Observable.just("\(number) ends"))
      }
    }

    @Test("a window completes when it is full, or when its time is over; the last one with the sequence")
    func values() {
      let numbers = scheduler.createHotObservable([
        .next(210, 1), .next(215, 2), .next(220, 3), .next(225, 4), .next(300, 5), .completed(310),
      ])
      let observer = scheduler.start { told(numbers) }
      #expect(
        observer.events == [
          .next(210, "0: 1"), .next(215, "0: 2"), .next(220, "0: 3"), .next(220, "0 ends"), .next(225, "1: 4"),
          .next(290, "1 ends"), .next(300, "2: 5"), .next(310, "2 ends"), .completed(310),
        ])
      #expect(numbers.subscriptions == [Subscription(200, 310)])
    }

    @Test("an error ends the window and the sequence")
    func errors() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .error(220, TestError.first)])
      let windows = scheduler.createObserver(String.self)
      let observer = scheduler.start {
        numbers.window(timeSpan: .seconds(70), count: 3, scheduler: scheduler)
          .do(onNext: { _ = $0.map { "\($0)" }.subscribe(windows) }).map { _ in "window" }
      }
      #expect(observer.events == [.next(200, "window"), .error(220, TestError.first)])
      #expect(windows.events == [.next(210, "1"), .error(220, TestError.first)])
    }

    @Test("the first window comes on subscription, even of an empty sequence")
    func empty() {
      let empty = scheduler.createHotObservable([.completed(210, Int.self)])
      #expect(scheduler.start { told(empty) }.events == [.next(210, "0 ends"), .completed(210)])
    }

    @Test("the input is disposed when neither the windows nor their sequence have observers any more")
    func disposal() {
      let subject = PublishSubject<Int>()
      let log = Log()
      let users = SerialDisposable()
      let subscription = subject.window(timeSpan: .seconds(70), count: 2, scheduler: scheduler).subscribe(
        onNext: { window in users.disposable = window.subscribe { log.add($0) } })
      subject.onNext(1)
      subscription.dispose()
      #expect(subject.hasObservers)
      subject.onNext(2)
      #expect(log.entries == ["next(1)", "next(2)", "completed"] && !subject.hasObservers)
    }

    @Test("disposal disposes the input and the timer if no window is used")
    func disposalAlone() {
      let numbers = scheduler.createHotObservable([.next(210, 1)])
      let observer = scheduler.start(disposed: 250) { told(numbers) }
      #expect(observer.events == [.next(210, "0: 1")] && scheduler.debugDescription == "[]")
      #expect(numbers.subscriptions == [Subscription(200, 250)])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace {
        let scheduler = TestScheduler(initialClock: 0)
        _ = Observable.just(1).window(timeSpan: .seconds(1), count: 2, scheduler: scheduler).merge()
          .subscribe(onNext: { _ in })
      }
      #expect(
        trace.calls.filter { $0.hasPrefix("WindowTimeCount") || $0.hasPrefix("AddRef") }.map { $0.prefix(39) }
          == [
            "WindowTimeCount#1 subscribe", "WindowTimeCount#1 run", "WindowTimeCountSink#1 forwardOn next Rx.",
            "AddRef#1 subscribe", "AddRef#1 run", "AddRefSink#1 forwardOn next 1", "AddRefSink#1 forwardOn completed",
            "WindowTimeCountSink#1 forwardOn complete",
          ].map { $0.prefix(39) })
    }

    @Test("no resources are left after the terminal event or disposal", arguments: [true, false])
    func leaks(ends: Bool) {
      let before = Resources.total
      do {
        let clock = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Int>()
        let subscription = subject.window(timeSpan: .seconds(70), count: 2, scheduler: clock).merge().subscribe()
        for number in 1...3 { subject.onNext(number) }
        if ends { subject.onCompleted() } else { subscription.dispose() }
        #expect(!subject.hasObservers)
      }
      #expect(Resources.total == before)
    }
  }

  @Suite("groupBy") struct GroupByTests {
    let scheduler = TestScheduler(initialClock: 0)

    private func numbers() -> TestableObservable<Int> {
      scheduler.createHotObservable([
        .next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4), .completed(250),
      ])
    }

    @Test("a group for each key, sent right before its first element")
    func values() {
      let numbers = numbers()
      let observer = scheduler.start {
        numbers.groupBy { $0 % 2 }.flatMap { group in
          Observable.just("group \(group.key)")
        }
      }
      #expect(observer.events == [.next(210, "group 1"), .next(220, "group 0"), .completed(250)])
      let again = TestScheduler(initialClock: 0)
      let source = again.createHotObservable(numbers.recordedEvents)
      let elements = again.start { source.groupBy { $0 % 2 }.flatMap { group in group.map { "\(group.key): \($0)" } } }
      #expect(
        elements.events == [
          .next(210, "1: 1"), .next(220, "0: 2"), .next(230, "1: 3"), .next(240, "0: 4"), .completed(250),
        ])
      #expect(source.subscriptions == [Subscription(200, 250)])
    }

    /// RxSwift ends the groups in an order that differs from run to run.
    @Test("a terminal event ends each group, in the order in which they began, before the sequence")
    func ends() {
      for failing in [true, false] {
        let log = Log()
        let subject = PublishSubject<Int>()
        _ = subject.groupBy { $0 }.subscribe { event in
          guard let group = event.element else { return log.add("groups \(event)") }
          _ = group.subscribe { if $0.isStopEvent { log.add("\(group.key) \($0)") } }
        }
        for number in [3, 1, 2] { subject.onNext(number) }
        if failing { subject.onError(TestError.first) } else { subject.onCompleted() }
        let end = failing ? "error(first)" : "completed"
        #expect(log.entries == ["3 \(end)", "1 \(end)", "2 \(end)", "groups \(end)"])
      }
    }

    @Test("an error thrown by the selector ends the groups and the sequence")
    func throwing() {
      let log = Log()
      let numbers = numbers()
      let observer = scheduler.start {
        numbers.groupBy { number -> Int in
          if number == 3 { throw TestError.second }
          return 0
        }.do(onNext: { _ = $0.subscribe { log.add($0) } }).map(\.key)
      }
      #expect(observer.events == [.next(210, 0), .error(230, TestError.second)])
      #expect(log.entries == ["next(1)", "next(2)", "error(second)"])
      #expect(numbers.subscriptions == [Subscription(200, 230)])
    }

    @Test("a group that is subscribed to late sends only later elements")
    func late() {
      let subject = PublishSubject<Int>()
      var groups: [GroupedObservable<Int, Int>] = []
      let subscription = subject.groupBy { _ in 0 }.subscribe(onNext: { groups.append($0) })
      subject.onNext(1)
      let log = Log()
      let inner = groups[0].subscribe { log.add($0) }
      subject.onNext(2)
      #expect(log.entries == ["next(2)"])
      subscription.dispose()
      #expect(subject.hasObservers)
      subject.onNext(3)
      inner.dispose()
      #expect(log.entries == ["next(2)", "next(3)"] && !subject.hasObservers)
    }

    @Test("completes, fails and unsubscribes with its input")
    func oneInput() { OneInput { $0.groupBy { $0 }.merge() }.expectAll() }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace {
        _ = Observable.just(1).groupBy { $0 }.flatMap { $0 }.subscribe(onNext: { _ in })
      }
      #expect(
        trace.calls.filter { !$0.contains("GroupedObservable") } == [
          "FlatMap#1 subscribe", "FlatMap#1 run", "GroupBy#1 subscribe", "GroupBy#1 run", "Just#1 subscribe",
          "Group#1 subscribe", "PublishSubject#1 subscribe", "FlatMapSink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "GroupBySink#1 forwardOn completed",
          "FlatMapSink#1 forwardOn completed", "AnonymousObserver#1 onCore completed",
        ])
    }

    @Test("no resources are left after the terminal event or disposal", arguments: [true, false])
    func leaks(ends: Bool) {
      let before = Resources.total
      do {
        let subject = PublishSubject<Int>()
        let subscription = subject.groupBy { $0 % 2 }.merge().subscribe()
        for number in 1...3 { subject.onNext(number) }
        if ends { subject.onCompleted() } else { subscription.dispose() }
        #expect(!subject.hasObservers)
      }
      #expect(Resources.total == before)
    }
  }
}
