import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("distinctUntilChanged") struct DistinctUntilChangedTests {
    let scheduler = TestScheduler(initialClock: 0)

    /// All forms of comparing two numbers, here by their tens.
    static var byTens: [(Observable<Int>) -> Observable<Int>] {
      [
        { $0.distinctUntilChanged { $0 / 10 } },
        { $0.distinctUntilChanged { $0 / 10 == $1 / 10 } },
        { $0.distinctUntilChanged({ $0 / 10 }, comparer: { $0 == $1 }) },
        { $0.distinctUntilChanged(at: \.tens) },
      ]
    }

    @Test("an element that equals the previous one is dropped; one that equals an earlier one is not")
    func values() {
      let letters = scheduler.createHotObservable(marbles: "-aab-a|")
      let observer = scheduler.start { letters.distinctUntilChanged() }
      #expect(observer.marbles == "-a-b-a|")
      #expect(letters.subscriptionMarbles() == ["^-----!"])
    }

    @Test("equality may be defined by a key, a comparer, both, or a key path", arguments: byTens.indices)
    func sameness(index: Int) {
      let numbers = scheduler.createHotObservable(
        [.next(210, 11), .next(220, 12), .next(230, 20), .next(240, 29), .next(250, 13), .completed(260)])
      let observer = scheduler.start { Self.byTens[index](numbers) }
      #expect(observer.events == [.next(210, 11), .next(230, 20), .next(250, 13), .completed(260)])
    }

    @Test("all elements equal, or no two equal", arguments: [true, false])
    func extremes(same: Bool) {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(240)])
      let observer = scheduler.start { numbers.distinctUntilChanged { _, _ in same } }
      let all: [Recorded<Event<Int>>] = [.next(210, 1), .next(220, 2), .next(230, 3)]
      #expect(observer.events == all.prefix(same ? 1 : 3) + [.completed(240)])
    }

    @Test("completes, fails and unsubscribes with its input")
    func ends() {
      OneInput { $0.distinctUntilChanged() }.expectAll()
      for operation in Self.byTens { OneInput(apply: operation).expectAll() }
    }

    @Test("an error thrown by either closure ends the sequence and disposes its input")
    func throwing() {
      let failingKey: (Int) throws -> Int = { number in
        if number == 2 { throw TestError.first }
        return number
      }
      let failingComparer: (Int, Int) throws -> Bool = { _, _ in throw TestError.first }
      let ways: [(Observable<Int>) -> Observable<Int>] = [
        { $0.distinctUntilChanged(failingKey) }, { $0.distinctUntilChanged(failingComparer) },
        { $0.distinctUntilChanged(failingKey, comparer: { $0 == $1 }) },
        { $0.distinctUntilChanged({ $0 }, comparer: failingComparer) },
      ]
      for way in ways {
        let scheduler = TestScheduler(initialClock: 0)
        let numbers = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3)])
        #expect(scheduler.start { way(numbers) }.events == [.next(210, 1), .error(220, TestError.first)])
        #expect(numbers.subscriptions == [Subscription(200, 220)])
      }
    }

    @Test("the comparer sees the last element that was sent, then the new one")
    func comparerArguments() {
      let log = Log()
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 9)])
      let observer = scheduler.start {
        numbers.distinctUntilChanged { old, new in
          log.add("\(old) \(new)")
          return abs(new - old) < 5
        }
      }
      #expect(observer.events == [.next(210, 1), .next(230, 9)])
      #expect(log.entries == ["1 2", "1 9"])
    }

    @Test("an element sent from within the delivery of another is compared with that one")
    func reentrancy() {
      let subject = PublishSubject<Int>()
      let log = Log()
      _ = Reports.collect {
        let subscription = subject.distinctUntilChanged().subscribe(onNext: { number in
          log.add("\(number)")
          if number == 1 { for next in [1, 2] { subject.onNext(next) } }
        })
        for number in [1, 2] { subject.onNext(number) }
        subscription.dispose()
      }
      #expect(log.entries == ["1", "2"])
    }

    @Test("the trace shows that a dropped element reaches the sink and is not forwarded")
    func traced() throws {
      let trace = try trace { _ = Observable.of(1, 1).distinctUntilChanged().subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "DistinctUntilChanged#1 subscribe", "DistinctUntilChanged#1 run", "ObservableSequence#1 subscribe",
          "ObservableSequence#1 run", "ObservableSequenceSink#1 forwardOn next 1",
          "DistinctUntilChangedSink#1 forwardOn next 1", "AnonymousObserver#1 onCore next 1",
          "ObservableSequenceSink#1 forwardOn next 1", "ObservableSequenceSink#1 forwardOn completed",
          "DistinctUntilChangedSink#1 forwardOn completed", "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}

extension Int {
  fileprivate var tens: Int { self / 10 }
}
