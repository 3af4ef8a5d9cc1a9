import Rx
import RxTest
import Testing

extension EngineTests {
  /// `flatMapLatest`, and `switchLatest` over a sequence of sequences: they behave in the same way.
  @Suite("flatMapLatest and switchLatest") struct FlatMapLatestTests {
    enum Form: CaseIterable {
      case flatMapLatest
      case switchLatest
    }

    let time = TestScheduler(initialClock: 0)

    @Test("each new inner sequence replaces the previous one", arguments: Form.allCases)
    func values(form: Form) {
      let outer = time.createHotObservable(marbles: "1-^-0--1-|", values: ["0": 0, "1": 1])
      let inner = [time.createColdObservable(marbles: "-ab-x|"), time.createColdObservable(marbles: "-c--d|")]
      let observer = time.start { latest(outer, form) { inner[$0] } }
      #expect(observer.marbles == "---ab-c--d|")
      #expect(outer.subscriptionMarbles() == ["^------!"])
      #expect(inner.map { $0.subscriptionMarbles() } == [["--^--!"], ["-----^----!"]])
    }

    @Test("an inner sequence that completes is disposed then; the next may follow", arguments: Form.allCases)
    func innerEnds(form: Form) {
      let outer = time.createHotObservable(marbles: "-0---1----|", values: ["0": 0, "1": 1])
      let inner = [
        time.createColdObservable(marbles: "          -a|"),
        time.createColdObservable(marbles: "              -b|"),
      ]
      let latestInner = latest(outer, form) { inner[$0] }
      #expect(time.start { latestInner }.marbles == "--a---b---|")
      #expect(outer.subscriptionMarbles() == ["^---------!"])
      #expect(inner.map { $0.subscriptionMarbles() } == [["-^-!"], ["-----^-!"]])
    }

    @Test("an empty outer sequence completes it, also after empty inner sequences", arguments: Form.allCases)
    func empty(form: Form) {
      let outer = time.createHotObservable([.next(210, 0), .next(220, 1), .completed(230)])
      let inner = time.createColdObservable([.completed(0, Int.self)])
      let observer = time.start { latest(outer, form) { _ in inner } }
      #expect(observer.events == [.completed(230)])
      #expect(inner.subscriptions == [Subscription(210, 210), Subscription(220, 220)])
      #expect(events(of: latest(.empty(), form) { _ in inner }) == ["completed"])
    }

    @Test("sequences that never send are disposed on disposal", arguments: Form.allCases, [true, false])
    func never(form: Form, outerEnds: Bool) {
      let outer = time.createHotObservable([.next(210, 0), outerEnds ? .completed(230) : .next(1100, 1)])
      let inner = time.createColdObservable([Recorded<Event<String>>]())
      let observer = time.start { latest(outer, form) { _ in inner } }
      #expect(observer.events == [])
      #expect(outer.subscriptions == [Subscription(200, outerEnds ? 230 : 1000)])
      #expect(inner.subscriptions == [Subscription(210, 1000)])
    }

    @Test("an error of the outer sequence ends it and disposes both inputs", arguments: Form.allCases)
    func outerError(form: Form) {
      let outer = time.createHotObservable([.next(210, 0), .error(230, TestError.first)])
      let inner = time.createColdObservable([.next(10, "a"), .next(50, "b")])
      let observer = time.start { latest(outer, form) { _ in inner } }
      #expect(observer.events == [.next(220, "a"), .error(230, TestError.first)])
      #expect(outer.subscriptions == [Subscription(200, 230)])
      #expect(inner.subscriptions == [Subscription(210, 230)])
    }

    @Test("an error of the latest inner sequence ends it; a replaced one's is ignored", arguments: Form.allCases)
    func innerError(form: Form) {
      let outer = time.createHotObservable([.next(210, 0), .next(230, 1), .completed(235)])
      let inner = [
        time.createColdObservable([.next(10, "a"), .error(30, TestError.first)]),
        time.createColdObservable([.next(20, "b"), .error(40, TestError.second)]),
      ]
      let observer = time.start { latest(outer, form) { inner[$0] } }
      #expect(observer.events == [.next(220, "a"), .next(250, "b"), .error(270, TestError.second)])
      #expect(outer.subscriptions == [Subscription(200, 235)])
      #expect(inner.map(\.subscriptions) == [[Subscription(210, 230)], [Subscription(230, 270)]])
    }

    @Test("an inner error disposes the outer sequence as well", arguments: Form.allCases)
    func innerErrorFirst(form: Form) {
      let outer = time.createHotObservable([.next(210, 0), .next(300, 0)])
      let inner = time.createColdObservable([.error(10, TestError.first, Int.self)])
      let observer = time.start { latest(outer, form) { _ in inner } }
      #expect(observer.events == [.error(220, TestError.first)])
      #expect(outer.subscriptions == [Subscription(200, 220)])
      #expect(inner.subscriptions == [Subscription(210, 220)])
    }

    @Test("an error thrown by the selector ends it and disposes both inputs")
    func throwing() {
      let outer = time.createHotObservable([.next(210, 0), .next(220, 1), .next(230, 0)])
      let inner = time.createColdObservable([.next(5, "a"), .next(50, "b")])
      let observer = time.start {
        outer.flatMapLatest { index in
          if index == 1 { throw TestError.first }
          return inner
        }
      }
      #expect(observer.events == [.next(215, "a"), .error(220, TestError.first)])
      #expect(outer.subscriptions == [Subscription(200, 220)])
      #expect(inner.subscriptions == [Subscription(210, 220)])
    }

    @Test("the outer sequence may complete before the inner one, with it, or after it", arguments: [220, 230, 240])
    func ends(outerEnd: Int) {
      let outer = time.createHotObservable([.next(210, 0), .completed(outerEnd)])
      let inner = time.createHotObservable([.completed(230, Int.self)])
      let observer = time.start { outer.flatMapLatest { _ in inner } }
      #expect(observer.events == [.completed(max(230, outerEnd))])
      #expect(outer.subscriptions == [Subscription(200, outerEnd)])
      #expect(inner.subscriptions == [Subscription(210, 230)])
    }

    @Test("an inner sequence's element in the tick in which it is replaced is too late", arguments: Form.allCases)
    func replacedAtOnce(form: Form) {
      let outer = time.createHotObservable(marbles: "-0-1", values: ["0": 0, "1": 1])
      let inner = [
        time.createHotObservable(marbles: "          --ab"),
        time.createHotObservable(marbles: "          ---c"),
      ]
      let latestInner = latest(outer, form) { inner[$0] }
      #expect(time.start { latestInner }.marbles == "--ac")
      #expect(inner[0].subscriptionMarbles() == ["-^-!"])
      #expect(inner[1].subscriptions == [Subscription(203, 1000)])
    }

    @Test("disposal disposes the inputs that have not ended", arguments: Form.allCases, [205, 215, 225, 235, 255, 300])
    func disposal(form: Form, at moment: Int) {
      let outer = time.createHotObservable([.next(210, 0), .completed(230)])
      let inner = time.createColdObservable([.next(10, "a"), .next(30, "b"), .completed(40)])
      let observer = time.start(disposed: moment) { latest(outer, form) { _ in inner } }
      let whole: [Recorded<Event<String>>] = [.next(220, "a"), .next(240, "b"), .completed(250)]
      #expect(observer.events == whole.filter { $0.time < moment })
      #expect(outer.subscriptions == [Subscription(200, min(230, moment))])
      #expect(inner.subscriptions == (moment < 210 ? [] : [Subscription(210, min(250, moment))]))
    }

    @Test("an observer that leaves with an element gets nothing more", arguments: Form.allCases)
    func leaving(form: Form) {
      let outer = time.createHotObservable([.next(210, 0), .next(230, 0)])
      let inner = time.createColdObservable([.next(10, "a"), .next(15, "b")])
      let observer = time.start(latest(outer, form) { _ in inner }) { _, subscription in subscription.dispose() }
      #expect(observer.events == [.next(220, "a")])
      #expect(outer.subscriptions == [Subscription(200, 220)])
      #expect(inner.subscriptions == [Subscription(210, 220)])
    }

    @Test("an element sent to the outer sequence from within a delivery replaces the inner one at once")
    func reentrancy() {
      let outer = PublishSubject<Int>()
      let inner = (0..<2).map { index in time.createColdObservable([.next(10, index), .next(20, index)]) }
      time.scheduleAt(210) { outer.onNext(0) }
      let observer = time.start(outer.flatMapLatest { inner[$0] }) { event, _ in
        if event.element == 0 { outer.onNext(1) }
      }
      #expect(observer.events == [.next(220, 0), .next(230, 1), .next(240, 1)])
      #expect(inner.map(\.subscriptions) == [[Subscription(210, 220)], [Subscription(220, 1000)]])
    }

    @Test("an inner sequence that causes the next one while it sends on subscription is cut off")
    func reentrancyAtOnce() {
      let outer = PublishSubject<Int>()
      let first = Observable<Int>.create { observer in
        observer.onNext(0)
        observer.onNext(2)
        return Disposables.create()
      }
      time.scheduleAt(210) { outer.onNext(0) }
      var observer: TestableObserver<Int>?
      _ = Reports.collect {
        observer = time.start(outer.flatMapLatest { $0 == 0 ? first : .just(1) }) { event, _ in
          if event.element == 0 { outer.onNext(1) }
        }
      }
      #expect(observer?.events == [.next(210, 0), .next(210, 1)])
    }

    @Test("an observer that subscribes from within a delivery gets the outer sequence's later elements")
    func subscribingWithin() {
      let outer = time.createHotObservable([.next(210, 0), .next(230, 1)])
      let inner = (0..<2).map { index in time.createColdObservable([.next(10, index)]) }
      let flattened = outer.flatMapLatest { inner[$0] }
      let late = time.createObserver(Int.self)
      _ = time.start(flattened) { event, _ in
        if event.element == 0 { _ = flattened.subscribe(late) }
      }
      #expect(late.events == [.next(240, 1)])
      #expect(inner[0].subscriptions == [Subscription(210, 230)])
      #expect(inner[1].subscriptions == [Subscription(230, 1000), Subscription(230)])
    }

    @Test("in the trace an inner element goes through its own observer; a late one is not delivered")
    func traced() throws {
      let outer = PublishSubject<Int>()
      let inner = [PublishSubject<String>(), PublishSubject<String>()]
      let subscription = outer.flatMapLatest { inner[$0] }.subscribe(onNext: { _ in })
      let trace = try trace {
        outer.onNext(0)
        inner[0].onNext("a")
        outer.onNext(1)
        inner[0].onNext("too late")
        inner[1].onNext("b")
      }
      subscription.dispose()
      #expect(
        trace.outline == """
          PublishSubject#1 on next 0
            FlatMapLatestSink#1 on next 0
              FlatMapLatestSink#1 closure next 0
              PublishSubject#2 subscribe
          PublishSubject#2 on next "a"
            InnerObserver#1 on next "a"
              FlatMapLatestSink#1 forwardOn next "a"
                AnonymousObserver#1 on next "a"
                  AnonymousObserver#1 onCore next "a"
                    AnonymousObserver#1 closure next "a"
          PublishSubject#1 on next 1
            FlatMapLatestSink#1 on next 1
              FlatMapLatestSink#1 closure next 1
              InnerObserver#1 dispose
                SubjectSubscription#1 dispose
              PublishSubject#3 subscribe
          PublishSubject#2 on next "too late"
          PublishSubject#3 on next "b"
            InnerObserver#2 on next "b"
              FlatMapLatestSink#1 forwardOn next "b"
                AnonymousObserver#1 on next "b"
                  AnonymousObserver#1 onCore next "b"
                    AnonymousObserver#1 closure next "b"
          """)
    }

    @Test("each forwardOn reaches the observer's onCore", arguments: Form.allCases)
    func counts(form: Form) throws {
      let trace = try trace {
        let outer = PublishSubject<Int>()
        let inner = [PublishSubject<String>(), PublishSubject<String>()]
        _ = latest(outer, form) { inner[$0] }.subscribe(onNext: { _ in })
        for index in 0..<2 {
          outer.onNext(index)
          for subject in inner { subject.onNext("\(index)") }
        }
        outer.onCompleted()
        for subject in inner { subject.onCompleted() }
      }
      let named = { (name: String) in trace.steps.filter { trace.name(of: $0.object) == name } }
      #expect(named("FlatMapLatestSink#1").filter { $0.kind == .forwardOn }.count == 3)
      #expect(trace.count(.onCore) == 3)
      #expect(named("PublishSubject#1").filter { $0.kind == .subscribe }.count == 1)
    }

    @Test("no resources are left after the terminal event or disposal", arguments: [true, false])
    func leaks(ends: Bool) {
      let before = Resources.total
      do {
        let subjects = (0..<3).map { _ in PublishSubject<Int>() }
        let subscription = subjects[0].flatMapLatest { subjects[$0] }.subscribe()
        subjects[0].onNext(1)
        subjects[0].onNext(2)
        #expect(subjects.map(\.hasObservers) == [true, false, true])
        if ends { for subject in subjects { subject.onCompleted() } } else { subscription.dispose() }
        #expect(subjects.allSatisfy { !$0.hasObservers })
      }
      #expect(Resources.total == before)
    }

    private func latest<Element>(
      _ outer: Observable<Int>, _ form: Form, _ inner: @escaping (Int) -> Observable<Element>
    ) -> Observable<Element> {
      switch form {
      case .flatMapLatest: outer.flatMapLatest(inner)
      case .switchLatest: outer.map(inner).switchLatest()
      }
    }
  }
}
