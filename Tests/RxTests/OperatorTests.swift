import Rx
import Testing

extension EngineTests {
  /// What sequences are made of, and what two operators make of them.
  @Suite struct Sources {
    @Test func just() { #expect(events(of: .just(1)) == ["next(1)", "completed"]) }

    @Test func justOnAScheduler() {
      #expect(events(of: .just(1, scheduler: CurrentThreadScheduler.instance)) == ["next(1)", "completed"])
    }

    @Test func of() { #expect(events(of: .of(1, 2, 3)) == ["next(1)", "next(2)", "next(3)", "completed"]) }

    @Test func ofNothing() { #expect(events(of: Observable<Int>.of()) == ["completed"]) }

    @Test func fromArray() { #expect(events(of: .from([1, 2])) == ["next(1)", "next(2)", "completed"]) }

    @Test func fromSequence() {
      #expect(events(of: .from(stride(from: 0, to: 6, by: 3))) == ["next(0)", "next(3)", "completed"])
    }

    @Test(arguments: [(Int?.some(7), ["next(7)", "completed"]), (nil, ["completed"])])
    func fromOptional(value: Int?, expected: [String]) {
      #expect(events(of: .from(optional: value)) == expected)
      #expect(events(of: .from(optional: value, scheduler: CurrentThreadScheduler.instance)) == expected)
    }

    @Test func empty() { #expect(events(of: Observable<Int>.empty()) == ["completed"]) }

    @Test func error() { #expect(events(of: Observable<Int>.error(TestError.first)) == ["error(first)"]) }

    @Test func never() { #expect(events(of: Observable<Int>.never()) == []) }

    @Test("an endless sequence stops when its observer has had enough")
    func endless() {
      let log = Log()
      var subscription: (any Disposable)?
      let numbers = Observable.from(sequence(first: 1) { $0 + 1 })
      // The loop must have begun for there to be something to dispose of: it starts one action later.
      _ = CurrentThreadScheduler.instance.schedule(()) { _ in
        subscription = numbers.subscribe(onNext: { number in
          log.add("\(number)")
          if number == 3 { subscription?.dispose() }
        })
        return Disposables.create()
      }
      #expect(log.entries == ["1", "2", "3"])
    }

    @Test("two sequences on the current thread take turns")
    func takingTurns() {
      let log = Log()
      _ = CurrentThreadScheduler.instance.schedule(()) { _ in
        Disposables.create(
          Observable.of(1, 2, 3).subscribe(onNext: { log.add("a\($0)") }),
          Observable.of(1, 2, 3).subscribe(onNext: { log.add("b\($0)") }))
      }
      #expect(log.entries == ["a1", "b1", "a2", "b2", "a3", "b3"])
    }
  }

  @Suite struct MapAndFilter {
    @Test func mapTransformsEachElement() {
      #expect(events(of: Observable.of(1, 2).map { "\($0)!" }) == ["next(1!)", "next(2!)", "completed"])
    }

    @Test func filterLetsThroughWhatSatisfies() {
      #expect(events(of: Observable.of(1, 2, 3, 4).filter { $0 % 2 == 0 }) == ["next(2)", "next(4)", "completed"])
    }

    @Test("an error thrown by the closure ends the sequence and lets go of the source")
    func throwing() {
      let probe = Probe<Int>()
      let log = Log()
      let mapped = probe.observable.map { number in
        if number == 2 { throw TestError.second }
        return number
      }
      let subscription = mapped.filter { number in
        if number == 3 { throw TestError.first }
        return true
      }.subscribe { log.add($0) }
      for number in 1...3 { probe.observer?.onNext(number) }
      #expect(log.entries == ["next(1)", "error(second)"])
      #expect(probe.disposals == 1)
      subscription.dispose()
      #expect(probe.disposals == 1)
    }

    @Test("an error thrown by a predicate ends the sequence")
    func throwingPredicate() {
      let filtered = Observable.of(1, 2).filter { _ in throw TestError.first }
      #expect(events(of: filtered) == ["error(first)"])
    }

    @Test("errors and the end pass through", arguments: [true, false])
    func passingThrough(fails: Bool) {
      let source: Observable<Int> = fails ? .error(TestError.first) : .empty()
      let expected = [fails ? "error(first)" : "completed"]
      #expect(events(of: source.map { $0 + 1 }) == expected)
      #expect(events(of: source.filter { _ in true }) == expected)
    }

    @Test("a source that never sends is subscribed to once and let go of once")
    func never() {
      let probe = Probe<Int>()
      let subscription = probe.observable.map { $0 }.filter { _ in true }.subscribe()
      #expect(probe.subscriptions == 1 && probe.disposals == 0)
      subscription.dispose()
      #expect(probe.disposals == 1)
    }

    @Test("an element sent from within the delivery of another goes through at once")
    func reentrancy() {
      let probe = Probe<Int>()
      let log = Log()
      let reports = Reports.collect {
        let subscription = probe.observable.map { $0 * 10 }.subscribe(onNext: { number in
          log.add("begin \(number)")
          if number == 10 { probe.observer?.onNext(2) }
          log.add("end \(number)")
        })
        probe.observer?.onNext(1)
        subscription.dispose()
      }
      #expect(log.entries == ["begin 10", "begin 20", "end 20", "end 10"])
      #expect(reports.count == 2)
    }
  }
}
