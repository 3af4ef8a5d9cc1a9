import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("publish, replay, multicast, connect") struct MulticastTests {
    let scheduler = TestScheduler(initialClock: 0)

    private func numbers() -> TestableObservable<Int> {
      scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4), .completed(250)])
    }

    /// Connects at one time and disconnects at another.
    private func connect<Element>(_ source: ConnectableObservable<Element>, from start: TestTime, to end: TestTime) {
      let connection = SerialDisposable()
      scheduler.scheduleAt(start) { connection.disposable = source.connect() }
      scheduler.scheduleAt(end) { connection.dispose() }
    }

    @Test("observers get the elements while it is connected, through one subscription to the source")
    func publish() {
      let letters = scheduler.createHotObservable(marbles: "-a-b-c-d-|")
      let published = letters.publish()
      connect(published, from: 202, to: 206)
      let early = scheduler.createObserver(String.self)
      _ = published.subscribe(early)
      let late = scheduler.start(subscription: "----^") { published }
      #expect(early.events.marbles(from: 200) == "---b-c")
      #expect(late.marbles == "-----c")
      #expect(letters.subscriptionMarbles() == ["--^---!"])
    }

    @Test("a new observer gets the latest elements of the connection first", arguments: [0, 1, 2, nil])
    func replay(count: Int?) {
      let numbers = numbers()
      let replayed = count.map { numbers.replay($0) } ?? numbers.replayAll()
      connect(replayed, from: 205, to: 1000)
      let observer = scheduler.start(created: 100, subscribed: 235, disposed: 1000) { replayed }
      let before: [Recorded<Event<Int>>] = [1, 2, 3].suffix(count ?? 3).map { .next(235, $0) }
      #expect(observer.events == before + [.next(240, 4), .completed(250)])
    }

    @Test("connecting twice is the same as once; after the terminal event or disconnection it can connect again")
    func connections() {
      let numbers = scheduler.createColdObservable([.next(10, 1), .completed(20)])
      let published = numbers.publish()
      var connections: [any Disposable] = []
      for moment in [200, 205, 300, 311, 315] {
        scheduler.scheduleAt(moment) {
          if moment == 311 { connections.last?.dispose() } else { connections.append(published.connect()) }
        }
      }
      let observer = scheduler.createObserver(Int.self)
      scheduler.scheduleAt(295) { _ = published.subscribe(observer) }
      scheduler.start()
      #expect(
        numbers.subscriptions == [Subscription(200, 220), Subscription(300, 311), Subscription(315, 335)])
      // An observer stays with the subject of its connection: the subject of 300 gets no terminal event.
      #expect(observer.events == [.next(310, 1)])
    }

    @Test("connecting from within the terminal event makes a new connection")
    func again() {
      let log = Log()
      let published = Observable.of(1).publish()
      _ = published.subscribe(onCompleted: {
        _ = published.subscribe { log.add($0) }
        _ = published.connect()
      })
      _ = published.connect()
      #expect(log.entries == ["next(1)", "completed"])
    }

    @Test("an error reaches all observers, and disposes the source")
    func errors() {
      let failing = scheduler.createHotObservable([.next(210, 1), .error(220, TestError.first)])
      let published = failing.publish()
      connect(published, from: 205, to: 1000)
      #expect(scheduler.start { published }.events == [.next(210, 1), .error(220, TestError.first)])
      #expect(failing.subscriptions == [Subscription(205, 220)])
    }

    @Test("a given subject is used by every connection, and stays ended")
    func ownSubject() {
      let subject = ReplaySubject<Int>.create(bufferSize: 1)
      let connectable = Observable.of(1, 2).multicast(subject)
      _ = connectable.connect()
      #expect(events(of: connectable) == ["next(2)", "completed"])
      _ = connectable.connect()
      #expect(events(of: connectable) == ["next(2)", "completed"])
      var made = 0
      let each = Observable.of(1).multicast(makeSubject: {
        made += 1
        return PublishSubject<Int>()
      })
      for _ in 0..<2 { _ = each.connect() }
      #expect(made == 2)
    }

    @Test("within a selector, all uses share one subscription")
    func selector() {
      let numbers = numbers()
      let observer = scheduler.start {
        numbers.multicast(
          { PublishSubject<Int>() },
          selector: { shared in Observable.zip(shared, shared.skip(1)) { 10 * $0 + $1 } })
      }
      #expect(observer.events == [.next(220, 12), .next(230, 23), .next(240, 34), .completed(250)])
      #expect(numbers.subscriptions == [Subscription(200, 250)])
    }

    @Test("within a selector: completes, fails and unsubscribes with its input")
    func selectorEnds() { OneInput { $0.multicast({ PublishSubject<Int>() }, selector: { $0 }) }.expectAll() }

    @Test("an error thrown by either of its closures ends the sequence")
    func selectorThrows() {
      let first = Observable.of(1).multicast(
        { () throws -> PublishSubject<Int> in throw TestError.first }, selector: { $0 })
      #expect(events(of: first) == ["error(first)"])
      let second = Observable.of(1).multicast(
        { PublishSubject<Int>() }, selector: { _ -> Observable<Int> in throw TestError.second })
      #expect(events(of: second) == ["error(second)"])
    }

    @Test("every call is in the trace: the connection gets the source's events")
    func traced() throws {
      let trace = try trace {
        let published = Observable.just(1).publish()
        _ = published.subscribe(onNext: { _ in })
        _ = published.connect()
      }
      #expect(trace.count(.onCore) == 2)
      #expect(trace.outline.contains("Connection#1 on next 1"))
      #expect(trace.calls.contains("PublishSubject#1 subscribe") && trace.calls.contains("Just#1 subscribe"))
    }

    @Test("no resources are left after the terminal event or disconnection", arguments: [true, false])
    func leaks(ends: Bool) {
      let before = Resources.total
      do {
        let subject = PublishSubject<Int>()
        let replayed = subject.replay(1)
        let subscription = replayed.subscribe()
        let connection = replayed.connect()
        subject.onNext(1)
        if ends { subject.onCompleted() } else { connection.dispose() }
        subscription.dispose()
        #expect(!subject.hasObservers)
      }
      #expect(Resources.total == before)
    }
  }

  @Suite("refCount") struct RefCountTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("connected from the first observer to the last, and again with the next one")
    func values() {
      let numbers = scheduler.createColdObservable([.next(10, 1), .next(20, 2), .next(30, 3)])
      let shared = numbers.publish().refCount()
      let second = scheduler.createObserver(Int.self)
      let subscription = SerialDisposable()
      scheduler.scheduleAt(215) { subscription.disposable = shared.subscribe(second) }
      scheduler.scheduleAt(225) { subscription.disposable = Disposables.create() }
      scheduler.scheduleAt(300) { subscription.disposable = shared.subscribe(second) }
      let first = scheduler.start(disposed: 235) { shared }
      #expect(first.events == [.next(210, 1), .next(220, 2), .next(230, 3)])
      #expect(second.events == [.next(220, 2), .next(310, 1), .next(320, 2), .next(330, 3)])
      #expect(numbers.subscriptions == [Subscription(200, 235), Subscription(300)])
    }

    @Test("completes, fails and unsubscribes with its input")
    func ends() { OneInput { $0.publish().refCount() }.expectAll() }

    @Test("an observer that subscribes from within the terminal event starts a new connection")
    func again() {
      let numbers = scheduler.createColdObservable([.next(10, 1), .completed(20)])
      let shared = numbers.publish().refCount()
      let observer = scheduler.createObserver(Int.self)
      scheduler.scheduleAt(200) { _ = shared.subscribe(onCompleted: { _ = shared.subscribe(observer) }) }
      scheduler.start()
      #expect(observer.events == [.next(230, 1), .completed(240)])
      #expect(numbers.subscriptions == [Subscription(200, 220), Subscription(220, 240)])
    }

    @Test("a source that ends while it is connected to; an observer that gets the terminal event before it connects")
    func atOnce() {
      let shared = Observable.of(1).publish().refCount()
      for _ in 0..<2 { #expect(events(of: shared) == ["next(1)", "completed"]) }
      let subject = ReplaySubject<Int>.create(bufferSize: 1)
      let ended = Observable.of(1, 2).multicast(subject).refCount()
      #expect(events(of: ended) == ["next(1)", "next(2)", "completed"])
      #expect(events(of: ended) == ["next(2)", "completed"])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable.just(1).publish().refCount().subscribe(onNext: { _ in }) }
      #expect(
        trace.calls.filter { $0.hasPrefix("RefCount") } == [
          "RefCount#1 subscribe", "RefCount#1 run", "RefCountSink#1 forwardOn next 1",
          "RefCountSink#1 forwardOn completed",
        ])
    }

    @Test("no resources are left after the terminal event or disposal", arguments: [true, false])
    func leaks(ends: Bool) {
      let before = Resources.total
      do {
        let subject = PublishSubject<Int>()
        let shared = subject.publish().refCount()
        let subscriptions = (0..<2).map { _ in shared.subscribe() }
        if ends { subject.onCompleted() }
        for subscription in subscriptions { subscription.dispose() }
        #expect(!subject.hasObservers)
      }
      #expect(Resources.total == before)
    }
  }
}
