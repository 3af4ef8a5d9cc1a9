import Dispatch
import Foundation
import Rx
import RxTest
import Testing

extension EngineTests {
  /// No operator keeps anything alive after its sequence has ended or was disposed.
  @Suite struct Memory {
    /// An element of a pipeline: it lives as long as anything holds it.
    final class Payload {}

    /// A pipeline over two sources, made for each run.
    struct Pipeline: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let build: @Sendable (Observable<Payload>, Observable<Payload>, TestScheduler) -> Observable<Payload>

      init(
        _ name: String,
        _ build:
          @escaping @Sendable (Observable<Payload>, Observable<Payload>, TestScheduler) -> Observable<Payload>
      ) {
        testDescription = name
        self.build = build
      }
    }

    enum Ending: CaseIterable { case completion, failure, disposal, disposalWithinDelivery, disposalAtOnce }

    static let ofOneInput: [Pipeline] = [
      Pipeline("map") { a, _, _ in a.map { $0 } },
      Pipeline("map that throws") { a, _, _ in a.map { _ in throw TestError.second } },
      Pipeline("filter") { a, _, _ in a.filter { _ in true } },
      Pipeline("filter that throws") { a, _, _ in a.filter { _ in throw TestError.second } },
      Pipeline("scan") { a, _, _ in a.scan(Payload()) { $1 } },
      Pipeline("scan(into:)") { a, _, _ in a.scan(into: Payload()) { $0 = $1 } },
      Pipeline("take") { a, _, _ in a.take(2) },
      Pipeline("distinctUntilChanged") { a, _, _ in a.distinctUntilChanged { $0 === $1 } },
      Pipeline("distinctUntilChanged of keys") { a, _, _ in a.distinctUntilChanged { ObjectIdentifier($0) } },
      Pipeline("startWith") { a, _, _ in a.startWith(Payload()) },
      Pipeline("catch") { a, b, _ in a.catch { _ in b } },
      Pipeline("catch that throws") { a, _, _ in a.catch { _ in throw TestError.second } },
      Pipeline("catchAndReturn") { a, _, _ in a.catchAndReturn(Payload()) },
      Pipeline("observe(on:) in virtual time") { a, _, scheduler in a.observe(on: scheduler) },
      Pipeline("observe(on:) the current thread") { a, _, _ in a.observe(on: CurrentThreadScheduler.instance) },
      Pipeline("subscribe(on:)") { a, _, scheduler in a.subscribe(on: scheduler) },
      Pipeline("share()") { a, _, _ in a.share() },
      Pipeline("share(replay: 1)") { a, _, _ in a.share(replay: 1) },
      Pipeline("share(replay: 3)") { a, _, _ in a.share(replay: 3) },
      Pipeline("share(scope: .forever)") { a, _, _ in a.share(scope: .forever) },
      Pipeline("share(replay: 1, scope: .forever)") { a, _, _ in a.share(replay: 1, scope: .forever) },
      Pipeline("share(replay: 3, scope: .forever)") { a, _, _ in a.share(replay: 3, scope: .forever) },
      Pipeline("using") { a, _, _ in
        .using({ BooleanDisposable() }, observableFactory: { _ in a })
      },
      Pipeline("using that throws") { _, _, _ in
        .using({ BooleanDisposable() }, observableFactory: { _ in throw TestError.second })
      },
      Pipeline("create around a sequence") { a, _, _ in .create { a.subscribe($0) } },
      Pipeline("trackActivity") { a, _, _ in a.trackActivity(ActivityIndicator()) },
      Pipeline("a sequence of the user's own type") { a, _, _ in Foreign(source: a).asObservable() },
    ]

    static let ofSeveralInputs: [Pipeline] = [
      Pipeline("flatMap") { a, b, _ in a.flatMap { _ in b } },
      Pipeline("flatMap to just") { a, _, _ in a.flatMap { Observable.just($0) } },
      Pipeline("flatMap that throws") { a, _, _ in a.flatMap { _ -> Observable<Payload> in throw TestError.second } },
      Pipeline("flatMapLatest") { a, b, _ in a.flatMapLatest { _ in b } },
      Pipeline("flatMapLatest that throws") { a, _, _ in
        a.flatMapLatest { _ -> Observable<Payload> in throw TestError.second }
      },
      Pipeline("switchLatest") { a, b, _ in a.map { _ in b }.switchLatest() },
      Pipeline("merge") { a, b, _ in .merge(a, b) },
      Pipeline("merge of a sequence") { a, b, _ in a.map { _ in b }.merge() },
      Pipeline("combineLatest") { a, b, _ in .combineLatest(a, b) { $1 } },
      Pipeline("combineLatest that throws") { a, b, _ in .combineLatest(a, b) { _, _ in throw TestError.second } },
      Pipeline("zip") { a, b, _ in .zip(a, b) { $1 } },
      Pipeline("zip that throws") { a, b, _ in .zip(a, b) { _, _ in throw TestError.second } },
      Pipeline("zip of a collection") { a, b, _ in .zip([a, b]) { $0[0] } },
      Pipeline("combineLatest of a collection") { a, b, _ in .combineLatest([a, b]) { $0[0] } },
      Pipeline("withLatestFrom") { a, b, _ in a.withLatestFrom(b) },
      Pipeline("withLatestFrom that throws") { a, b, _ in
        a.withLatestFrom(b) { _, _ in throw TestError.second }
      },
      Pipeline("sample") { a, b, _ in a.sample(b) },
      Pipeline("sample with a default") { a, b, _ in a.sample(b, defaultValue: Payload()) },
      Pipeline("combineLatest of one sequence with itself, shared") { a, _, _ in
        let shared = a.share(replay: 1)
        return .combineLatest(shared, shared) { $1 }
      },
    ]

    static let withoutInput: [Pipeline] = [
      Pipeline("just") { _, _, _ in .just(Payload()) },
      Pipeline("just on a scheduler") { _, _, scheduler in .just(Payload(), scheduler: scheduler) },
      Pipeline("of") { _, _, _ in .of(Payload(), Payload()) },
      Pipeline("of on a scheduler") { _, _, scheduler in .of(Payload(), Payload(), scheduler: scheduler) },
      Pipeline("from(optional:) on a scheduler") { _, _, scheduler in
        .from(optional: Payload(), scheduler: scheduler)
      },
      Pipeline("an endless sequence") { _, _, _ in
        .from(sequence(first: Payload()) { _ in Payload() }).take(3)
      },
      Pipeline("empty") { _, _, _ in .empty() },
      Pipeline("never") { _, _, _ in .never() },
      Pipeline("error") { _, _, _ in .error(TestError.first) },
      Pipeline("range") { _, _, scheduler in
        Observable.range(start: 0, count: 3, scheduler: scheduler).map { _ in Payload() }
      },
      Pipeline("interval") { _, _, scheduler in
        Observable<Int>.interval(.seconds(10), scheduler: scheduler).take(20).map { _ in Payload() }
      },
      Pipeline("timer") { _, _, scheduler in
        Observable<Int>.timer(.seconds(10), scheduler: scheduler).map { _ in Payload() }
      },
    ]

    @Test("of one input", arguments: ofOneInput, Ending.allCases)
    func oneInput(pipeline: Pipeline, ending: Ending) { expectNothingIsLeft(of: pipeline, after: ending) }

    @Test("of several inputs", arguments: ofSeveralInputs, Ending.allCases)
    func severalInputs(pipeline: Pipeline, ending: Ending) { expectNothingIsLeft(of: pipeline, after: ending) }

    @Test("of no input", arguments: withoutInput, Ending.allCases)
    func noInput(pipeline: Pipeline, ending: Ending) { expectNothingIsLeft(of: pipeline, after: ending) }

    @Test(
      "subjects release their observers, and their elements when they are freed", arguments: Ending.allCases)
    func subjects(ending: Ending) {
      let subjects: [(@Sendable () -> any Sending)] = [
        { PublishSubject<Payload>() }, { BehaviorSubject(value: Payload()) }, { AsyncSubject<Payload>() },
        { ReplaySubject<Payload>.create(bufferSize: 2) }, { ReplaySubject<Payload>.createUnbounded() },
      ]
      for subject in subjects {
        let before = Resources.total
        weak var payload: Payload?
        do {
          let subject = subject()
          let subscription = SingleAssignmentDisposable()
          subscription.setDisposable(
            subject.sequence.subscribe { event in
              if ending == .disposalWithinDelivery, event.element === payload { subscription.dispose() }
            })
          let sent = Payload()
          payload = sent
          subject.send(.next(sent))
          switch ending {
          case .completion: subject.send(.completed)
          case .failure: subject.send(.error(TestError.first))
          default: subscription.dispose()
          }
        }
        #expect(Resources.total == before && payload == nil)
      }
    }

    @Test("relays release their observers and elements when they are freed")
    func relays() {
      let before = Resources.total
      weak var payload: Payload?
      do {
        let (publish, behavior) = (PublishRelay<Payload>(), BehaviorRelay(value: Payload()))
        let replay = ReplayRelay<Payload>.create(bufferSize: 2)
        let sent = Payload()
        payload = sent
        let subscriptions = [publish.asObservable(), behavior.asObservable(), replay.asObservable()].map {
          $0.map { $0 }.subscribe()
        }
        publish.accept(sent)
        behavior.accept(sent)
        replay.accept(sent)
        for subscription in subscriptions { subscription.dispose() }
        // Never disposed: a relay releases its observers when it is freed.
        _ = behavior.subscribe()
      }
      #expect(Resources.total == before && payload == nil)
    }

    @Test("a kept subscription does not retain the observer after the terminal event or disposal")
    func keptSubscriptions() {
      for ends in [true, false] {
        let wrappings: [(Observable<Int>) -> Observable<Int>] = [{ $0 }, { $0.share(replay: 1) }, { $0.map { $0 } }]
        for wrapped in wrappings {
          let subject = PublishSubject<Int>()
          let source = wrapped(subject)
          weak var payload: Payload?
          let subscription: any Disposable
          do {
            let kept = Payload()
            payload = kept
            subscription = source.subscribe(onNext: { _ in _ = kept })
          }
          #expect(payload != nil)
          if ends { subject.onCompleted() } else { subscription.dispose() }
          #expect(payload == nil)
          withExtendedLifetime(subscription) {}
        }
      }
    }

    @Test("drivers and indicators, after an error and after disposal", arguments: [true, false]) @MainActor
    func drivers(fails: Bool) async {
      // The shared instance is made once and never freed.
      _ = MainScheduler.instance
      let before = Resources.total
      weak var payload: Payload?
      do {
        let (subject, relay, loading) = (PublishSubject<Payload>(), BehaviorRelay(value: 1), ActivityIndicator())
        let sent = Payload()
        payload = sent
        let bag = DisposeBag()
        subject.trackActivity(loading).asDriver(onErrorDriveWith: .never()).map { $0 }.drive().disposed(by: bag)
        loading.asDriver().drive().disposed(by: bag)
        relay.asDriver().flatMapLatest { .just($0) }.drive(BehaviorRelay(value: 0)).disposed(by: bag)
        subject.onNext(sent)
        if fails { subject.onError(TestError.first) }
      }
      await mainQueueSettles()
      #expect(payload == nil)
      #expect(Resources.total == before, "\(Resources.total - before) left")
    }

    @Test("actions on queues, once they have run or were cancelled, even if their disposables are not kept")
    func queues() {
      let queue = DispatchQueue(label: "work")
      let before = Resources.total
      weak var payload: Payload?
      do {
        let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "work")
        let sent = Payload()
        payload = sent
        let (ran, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        func run(_: Payload) -> any Disposable {
          ran.signal()
          return Disposables.create()
        }
        _ = scheduler.schedule(sent, action: run)
        _ = scheduler.scheduleRelative(sent, dueTime: .milliseconds(1), action: run)
        for _ in 0..<2 { ran.wait() }
        scheduler.scheduleRelative(sent, dueTime: .seconds(100), action: run).dispose()
        scheduler.schedulePeriodic(sent, startAfter: .seconds(100), period: .seconds(100)) { $0 }.dispose()
        _ = Observable.just(sent).observe(on: scheduler).subscribe(onDisposed: { ended.signal() })
        ended.wait()
      }
      // A queue releases a closure some time after the closure has returned, without a signal.
      let isEmpty = eventually { Resources.total == before && payload == nil }
      #expect(isEmpty, "\(Resources.total - before) left")
    }

    private func expectNothingIsLeft(of pipeline: Pipeline, after ending: Ending) {
      _ = (CurrentThreadScheduler.instance, Disposables.create())
      let before = Resources.total
      weak var payload: Payload?
      do {
        let sent = Payload()
        payload = sent
        run(pipeline, ending, sent)
      }
      #expect(payload == nil, "the element is still alive")
      #expect(Resources.total == before, "\(Resources.total - before) left")
    }

    /// Sends through both sources, in an order in which each operator keeps something, and ends as given.
    private func run(_ pipeline: Pipeline, _ ending: Ending, _ payload: Payload) {
      let scheduler = TestScheduler(initialClock: 0)
      let (a, b) = (PublishSubject<Payload>(), PublishSubject<Payload>())
      let subscription = SingleAssignmentDisposable()
      subscription.setDisposable(
        pipeline.build(a, b, scheduler).subscribe(
          onNext: { _ in if ending == .disposalWithinDelivery { subscription.dispose() } }, onError: { _ in }))
      if ending == .disposalAtOnce { subscription.dispose() }
      scheduler.advanceTo(10)
      for subject in [b, a, b, a] {
        subject.onNext(payload)
        scheduler.advanceTo(scheduler.clock + 10)
      }
      switch ending {
      case .completion: for subject in [a, b] { subject.onCompleted() }
      case .failure: for subject in [a, b] { subject.onError(TestError.first) }
      case .disposal, .disposalWithinDelivery, .disposalAtOnce: break
      }
      scheduler.advanceTo(500)
      if ending == .disposal { subscription.dispose() }
      scheduler.start()
      #expect(!a.hasObservers && !b.hasObservers)
    }
  }
}

/// A subject of any kind.
private protocol Sending {
  var sequence: Observable<EngineTests.Memory.Payload> { get }
  func send(_ event: Event<EngineTests.Memory.Payload>)
}

extension SubjectBase: Sending where Element == EngineTests.Memory.Payload {
  var sequence: Observable<Element> { self }
  func send(_ event: Event<Element>) { on(event) }
}

/// A sequence that does not use the engine's classes.
private struct Foreign<Element>: ObservableType {
  let source: Observable<Element>

  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element {
    source.subscribe { observer.on($0) }
  }
}

/// Whether a condition becomes true in time.
private func eventually(_ isTrue: () -> Bool) -> Bool {
  for _ in 0..<30_000 {
    if isTrue() { return true }
    usleep(1000)
  }
  return isTrue()
}
