import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("flatMap") struct FlatMapTests {
    let time = TestScheduler(initialClock: 0)

    @Test("the elements of all inner sequences come as they are sent; the last completion completes it")
    func values() {
      let outer = time.createHotObservable(marbles: "z-^-a-b-|")
      let inner = [
        "a": time.createColdObservable(marbles: "-p--q|"),
        "b": time.createColdObservable(marbles: "---r-s|"),
      ]
      let observer = time.start { outer.flatMap { inner[$0]! } }
      #expect(observer.marbles == "---p--qr-s|")
      #expect(outer.subscriptionMarbles() == ["^-----!"])
      #expect(inner["a"]?.subscriptionMarbles() == ["--^----!"])
      #expect(inner["b"]?.subscriptionMarbles() == ["----^-----!"])
    }

    @Test("an element that comes twice has its own subscription each time")
    func twice() {
      let outer = time.createHotObservable(marbles: "--a-b-|")
      let inner = time.createColdObservable(marbles: "---x--|")
      let observer = time.start { outer.flatMap { letter in inner.map { letter + $0 } } }
      #expect(observer.marbles == "-----'ax'-'bx'--|")
      #expect(inner.subscriptionMarbles() == ["--^-----!", "----^-----!"])
    }

    @Test("an empty outer sequence completes it; empty inner sequences send nothing")
    func empty() {
      let nothing = time.createHotObservable([.completed(210, Int.self)])
      let none = time.createObserver(Int.self)
      _ = nothing.flatMap { Observable.just($0) }.subscribe(none)
      let outer = time.createHotObservable([.next(210, 0), .next(220, 1), .completed(230)])
      let inner = time.createColdObservable([.completed(0, Int.self)])
      let observer = time.start { outer.flatMap { _ in inner } }
      #expect(none.events == [.completed(210)])
      #expect(observer.events == [.completed(230)])
      #expect(inner.subscriptions == [Subscription(210, 210), Subscription(220, 220)])
    }

    @Test("sequences that never send are disposed on disposal", arguments: [true, false])
    func never(outerEnds: Bool) {
      let outer = time.createHotObservable([.next(210, 0), outerEnds ? .completed(230) : .next(1100, 1)])
      let inner = time.createColdObservable([Recorded<Event<String>>]())
      let observer = time.start { outer.flatMap { _ in inner } }
      #expect(observer.events == [])
      #expect(outer.subscriptions == [Subscription(200, outerEnds ? 230 : 1000)])
      #expect(inner.subscriptions == [Subscription(210, 1000)])
    }

    @Test("an error of the outer sequence ends it and disposes all inputs")
    func outerError() {
      let outer = time.createHotObservable([.next(210, 0), .next(220, 1), .error(240, TestError.first)])
      let inner = [
        time.createColdObservable([.next(5, "a"), .completed(10)]), time.createColdObservable([.next(50, "b")]),
      ]
      let observer = time.start { outer.flatMap { inner[$0] } }
      #expect(observer.events == [.next(215, "a"), .error(240, TestError.first)])
      #expect(outer.subscriptions == [Subscription(200, 240)])
      #expect(inner.map(\.subscriptions) == [[Subscription(210, 220)], [Subscription(220, 240)]])
    }

    @Test("an error of any inner sequence ends it and disposes all inputs", arguments: 0..<3, [true, false])
    func innerError(failing: Int, outerHasEnded: Bool) {
      let outer = time.createHotObservable([
        .next(210, 0), .next(210, 1), .next(210, 2), outerHasEnded ? .completed(220) : .next(1100, 0),
      ])
      let inner = (0..<3).map { index in
        time.createColdObservable([
          .next(20, index), index == failing ? .error(30, TestError.second) : .next(40, index),
        ])
      }
      let observer = time.start { outer.flatMap { inner[$0] } }
      #expect(
        observer.events == [.next(230, 0), .next(230, 1), .next(230, 2), .error(240, TestError.second)])
      #expect(outer.subscriptions == [Subscription(200, outerHasEnded ? 220 : 240)])
      #expect(inner.allSatisfy { $0.subscriptions == [Subscription(210, 240)] })
    }

    @Test("an error thrown by the selector ends it and disposes all inputs")
    func throwing() {
      let outer = time.createHotObservable([.next(210, 0), .next(220, 1), .next(230, 0)])
      let inner = time.createColdObservable([.next(5, "a"), .next(50, "b")])
      let observer = time.start {
        outer.flatMap { index in
          if index == 1 { throw TestError.first }
          return inner
        }
      }
      #expect(observer.events == [.next(215, "a"), .error(220, TestError.first)])
      #expect(outer.subscriptions == [Subscription(200, 220)])
      #expect(inner.subscriptions == [Subscription(210, 220)])
    }

    @Test(
      "if outer and inner sequence complete in the same tick, in either order, it completes", arguments: [20, 30])
    func endsAtOnce(innerEnd: Int) {
      let outer = time.createHotObservable([.next(210, 0), .completed(230)])
      let inner = time.createHotObservable([.next(220, 1), .completed(200 + innerEnd)])
      let observer = time.start { outer.flatMap { _ in inner } }
      #expect(observer.events == [.next(220, 1), .completed(230)])
      #expect(outer.subscriptions == [Subscription(200, 230)])
      #expect(inner.subscriptions == [Subscription(210, 200 + innerEnd)])
    }

    @Test("disposal disposes the inputs that have not ended", arguments: [205, 215, 225, 235, 255, 300])
    func disposal(at moment: Int) {
      let outer = time.createHotObservable([.next(210, 0), .completed(230)])
      let inner = time.createColdObservable([.next(10, "a"), .next(30, "b"), .completed(40)])
      let observer = time.start(disposed: moment) { outer.flatMap { _ in inner } }
      let whole: [Recorded<Event<String>>] = [.next(220, "a"), .next(240, "b"), .completed(250)]
      #expect(observer.events == whole.filter { $0.time < moment })
      #expect(outer.subscriptions == [Subscription(200, min(230, moment))])
      #expect(inner.subscriptions == (moment < 210 ? [] : [Subscription(210, min(250, moment))]))
    }

    @Test("an observer that leaves with an element gets nothing more")
    func leaving() {
      let outer = time.createHotObservable([.next(210, 0), .next(220, 1)])
      let inner = (0..<2).map { index in time.createColdObservable([.next(20, index), .next(40, index)]) }
      let observer = time.start(outer.flatMap { inner[$0] }) { _, subscription in subscription.dispose() }
      #expect(observer.events == [.next(230, 0)])
      #expect(outer.subscriptions == [Subscription(200, 230)])
      #expect(inner.map(\.subscriptions) == [[Subscription(210, 230)], [Subscription(220, 230)]])
    }

    @Test("if the selector disposes the subscription, its result is not subscribed to")
    func leavingWithinSelector() {
      let outer = time.createHotObservable([.next(210, 0), .next(220, 1)])
      let inner = time.createColdObservable([.next(0, "a")])
      let subscription = SingleAssignmentDisposable()
      let observer = time.createObserver(String.self)
      let flattened = outer.flatMap { _ in
        subscription.dispose()
        return inner
      }
      subscription.setDisposable(flattened.subscribe(observer))
      time.start()
      #expect(observer.events == [])
      #expect(outer.subscriptions == [Subscription(0, 210)])
      #expect(inner.subscriptions == [])
    }

    @Test("an element sent to the outer sequence from within a delivery is flattened at once")
    func reentrancy() {
      let outer = PublishSubject<Int>()
      time.scheduleAt(210) { outer.onNext(1) }
      var observer: TestableObserver<Int>?
      _ = Reports.collect {
        observer = time.start(outer.flatMap { Observable.just($0) }) { event, _ in
          if let number = event.element, number < 3 { outer.onNext(number + 1) }
        }
      }
      #expect(observer?.events == [.next(210, 1), .next(210, 2), .next(210, 3)])
    }

    @Test("an observer that subscribes from within a delivery gets the outer sequence's later elements")
    func subscribingWithin() {
      let outer = time.createHotObservable([.next(210, 0), .next(230, 1)])
      let inner = (0..<2).map { index in time.createColdObservable([.next(10, index), .completed(20)]) }
      let flattened = outer.flatMap { inner[$0] }
      let late = time.createObserver(Int.self)
      _ = time.start(flattened) { event, _ in
        if event.element == 0 { _ = flattened.subscribe(late) }
      }
      #expect(late.events == [.next(240, 1)])
      #expect(outer.subscriptions == [Subscription(200, 1000), Subscription(220)])
      #expect(inner[0].subscriptions == [Subscription(210, 230)])
      #expect(inner[1].subscriptions == [Subscription(230, 250), Subscription(230, 250)])
    }

    @Test("in the trace an inner element goes through its own observer to the common sink")
    func traced() throws {
      let (outer, inner) = (PublishSubject<Int>(), PublishSubject<String>())
      let subscription = outer.flatMap { _ in inner }.subscribe(onNext: { _ in })
      let trace = try trace {
        outer.onNext(1)
        inner.onNext("a")
      }
      subscription.dispose()
      #expect(
        trace.outline == """
          PublishSubject#1 on next 1
            FlatMapSink#1 on next 1
              FlatMapSink#1 closure next 1
              PublishSubject#2 subscribe
          PublishSubject#2 on next "a"
            InnerObserver#1 on next "a"
              FlatMapSink#1 forwardOn next "a"
                AnonymousObserver#1 on next "a"
                  AnonymousObserver#1 onCore next "a"
                    AnonymousObserver#1 closure next "a"
          """)
    }

    @Test(
      "each inner sequence is subscribed to once, and each forwardOn reaches the observer's onCore", arguments: 0..<4)
    func counts(elements: Int) throws {
      let trace = try trace {
        let outer = PublishSubject<Int>()
        _ = outer.flatMap { Observable.of($0, $0 * 10) }.subscribe(onNext: { _ in })
        for number in 0..<elements { outer.onNext(number) }
        outer.onCompleted()
      }
      #expect(trace.count(.subscribe) == elements + 2 && trace.count(.run) == elements + 1)
      // Each inner sequence sends two elements and the completion; only the elements are forwarded.
      #expect(trace.count(.forwardOn) == elements * 3 + elements * 2 + 1)
      #expect(trace.count(.onCore) == elements * 2 + 1)
    }

    @Test("no resources are left after the terminal event or disposal", arguments: [true, false])
    func leaks(ends: Bool) {
      let before = Resources.total
      do {
        let subjects = (0..<3).map { _ in PublishSubject<Int>() }
        let subscription = subjects[0].flatMap { subjects[$0] }.subscribe()
        subjects[0].onNext(1)
        subjects[0].onNext(2)
        subjects[1].onCompleted()
        #expect(subjects.map(\.hasObservers) == [true, false, true])
        if ends { for subject in subjects { subject.onCompleted() } } else { subscription.dispose() }
        #expect(subjects.allSatisfy { !$0.hasObservers })
      }
      #expect(Resources.total == before)
    }
  }
}
