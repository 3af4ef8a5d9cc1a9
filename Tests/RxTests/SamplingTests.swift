import Rx
import Testing

extension EngineTests {
  @Suite struct Sampling {
    let source = Probe<Int>()
    let other = Probe<String>()
    let log = Log()

    @Test("sample sends the latest element once for each tick")
    func sample() {
      let subscription = source.observable.sample(other.observable).subscribe { log.add($0) }
      other.observer?.onNext("nothing yet")
      source.observer?.onNext(1)
      source.observer?.onNext(2)
      other.observer?.onNext("tick")
      other.observer?.onNext("tock")
      source.observer?.onNext(3)
      other.observer?.onCompleted()
      #expect(log.entries == ["next(2)", "next(3)"])
      subscription.dispose()
      #expect(source.disposals == 1 && other.disposals == 1)
    }

    @Test("sample sends its default value where there is nothing new")
    func sampleDefault() {
      _ = source.observable.sample(other.observable, defaultValue: 0).subscribe { log.add($0) }
      other.observer?.onNext("tick")
      source.observer?.onNext(1)
      other.observer?.onNext("tick")
      other.observer?.onNext("tick")
      #expect(log.entries == ["next(0)", "next(1)", "next(0)"])
    }

    @Test("sample ends with the tick after its source has ended, and lets go of both")
    func sampleEnd() {
      _ = source.observable.sample(other.observable).subscribe { log.add($0) }
      source.observer?.onNext(1)
      source.observer?.onCompleted()
      #expect(log.entries == [] && source.disposals == 1)
      other.observer?.onNext("tick")
      #expect(log.entries == ["next(1)", "completed"])
      #expect(other.disposals == 1)
    }

    @Test("an error of either input ends the sequence", arguments: [true, false])
    func errors(ofSource: Bool) {
      for combined in [
        source.observable.sample(other.observable).map { "\($0)" },
        source.observable.withLatestFrom(other.observable) { "\($0)\($1)" },
        Observable.combineLatest(source.observable, other.observable) { "\($0)\($1)" },
      ] {
        let log = Log()
        _ = combined.subscribe { log.add($0) }
        if ofSource { source.observer?.onError(TestError.first) } else { other.observer?.onError(TestError.first) }
        #expect(log.entries == ["error(first)"])
      }
      #expect(source.disposals == 3 && other.disposals == 3)
    }

    @Test("withLatestFrom combines each element with the other's latest, as often as it likes")
    func withLatestFrom() {
      _ = source.observable.withLatestFrom(other.observable) { "\($0)\($1)" }.subscribe { log.add($0) }
      source.observer?.onNext(1)
      other.observer?.onNext("a")
      source.observer?.onNext(2)
      source.observer?.onNext(3)
      other.observer?.onCompleted()
      source.observer?.onNext(4)
      source.observer?.onCompleted()
      #expect(log.entries == ["next(2a)", "next(3a)", "next(4a)", "completed"])
      #expect(source.disposals == 1 && other.disposals == 1)
    }

    @Test("withLatestFrom subscribes to the second sequence first, so that what that has at once counts")
    func order() {
      #expect(events(of: Observable.just(1).withLatestFrom(Observable.just("a"))) == ["next(a)", "completed"])
    }

    @Test("an error thrown by a result selector ends the sequence")
    func throwingSelectors() {
      let failing: (Int, String) throws -> Int = { _, _ in throw TestError.second }
      let (one, a) = (Observable.just(1), Observable.just("a"))
      #expect(events(of: one.withLatestFrom(a, resultSelector: failing)) == ["error(second)"])
      #expect(events(of: Observable.combineLatest(one, a, resultSelector: failing)) == ["error(second)"])
    }

    @Test("the two sinks of sample are in the trace, each with its calls")
    func traced() throws {
      let trace = try trace {
        let (source, ticks) = (PublishSubject<Int>(), PublishSubject<Void>())
        let subscription = source.sample(ticks).subscribe(onNext: { _ in })
        source.onNext(1)
        ticks.onNext(())
        subscription.dispose()
      }
      let calls = trace.steps.map { "\(trace.name(of: $0.object)) \($0.kind.rawValue)" }
      #expect(calls.contains("SampleSequenceSink#1 on") && calls.contains("SamplerSink#1 on"))
      let forwarded = trace.steps.filter { $0.kind == .forwardOn }
      #expect(forwarded.map { trace.name(of: $0.object) } == ["SampleSequenceSink#1"])
      let cause = forwarded.first?.parent.map { trace.name(of: trace.steps[$0].object) }
      #expect(cause == "SamplerSink#1")
    }
  }

  @Suite struct CombineLatest {
    let a = Probe<Int>()
    let b = Probe<String>()
    let log = Log()

    @Test("nothing is sent before each input has sent")
    func waits() {
      _ = Observable.combineLatest(a.observable, b.observable) { "\($0)\($1)" }.subscribe { log.add($0) }
      a.observer?.onNext(1)
      a.observer?.onNext(2)
      b.observer?.onNext("x")
      b.observer?.onNext("y")
      a.observer?.onCompleted()
      b.observer?.onNext("z")
      b.observer?.onCompleted()
      #expect(log.entries == ["next(2x)", "next(2y)", "next(2z)", "completed"])
      #expect(a.disposals == 1 && b.disposals == 1)
    }

    @Test("it ends once an element comes that nothing can join any more")
    func hopeless() {
      _ = Observable.combineLatest(a.observable, b.observable) { "\($0)\($1)" }.subscribe { log.add($0) }
      a.observer?.onCompleted()
      b.observer?.onNext("x")
      #expect(log.entries == ["completed"])
    }

    @Test("any number of inputs, of any types, with or without a selector")
    func arity() {
      let (number, text, flag) = (Observable.just(1), Observable.just("a"), Observable.just(true))
      let tuple = Observable.combineLatest(number, text, flag)
      #expect(events(of: tuple.map { "\($0.0)\($0.1)\($0.2)" }) == ["next(1atrue)", "completed"])
      let eight: Observable<[Int]> = Observable.combineLatest(
        number, number, number, number, number, number, number, number
      ) { [$0, $1, $2, $3, $4, $5, $6, $7] }
      #expect(events(of: eight) == ["next([1, 1, 1, 1, 1, 1, 1, 1])", "completed"])
      let collected: Observable<[Int]> = Observable.combineLatest([number, number])
      #expect(events(of: collected) == ["next([1, 1])", "completed"])
      let none: [Observable<Int>] = []
      let counted: Observable<Int> = Observable.combineLatest(none) { $0.count }
      #expect(events(of: counted) == ["next(0)", "completed"])
    }

    @Test("disposal lets go of every input, and nothing is left")
    func leaks() {
      let before = Resources.total
      do {
        let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
        let subscription = Observable.combineLatest(a, b) { $0 + $1 }.subscribe()
        a.onNext(1)
        b.onNext(2)
        subscription.dispose()
        #expect(!a.hasObservers && !b.hasObservers)
      }
      #expect(Resources.total == before)
    }
  }
}
