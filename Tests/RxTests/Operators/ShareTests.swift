import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("share") struct ShareTests {
    static let scopes = [SubjectLifetimeScope.whileConnected, .forever]
    static let replays = [0, 1, 3]

    let scheduler = TestScheduler(initialClock: 0)

    /// 1 to 5, beginning at 210, then the completion.
    func numbers(_ end: Recorded<Event<Int>> = .completed(260)) -> TestableObservable<Int> {
      scheduler.createHotObservable((1...5).map { .next(200 + 10 * $0, $0) } + [end])
    }

    /// Subscribes to `source` between two times.
    func observe(_ source: Observable<Int>, _ from: TestTime, _ to: TestTime = 1000) -> TestableObserver<Int> {
      let observer = scheduler.createObserver(Int.self)
      let subscription = SingleAssignmentDisposable()
      scheduler.scheduleAt(from) { subscription.setDisposable(source.subscribe(observer)) }
      scheduler.scheduleAt(to) { subscription.dispose() }
      return observer
    }

    @Test("for one observer it changes nothing", arguments: scopes, replays)
    func ends(scope: SubjectLifetimeScope, replay: Int) {
      OneInput { $0.share(replay: replay, scope: scope) }.expectAll()
    }

    @Test(
      "all observers share one subscription, and a new one gets the latest elements first",
      arguments: scopes, replays)
    func newcomers(scope: SubjectLifetimeScope, replay: Int) {
      let numbers = numbers()
      let shared = numbers.share(replay: replay, scope: scope)
      let (first, second) = (observe(shared, 200), observe(shared, 235))
      scheduler.start()
      #expect(first.events == numbers.recordedEvents)
      let replayed = (1...3).suffix(replay).map { Recorded.next(235, $0) }
      #expect(second.events == replayed + [.next(240, 4), .next(250, 5), .completed(260)])
      #expect(numbers.subscriptions == [Subscription(200, 260)])
    }

    @Test("the input is disposed with the last observer, whichever that is", arguments: scopes, [true, false])
    func leaving(scope: SubjectLifetimeScope, firstStays: Bool) {
      let numbers = numbers()
      let shared = numbers.share(replay: 1, scope: scope)
      let first = observe(shared, 200, firstStays ? 245 : 225)
      let second = observe(shared, 215, firstStays ? 225 : 245)
      scheduler.start()
      #expect(first.elements == (firstStays ? [1, 2, 3, 4] : [1, 2]))
      #expect(second.elements == (firstStays ? [1, 2] : [1, 2, 3, 4]))
      #expect(numbers.subscriptions == [Subscription(200, 245)])
    }

    @Test(
      "after the last observer has left, the next one connects again; the elements are dropped or kept",
      arguments: scopes, replays)
    func connectingAnew(scope: SubjectLifetimeScope, replay: Int) {
      let numbers = numbers()
      let shared = numbers.share(replay: replay, scope: scope)
      let (first, second) = (observe(shared, 200, 225), observe(shared, 235))
      scheduler.start()
      #expect(first.elements == [1, 2])
      let kept = scope == .forever ? (1...2).suffix(replay).map { Recorded.next(235, $0) } : []
      #expect(second.events == kept + [.next(240, 4), .next(250, 5), .completed(260)])
      #expect(numbers.subscriptions == [Subscription(200, 225), Subscription(235, 260)])
    }

    @Test(
      "after the terminal event, a new observer connects again, or gets that event and the kept elements",
      arguments: scopes, replays)
    func afterTheEnd(scope: SubjectLifetimeScope, replay: Int) {
      for end in [Recorded<Event<Int>>.completed(15), .error(15, TestError.first)] {
        let scheduler = TestScheduler(initialClock: 0)
        let numbers = scheduler.createColdObservable([.next(10, 1), end])
        let shared = numbers.share(replay: replay, scope: scope)
        let (first, second) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
        scheduler.scheduleAt(200) { _ = shared.subscribe(first) }
        scheduler.scheduleAt(300) { _ = shared.subscribe(second) }
        scheduler.start()
        #expect(first.events == [.next(210, 1), Recorded(time: 215, value: end.value)])
        let kept = replay == 0 ? [] : [Recorded.next(300, 1)]
        let anew = [.next(310, 1), Recorded(time: 315, value: end.value)]
        #expect(second.events == (scope == .forever ? kept + [Recorded(time: 300, value: end.value)] : anew))
        let once = [Subscription(200, 215)]
        #expect(numbers.subscriptions == (scope == .forever ? once : once + [Subscription(300, 315)]))
      }
    }

    @Test("an input that ends while it is connected to reaches the first observer", arguments: scopes, replays)
    func immediate(scope: SubjectLifetimeScope, replay: Int) {
      let shared = Observable.just(1).share(replay: replay, scope: scope)
      #expect(events(of: shared) == ["next(1)", "completed"])
      let isGone = scope == .forever && replay == 0
      #expect(events(of: shared) == (isGone ? ["completed"] : ["next(1)", "completed"]))
    }

    @Test("an observer that leaves within a delivery gets nothing more; the others get all", arguments: scopes, replays)
    func leavingWithinDelivery(scope: SubjectLifetimeScope, replay: Int) {
      let subject = PublishSubject<Int>()
      let shared = subject.share(replay: replay, scope: scope)
      let log = Log()
      let (first, second) = (SingleAssignmentDisposable(), SingleAssignmentDisposable())
      first.setDisposable(
        shared.subscribe { event in
          log.add("a \(event)")
          if event.element == 2 { second.dispose() }
        })
      second.setDisposable(shared.subscribe { log.add("b \($0)") })
      for number in 1...3 { subject.onNext(number) }
      #expect(log.entries == ["a next(1)", "b next(1)", "a next(2)", "a next(3)"])
      first.dispose()
      #expect(!subject.hasObservers)
    }

    @Test(
      "an observer that subscribes within a delivery gets that element if it is replayed, and all later ones",
      arguments: scopes, replays)
    func comingWithinDelivery(scope: SubjectLifetimeScope, replay: Int) {
      let subject = PublishSubject<Int>()
      let shared = subject.share(replay: replay, scope: scope)
      let log = Log()
      let subscriptions = CompositeDisposable()
      _ = subscriptions.insert(
        shared.subscribe { event in
          guard event.element == 1 else { return }
          _ = subscriptions.insert(shared.subscribe { log.add($0) })
        })
      for number in 1...2 { subject.onNext(number) }
      #expect(log.entries == (replay == 0 ? ["next(2)"] : ["next(1)", "next(2)"]))
      subscriptions.dispose()
      #expect(!subject.hasObservers)
    }

    @Test("subscribing again from within the terminal event starts a new connection", arguments: replays)
    func again(replay: Int) {
      let numbers = scheduler.createColdObservable([.next(10, 1), .completed(20)])
      let shared = numbers.share(replay: replay)
      let observer = scheduler.createObserver(Int.self)
      scheduler.scheduleAt(200) {
        _ = shared.subscribe(onCompleted: { _ = shared.subscribe(observer) })
      }
      scheduler.start()
      #expect(observer.events == [.next(230, 1), .completed(240)])
      #expect(numbers.subscriptions == [Subscription(200, 220), Subscription(220, 240)])
    }

    @Test("the trace has one subscription to the source, and each event once for each observer")
    func traced() throws {
      for scope in Self.scopes {
        let trace = try trace {
          let subject = PublishSubject<Int>()
          let shared = subject.share(replay: 1, scope: scope)
          for _ in 0..<2 { _ = shared.subscribe(onNext: { _ in }) }
          subject.onNext(1)
          subject.onCompleted()
        }
        let name = scope == .forever ? "ShareForever#1" : "ShareWhileConnected#1"
        let calls = trace.calls
        #expect(calls.filter { $0 == "PublishSubject#1 subscribe" }.count == 1)
        #expect(calls.filter { $0 == "\(name) subscribe" }.count == 2)
        let delivered = ["AnonymousObserver#1", "AnonymousObserver#2"]
        #expect(
          calls.filter { $0.contains("onCore") }
            == delivered.map { "\($0) onCore next 1" } + delivered.map { "\($0) onCore completed" })
        #expect(trace.count(.forwardOn) == (scope == .forever ? 4 : 0))
      }
    }
  }
}
