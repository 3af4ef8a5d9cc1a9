import Rx
import Testing

extension EngineTests {
  /// Operators that look at one sequence's elements.
  @Suite struct Elements {
    @Test(arguments: [
      (0, ["completed"]), (2, ["next(1)", "next(2)", "completed"]),
      (9, ["next(1)", "next(2)", "next(3)", "completed"]),
    ])
    func take(count: Int, expected: [String]) {
      #expect(events(of: Observable.of(1, 2, 3).take(count)) == expected)
    }

    @Test("take lets go of its source with the last element, and never subscribes for none")
    func takeDisposes() {
      let probe = Probe<Int>()
      _ = probe.observable.take(0).subscribe()
      #expect(probe.subscriptions == 0)
      _ = probe.observable.take(1).subscribe()
      probe.observer?.onNext(1)
      #expect(probe.disposals == 1)
    }

    @Test("take counts an element before it sends it, so reentrancy cannot make it too many")
    func takeReentrancy() {
      let subject = PublishSubject<Int>()
      let log = Log()
      _ = Reports.collect {
        _ = subject.take(1).subscribe(onNext: { number in
          log.add("\(number)")
          subject.onNext(number + 1)
        })
        subject.onNext(1)
      }
      #expect(log.entries == ["1"])
    }

    @Test func range() {
      #expect(events(of: .range(start: 3, count: 2)) == ["next(3)", "next(4)", "completed"])
      #expect(events(of: .range(start: 3, count: 0)) == ["completed"])
      #expect(events(of: .range(start: UInt8.max, count: 1)) == ["next(255)", "completed"])
    }

    @Test func scan() {
      #expect(
        events(of: Observable.of(1, 2, 3).scan(10, accumulator: +)) == [
          "next(11)", "next(13)", "next(16)", "completed",
        ])
      let lists = Observable.of(1, 2).scan(into: []) { $0.append($1) }
      #expect(events(of: lists) == ["next([1])", "next([1, 2])", "completed"])
      let failing = Observable.of(1).scan(0) { _, _ in throw TestError.first }
      #expect(events(of: failing) == ["error(first)"])
    }

    @Test("scan begins anew for each observer")
    func scanIsCold() {
      let sums = Observable.of(1, 2).scan(0, accumulator: +)
      #expect(events(of: sums) == events(of: sums))
    }

    @Test func distinctUntilChanged() {
      #expect(
        events(of: Observable.of(1, 1, 2, 1).distinctUntilChanged()) == ["next(1)", "next(2)", "next(1)", "completed"])
      let byParity = Observable.of(1, 3, 2).distinctUntilChanged { $0 % 2 }
      #expect(events(of: byParity) == ["next(1)", "next(2)", "completed"])
      let byComparer = Observable.of(1, 2, 9).distinctUntilChanged { abs($0 - $1) < 3 }
      #expect(events(of: byComparer) == ["next(1)", "next(9)", "completed"])
      let byKeyPath = Observable.of("a", "b", "cc").distinctUntilChanged(at: \.count)
      #expect(events(of: byKeyPath) == ["next(a)", "next(cc)", "completed"])
      let failing = Observable.of(1, 2).distinctUntilChanged { _, _ in throw TestError.first }
      #expect(events(of: failing) == ["next(1)", "error(first)"])
    }

    @Test("startWith sends before it subscribes")
    func startWith() {
      let probe = Probe<Int>()
      let log = Log()
      let subscription = probe.observable.startWith(1, 2).subscribe { log.add($0) }
      #expect(log.entries == ["next(1)", "next(2)"] && probe.subscriptions == 1)
      probe.observer?.onCompleted()
      #expect(log.entries.last == "completed")
      subscription.dispose()
    }
  }

  @Suite struct Catching {
    @Test func goesOn() {
      let failing = Observable.of(1).flatMap { _ in Observable<Int>.error(TestError.first) }
      #expect(events(of: failing.catchAndReturn(7)) == ["next(7)", "completed"])
      #expect(events(of: failing.catch { _ in .of(8, 9) }) == ["next(8)", "next(9)", "completed"])
      #expect(events(of: failing.catch { _ in throw TestError.second }) == ["error(second)"])
    }

    @Test("an error of the second sequence is not caught again")
    func once() {
      var calls = 0
      let failing = Observable<Int>.error(TestError.first).catch { _ in
        calls += 1
        return .error(TestError.second)
      }
      #expect(events(of: failing) == ["error(second)"])
      #expect(calls == 1)
    }

    @Test("the first source is let go of when the second takes over, and that one on disposal")
    func disposal() {
      let (first, second) = (Probe<Int>(), Probe<Int>())
      let subscription = first.observable.catch { _ in second.observable }.subscribe()
      first.observer?.onError(TestError.first)
      #expect(first.disposals == 1 && second.subscriptions == 1 && second.disposals == 0)
      subscription.dispose()
      #expect(second.disposals == 1)
    }
  }

  @Suite struct UsingResources {
    final class Resource: Disposable {
      let log: Log
      init(_ log: Log) { self.log = log }
      func dispose() { log.add("freed") }
    }

    func using(_ log: Log, _ source: Observable<Int>) -> Observable<Int> {
      .using({ Resource(log) }, observableFactory: { _ in source })
    }

    @Test("the resource is freed after the end, however that comes", arguments: [true, false])
    func ends(fails: Bool) {
      let log = Log()
      let source: Observable<Int> = fails ? .error(TestError.first) : .just(1)
      _ = using(log, source).subscribe { log.add($0) }
      #expect(log.entries == (fails ? ["error(first)", "freed"] : ["next(1)", "completed", "freed"]))
    }

    @Test("the resource is freed on disposal, once")
    func disposed() {
      let log = Log()
      let subscription = using(log, .never()).subscribe()
      #expect(log.entries == [])
      subscription.dispose()
      subscription.dispose()
      #expect(log.entries == ["freed"])
    }

    @Test("a factory that throws ends the sequence; the resource that was made is freed")
    func throwing() {
      let log = Log()
      let noResource = Observable<Int>.using(
        { () throws -> Resource in throw TestError.first }, observableFactory: { _ in .just(1) })
      #expect(events(of: noResource) == ["error(first)"])
      let noSequence = Observable<Int>.using({ Resource(log) }, observableFactory: { _ in throw TestError.second })
      #expect(events(of: noSequence) == ["error(second)"])
      #expect(log.entries == ["freed"])
    }

    @Test("each subscription has a resource of its own")
    func each() {
      let log = Log()
      let source = using(log, .just(1))
      _ = source.subscribe()
      _ = source.subscribe()
      #expect(log.entries == ["freed", "freed"])
    }
  }
}
