import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("withLatestFrom") struct WithLatestFromTests {
    let time = TestScheduler(initialClock: 0)

    @Test("each element is combined with the other's latest; elements before the other has sent are dropped")
    func values() {
      let first = time.createHotObservable(marbles: "a-^-b---c-d---e---|")
      let second = time.createHotObservable(marbles: "z-^---x-----y|")
      let observer = time.start { first.withLatestFrom(second) { "\($0)\($1)" } }
      #expect(observer.marbles == "------'cx'-'dx'---'ey'---|")
      #expect(first.subscriptionMarbles() == ["^---------------!"])
      #expect(second.subscriptionMarbles() == ["^----------!"])
    }

    @Test("without a selector, only the other's element is sent")
    func withoutSelector() {
      let first = time.createHotObservable(marbles: "                 -a-b-|")
      let second = time.createHotObservable(marbles: "                --x")
      #expect(time.start { first.withLatestFrom(second) }.marbles == "---x-|")
      #expect(first.subscriptionMarbles() == ["^----!"])
      #expect(second.subscriptionMarbles() == ["^----!"])
    }

    @Test("it completes with the first input, even without elements")
    func emptyFirst() {
      let first = time.createHotObservable(marbles: "                 --|")
      let second = time.createHotObservable(marbles: "                -x-y")
      #expect(time.start { first.withLatestFrom(second) }.marbles == "--|")
      #expect(second.subscriptionMarbles() == ["^-!"])
    }

    @Test("if the second completes without an element, only the completion is sent")
    func emptySecond() {
      let first = time.createHotObservable(marbles: "                 --a-|")
      let second = time.createHotObservable(marbles: "                -|")
      #expect(time.start { first.withLatestFrom(second) }.marbles == "----|")
      #expect(first.subscriptionMarbles() == ["^---!"])
      #expect(second.subscriptionMarbles() == ["^!"])
    }

    @Test("inputs that never send are disposed on disposal")
    func never() {
      let first = time.createHotObservable([Recorded<Event<Int>>]())
      let second = time.createHotObservable([Recorded<Event<String>>]())
      let observer = time.start { first.withLatestFrom(second) }
      #expect(observer.events == [])
      #expect(first.subscriptions == [Subscription(200, 1000)])
      #expect(second.subscriptions == [Subscription(200, 1000)])
    }

    @Test("for two elements at the same time, the order of sending decides", arguments: [true, false])
    func elementsAtOnce(secondFirst: Bool) {
      let events: [Recorded<Event<Int>>] = [.next(210, 1)]
      let earlier = time.createHotObservable(events)
      let later = time.createHotObservable(events)
      let observer = time.start { secondFirst ? later.withLatestFrom(earlier) : earlier.withLatestFrom(later) }
      #expect(observer.events == (secondFirst ? [.next(210, 1)] : []))
    }

    @Test("if both complete at the same time, in either order, it completes", arguments: [true, false])
    func endsAtOnce(secondFirst: Bool) {
      let events: [Recorded<Event<Int>>] = [.completed(210)]
      let earlier = time.createHotObservable(events)
      let later = time.createHotObservable(events)
      let observer = time.start { secondFirst ? later.withLatestFrom(earlier) : earlier.withLatestFrom(later) }
      #expect(observer.events == [.completed(210)])
      #expect(earlier.subscriptions == [Subscription(200, 210)])
      #expect(later.subscriptions == [Subscription(200, 210)])
    }

    @Test("an error of either input ends it and disposes both inputs", arguments: [true, false])
    func errors(ofFirst: Bool) {
      let first = time.createHotObservable([
        .next(220, 1), ofFirst ? .error(230, TestError.first) : .next(230, 2), .next(240, 3),
      ])
      // The second input sends before the first.
      let second = time.createHotObservable([
        .next(210, "a"), ofFirst ? .next(231, "b") : .error(225, TestError.first), .next(250, "c"),
      ])
      let end = ofFirst ? 230 : 225
      let observer = time.start { first.withLatestFrom(second) { "\($0)\($1)" } }
      #expect(observer.events == [.next(220, "1a"), .error(end, TestError.first)])
      #expect(first.subscriptions == [Subscription(200, end)])
      #expect(second.subscriptions == [Subscription(200, end)])
    }

    @Test("an error thrown by the selector ends it and disposes both inputs")
    func throwing() {
      let first = time.createHotObservable([.next(220, 1), .next(230, 2), .next(240, 3)])
      let second = time.createHotObservable([.next(210, 10), .next(250, 20)])
      let observer = time.start {
        first.withLatestFrom(second) { number, other in
          if number == 2 { throw TestError.second }
          return number + other
        }
      }
      #expect(observer.events == [.next(220, 11), .error(230, TestError.second)])
      #expect(first.subscriptions == [Subscription(200, 230)])
      #expect(second.subscriptions == [Subscription(200, 230)])
    }

    @Test("disposal disposes the inputs that have not ended", arguments: [205, 215, 225, 235, 245, 300])
    func disposal(at moment: Int) {
      let first = time.createHotObservable([.next(220, 1), .next(230, 2), .completed(250)])
      let second = time.createHotObservable([.next(210, "a"), .completed(240)])
      let observer = time.start(disposed: moment) { first.withLatestFrom(second) { "\($0)\($1)" } }
      let whole: [Recorded<Event<String>>] = [.next(220, "1a"), .next(230, "2a"), .completed(250)]
      #expect(observer.events == whole.filter { $0.time < moment })
      #expect(first.subscriptions == [Subscription(200, min(250, moment))])
      #expect(second.subscriptions == [Subscription(200, min(240, moment))])
    }

    @Test("an observer that leaves with an element gets nothing more")
    func leaving() {
      let first = time.createHotObservable([.next(220, 1), .next(230, 2)])
      let second = time.createHotObservable([.next(210, "a")])
      let observer = time.start(first.withLatestFrom(second)) { _, subscription in subscription.dispose() }
      #expect(observer.events == [.next(220, "a")])
      #expect(first.subscriptions == [Subscription(200, 220)])
      #expect(second.subscriptions == [Subscription(200, 220)])
    }

    @Test("the second's element from within a delivery is combined with the first's next element")
    func reentrancy() {
      let (first, second) = (PublishSubject<Int>(), BehaviorSubject(value: "a"))
      time.scheduleAt(210) { first.onNext(1) }
      time.scheduleAt(220) { first.onNext(3) }
      var observer: TestableObserver<String>?
      _ = Reports.collect {
        observer = time.start(first.withLatestFrom(second) { "\($0)\($1)" }) { event, _ in
          guard event.element == "1a" else { return }
          second.onNext("b")
          first.onNext(2)
        }
      }
      #expect(observer?.events == [.next(210, "1a"), .next(210, "2b"), .next(220, "3b")])
    }

    @Test("an observer that subscribes from within a delivery starts without a latest element")
    func subscribingWithin() {
      let first = time.createHotObservable([.next(220, 1), .next(230, 2), .next(250, 3)])
      let second = time.createHotObservable([.next(210, "a"), .next(240, "b")])
      let joined = first.withLatestFrom(second) { "\($0)\($1)" }
      let late = time.createObserver(String.self)
      _ = time.start(joined) { event, _ in
        if event.element == "1a" { _ = joined.subscribe(late) }
      }
      #expect(late.events == [.next(250, "3b")])
      #expect(first.subscriptions == [Subscription(200, 1000), Subscription(220)])
      #expect(second.subscriptions == [Subscription(200, 1000), Subscription(220)])
    }

    @Test("the second is subscribed to first, so that elements that it sends on subscription count")
    func order() throws {
      let first = time.createColdObservable([.next(0, 1), .completed(0)])
      let second = time.createColdObservable([.next(0, "a"), .completed(0)])
      let observer = time.start { first.withLatestFrom(second) }
      #expect(observer.events == [.next(200, "a"), .completed(200)])
      #expect(events(of: Observable.just(1).withLatestFrom(Observable.just("a"))) == ["next(a)", "completed"])
    }

    @Test("in the trace the second's element stops at its own observer, and the first's is forwarded")
    func traced() throws {
      let (first, second) = (PublishSubject<Int>(), PublishSubject<String>())
      let subscription = first.withLatestFrom(second) { "\($0)\($1)" }.subscribe(onNext: { _ in })
      let trace = try trace {
        first.onNext(1)
        second.onNext("a")
        first.onNext(2)
      }
      subscription.dispose()
      #expect(
        trace.outline == """
          PublishSubject#1 on next 1
            WithLatestFromSink#1 on next 1
          PublishSubject#2 on next "a"
            WithLatestFromSecond#1 on next "a"
          PublishSubject#1 on next 2
            WithLatestFromSink#1 on next 2
              WithLatestFromSink#1 closure next 2
              WithLatestFromSink#1 forwardOn next "2a"
                AnonymousObserver#1 on next "2a"
                  AnonymousObserver#1 onCore next "2a"
                    AnonymousObserver#1 closure next "2a"
          """)
    }

    @Test("both inputs are subscribed to, and each forwardOn reaches the observer's onCore")
    func counts() throws {
      let trace = try trace {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<String>())
        _ = first.withLatestFrom(second) { "\($0)\($1)" }.subscribe(onNext: { _ in })
        first.onNext(1)
        second.onNext("a")
        for number in 2...4 { first.onNext(number) }
        second.onCompleted()
        first.onCompleted()
      }
      #expect(trace.count(.subscribe) == 3 && trace.count(.run) == 1)
      #expect(trace.count(.forwardOn) == 4 && trace.count(.onCore) == 4)
    }

    @Test("no resources are left after the terminal event or disposal", arguments: [true, false])
    func leaks(ends: Bool) {
      let before = Resources.total
      do {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let subscription = first.withLatestFrom(second).subscribe()
        second.onNext(1)
        first.onNext(2)
        if ends { first.onCompleted() } else { subscription.dispose() }
        #expect(!first.hasObservers && !second.hasObservers)
      }
      #expect(Resources.total == before)
    }
  }
}
