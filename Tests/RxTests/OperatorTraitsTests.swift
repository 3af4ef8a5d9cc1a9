import Foundation
import Rx
import RxTrace
import Synchronization
import Testing

extension EngineTests {
  /// What the engine's classes say of themselves in a recording.
  @Suite struct OperatorTraits {
    @Test("each class says what sets it apart, and no other class says anything")
    func everyClass() throws {
      let trace = try trace { useEveryOperator() }
      var found: [String: Set<TracedObject.Trait>] = [:]
      for object in trace.objects where !object.traits.isEmpty { found[object.typeName] = object.traits }
      for type in Set(found.keys).union(Self.expected.keys).sorted() {
        #expect(found[type] == Self.expected[type], "\(type)")
      }
    }

    @Test("an operator outside the engine has its superclasses' traits and its own, of which the reason counts")
    func ownOperator() throws {
      let trace = try trace {
        for makeSink in [StrictSink.init, PickySink.init, { QuietSink($0) }] as [(Downstream<Int>) -> Sink<Int, Int>] {
          Picky(Observable.of(1, 2), makeSink).subscribe().dispose()
        }
      }
      func traits(_ type: String) throws -> Set<TracedObject.Trait> {
        try #require(trace.objects.first { $0.typeName == type }).traits
      }
      #expect(try traits("PickySink") == [.limits, .withholds(.position)])
      #expect(try traits("StrictSink") == [.limits, .withholds(.predicate)])
      #expect(try traits("QuietSink") == [.limits, .withholds(.position)])
      #expect(try traits("Picky").isEmpty)
    }

    @Test("a class is asked once in each recording, and never without one")
    func questions() throws {
      func use(_ times: Int) { for _ in 0..<times { Asked(Observable.of(1), AskedSink.init).subscribe().dispose() } }
      use(1)
      #expect(AskedSink.questions.load(ordering: .relaxed) == 0)
      _ = try trace { use(3) }
      #expect(AskedSink.questions.load(ordering: .relaxed) == 1)
      _ = try trace { use(3) }
      #expect(AskedSink.questions.load(ordering: .relaxed) == 2)
    }

    private static let expected: [String: Set<TracedObject.Trait>] = [
      "AnonymousObservableSink": [.cold],
      "AsMaybeSink": [.limits, .withholds(.end)],
      "AsSingleSink": [.limits, .withholds(.end)],
      "AsyncSubject": [.replays],
      "BehaviorSubject": [.replays],
      "BufferTimeCountSink": [.withholds(.batch)],
      "CatchSequenceSink": [.catches],
      "CatchSink": [.catches],
      "CombineLatestSink": [.withholds(.inputs)],
      "CompactMapSink": [.withholds(.absence)],
      "ConcatMapSink": [.withholds(.turn)],
      "ConcurrentMainScheduler": [.main],
      "ConnectableObservableAdapter": [.shares],
      "CurrentThreadScheduler": [.trampoline],
      "DebounceSink": [.holds, .withholds(.quiet)],
      "DeferredSink": [.cold],
      "DelaySink": [.holds, .withholds(.queue)],
      "DistinctUntilChangedSink": [.withholds(.repetition)],
      "ElementAtSink": [.limits, .withholds(.position)],
      "FilterSink": [.withholds(.predicate)],
      "FirstSink": [.limits],
      "FlatMapFirstSink": [.withholds(.busy)],
      "FlatMapSink": [.merges],
      "IgnoreElementsSink": [.withholds(.all)],
      "MainScheduler": [.main, .queue],
      "MergeLimitedSink": [.merges, .withholds(.turn)],
      "MergeSink": [.merges],
      "ObserveOnSerialDispatchQueueSink": [.moves, .withholds(.queue)],
      "ObserveOnSink": [.moves, .withholds(.queue)],
      "ReduceSink": [.withholds(.end)],
      "RefCount": [.shares],
      "ReplaySubject": [.replays],
      "SampleSequenceSink": [.withholds(.signal)],
      "SerialDispatchQueueScheduler": [.queue],
      "ScanSink": [.accumulates],
      "ShareForever": [.shares],
      "ShareWhileConnected": [.shares],
      "SingleAsyncSink": [.limits, .withholds(.predicate)],
      "SkipCountSink": [.withholds(.position)],
      "SkipTimeSink": [.withholds(.position)],
      "SkipUntilSink": [.withholds(.opening)],
      "SkipWhileSink": [.withholds(.position)],
      "SubscribeOnSink": [.subscribes],
      "TakeCountSink": [.limits],
      "TakeLastSink": [.withholds(.last)],
      "TakeTimeSink": [.limits],
      "TakeUntilPredicateSink": [.limits, .withholds(.position)],
      "TakeUntilSink": [.limits],
      "ThrottleSink": [.holds, .withholds(.rate)],
      "ToArraySink": [.withholds(.end)],
      "UsingSink": [.cold],
      "WithLatestFromSink": [.withholds(.latest)],
      "ZipSink": [.withholds(.pairs)],
    ]

    /// Subscribes to every operator, subject and scheduler of the engine at least once.
    private func useEveryOperator() {
      let clock = HistoricalScheduler()
      let time = RxTimeInterval.seconds(1)
      let numbers = Observable.of(1, 2)
      let other = Observable<Int>.never()
      use(.create { _ in Disposables.create() }, .deferred { numbers }, .empty(), .error(TestError.first))
      use(.generate(initialState: 1, condition: { $0 < 3 }, iterate: { $0 + 1 }), .just(1), .just(1, scheduler: clock))
      use(.never(), .range(start: 1, count: 2), .repeatElement(1).take(2), .of(1), .timer(time, scheduler: clock))
      use(.using({ BooleanDisposable() }, observableFactory: { _ in numbers }), .from([1, 2]))
      use(numbers.filter { $0 > 0 }, numbers.element(at: 1), numbers.single())
      numbers.ignoreElements().subscribe().dispose()
      use(numbers.skip(1), numbers.skip(time, scheduler: clock), numbers.skip(until: other))
      use(numbers.skip(while: { $0 < 2 }))
      use(numbers.take(1), numbers.take(for: time, scheduler: clock), numbers.take(until: other))
      use(numbers.take(while: { $0 < 2 }), numbers.take(until: { $0 > 1 }))
      use(numbers.takeLast(1), numbers.distinctUntilChanged(), numbers.asSingle().asObservable())
      use(numbers.asMaybe().asObservable(), numbers.first().asObservable().map { $0 ?? 0 })
      use(.amb([numbers, other]), .combineLatest(numbers, other) { $0 + $1 }, .zip(numbers, other) { $0 + $1 })
      use(.concat(numbers, other), numbers.ifEmpty(default: 1), numbers.ifEmpty(switchTo: other), numbers.sample(other))
      use(numbers.startWith(0), numbers.withLatestFrom(other))
      use(numbers.map { $0 }, numbers.compactMap { $0 }, numbers.enumerated().map(\.element))
      use(numbers.scan(0, accumulator: +), numbers.reduce(0, accumulator: +))
      use(numbers.toArray().asObservable().map(\.count))
      use(numbers.buffer(timeSpan: time, count: 2, scheduler: clock).map(\.count))
      use(numbers.window(timeSpan: time, count: 2, scheduler: clock).flatMap { $0 }, numbers.groupBy { $0 }.map(\.key))
      use(numbers.materialize().dematerialize(), numbers.withUnretained(Log()).map(\.1))
      use(numbers.flatMap { Observable.just($0) }, numbers.flatMapFirst { Observable.just($0) })
      use(numbers.flatMapLatest { Observable.just($0) }, numbers.concatMap { Observable.just($0) })
      let nested = numbers.map { Observable.just($0) }
      use(.merge(numbers, other), nested.merge(), nested.merge(maxConcurrent: 1))
      use(nested.switchLatest(), nested.concat())
      use(numbers.catchAndReturn(0), .catch(sequence: [numbers, other]), numbers.retry(1))
      use(numbers.retry { (errors: Observable<any Error>) in errors })
      use(numbers.share(), numbers.share(replay: 1, scope: .forever), numbers.publish().refCount())
      use(numbers.multicast({ PublishSubject<Int>() }) { $0 })
      use(numbers.observe(on: clock), numbers.observe(on: MainScheduler.asyncInstance), numbers.subscribe(on: clock))
      use(numbers.debounce(time, scheduler: clock), numbers.delay(time, scheduler: clock))
      use(numbers.throttle(time, scheduler: clock), numbers.timeout(time, scheduler: clock))
      use(numbers.delaySubscription(time, scheduler: MainScheduler.instance))
      use(numbers.delaySubscription(time, scheduler: ConcurrentMainScheduler.instance))
      use(numbers.do(onNext: { _ in }), numbers.debug("", trimOutput: false).skip(2))
      use(PublishSubject(), BehaviorSubject(value: 1), ReplaySubject.createUnbounded(), AsyncSubject())
      use(Completable.empty().andThen(numbers))
    }

    private func use(_ sequences: Observable<Int>...) {
      for sequence in sequences { sequence.subscribe().dispose() }
    }
  }
}

private final class Picky: Operator<Int, Int> {}

private class PickySink: Sink<Int, Int> {
  override class var traits: Traits { [.limits, .withholds(.position), .withholds(.all)] }

  override func on(next element: Int) {}
}

private final class StrictSink: PickySink {
  override class var traits: Traits { .withholds(.predicate) }
}

private final class QuietSink: PickySink {}

private final class Asked: Operator<Int, Int> {}

private final class AskedSink: Sink<Int, Int> {
  static let questions = Atomic<Int>(0)

  override class var traits: Traits {
    questions.wrappingAdd(1, ordering: .relaxed)
    return .limits
  }

  override func on(next element: Int) { forwardOn(next: element) }
}
