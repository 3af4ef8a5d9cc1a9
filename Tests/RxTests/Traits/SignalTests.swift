import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("Signal, and the parts of shared sequences") struct SignalTests {
    let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)

    /// The events of a shared sequence in virtual time.
    private func events<Strategy, Element>(
      _ make: () -> SharedSequence<Strategy, Element>
    ) -> [Recorded<Event<Element>>] {
      let observer = scheduler.createObserver(Element.self)
      SharingScheduler.mock(scheduler: scheduler) {
        _ = make().asObservable().subscribe(observer)
        scheduler.start()
      }
      return observer.events
    }

    private func elements<Strategy, Element>(_ make: () -> SharedSequence<Strategy, Element>) -> [String] {
      events(make).compactMap { $0.value.element.map { "\($0)" } }
    }

    @Test("a signal sends a new observer no earlier elements")
    func newcomers() {
      let relay = PublishRelay<Int>()
      let (early, late) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
      SharingScheduler.mock(scheduler: scheduler) {
        let signal = relay.asSignal()
        _ = signal.emit(to: early)
        scheduler.scheduleAt(10) { relay.accept(1) }
        scheduler.scheduleAt(15) { _ = signal.emit(to: late) }
        scheduler.scheduleAt(20) { relay.accept(2) }
        scheduler.start()
      }
      #expect(early.events == [.next(10, 1), .next(20, 2)] && late.events == [.next(20, 2)])
    }

    @Test("a sequence that fails becomes a signal that cannot")
    func errors() {
      let failing = Observable.just(1).concat(Observable.error(TestError.first))
      #expect(elements { failing.asSignal(onErrorJustReturn: 7) } == ["1", "7"])
      #expect(elements { failing.asSignal(onErrorSignalWith: .just(8)) } == ["1", "8"])
      #expect(elements { failing.asSignal(onErrorRecover: { .just("\($0)".count) }) } == ["1", "5"])
      let strategy = SignalSharingStrategy.self
      #expect(elements { failing.asSharedSequence(sharingStrategy: strategy, onErrorJustReturn: 7) } == ["1", "7"])
      #expect(
        elements { failing.asSharedSequence(sharingStrategy: strategy, onErrorDriveWith: .just(8)) } == ["1", "8"])
      #expect(
        elements { failing.asSharedSequence(sharingStrategy: strategy, onErrorRecover: { _ in .just(9) }) }
          == ["1", "9"])
      #expect(elements { Infallible.of(1, 2).asSignal() } == ["1", "2"])
      #expect(elements { Infallible.of(1, 2).asDriver() } == ["1", "2"])
    }

    @Test("all forms of emit send the signal's elements")
    func emit() {
      final class Screen {}
      let log = Log()
      let screen = Screen()
      let (behavior, optional) = (BehaviorRelay(value: 0), BehaviorRelay<Int?>(value: nil))
      let (publish, publishOptional) = (PublishRelay<Int>(), PublishRelay<Int?>())
      let (replay, replayOptional) = (ReplayRelay<Int>.createUnbound(), ReplayRelay<Int?>.createUnbound())
      let subject = PublishSubject<Int?>()
      _ = subject.subscribe { log.add($0) }
      _ = publish.subscribe { log.add($0) }
      _ = publishOptional.subscribe { log.add($0) }
      SharingScheduler.mock(scheduler: scheduler) {
        let signal = Signal.just(1)
        _ = signal.emit(to: subject)
        _ = signal.emit(to: behavior)
        _ = signal.emit(to: optional)
        _ = signal.emit(to: publish)
        _ = signal.emit(to: publishOptional)
        _ = signal.emit(to: replay)
        _ = signal.emit(to: replayOptional)
        _ = signal.emit(with: screen, onNext: { _, number in log.add("with \(number)") })
        _ = signal.emit()
        scheduler.start()
      }
      #expect(behavior.value == 1 && optional.value == 1)
      #expect(
        log.entries == ["next(Optional(1))", "completed", "next(1)", "next(Optional(1))", "with 1"])
    }

    @Test("operators of shared sequences do the same as those of `Observable`, and stay shared")
    func operators() {
      #expect(elements { Signal.of(1, 2, 3).compactMap { $0 > 2 ? "\($0)" : nil } } == ["3"])
      #expect(elements { Signal.of(1, 2, 3).skip(2) } == ["3"])
      #expect(elements { Signal.of(1, 2).flatMapFirst { Signal.of($0, $0 * 10) } } == ["1", "10"])
      #expect(elements { Signal.of(1, 1, 2).distinctUntilChanged({ $0 }, comparer: { $0 == $1 }) } == ["1", "2"])
      let log = Log()
      #expect(elements { Signal.just(1).do(onNext: { log.add("\($0)") }) } == ["1"] && log.entries == ["1"])
      let object = Log()
      #expect(elements { Signal.just(1).withUnretained(object).map { $1 } } == ["1"])
      #expect(elements { Signal.just(1).withUnretained(object) { $1 + $0.entries.count } } == ["1"])
    }

    @Test("operators that wait do so on the strategy's scheduler")
    func waiting() {
      #expect(events { Signal.just(1).delay(.seconds(5)) } == [.next(5, 1), .completed(5)])
      #expect(events { Signal.of(1, 2).debounce(.seconds(5)) }.map(\.value) == [.next(2), .completed])
      #expect(events { Signal.of(1, 2).throttle(.seconds(5), latest: false) }.map(\.value) == [.next(1), .completed])
      let ticks = scheduler.createObserver(Int.self)
      SharingScheduler.mock(scheduler: scheduler) {
        let begin = scheduler.clock
        let subscriptions = [
          Signal<Int>.interval(.seconds(5)).asObservable().subscribe(ticks),
          Signal<Int>.timer(.seconds(3), period: .seconds(100)).asObservable().subscribe(ticks),
        ]
        scheduler.advanceTo(begin + 12)
        for subscription in subscriptions { subscription.dispose() }
        #expect(ticks.events.map { $0.time - begin } == [3, 5, 10])
      }
    }

    @Test("several become one, and one is made from values")
    func joining() {
      let (one, two) = ({ Signal.just(1) }, { Signal.just(2) })
      #expect(elements { Signal.merge(one(), two()) } == ["1", "2"])
      #expect(elements { Signal.merge([one(), two()]) } == ["1", "2"])
      #expect(elements { Signal.merge(AnyCollection([one(), two()])) } == ["1", "2"])
      #expect(elements { Signal.concat([one(), two()]) } == ["1", "2"])
      #expect(elements { Signal.concat(AnySequence([one(), two()])) } == ["1", "2"])
      #expect(elements { Signal.zip(one(), two()) { $0 + $1 } } == ["3"])
      #expect(elements { Signal.zip(one(), two()).map { $0 + $1 } } == ["3"])
      #expect(elements { Signal.zip([one(), two()]) } == ["[1, 2]"])
      #expect(elements { Signal.zip([one(), two()]) { $0.reduce(0, +) } } == ["3"])
      #expect(elements { Signal.combineLatest(one(), two()) { $0 + $1 } } == ["3"])
      #expect(elements { Signal.combineLatest(one(), two()).map { $0 + $1 } } == ["3"])
      #expect(elements { Signal.combineLatest([one(), two()]) } == ["[1, 2]"])
      #expect(elements { Signal.combineLatest([one(), two()]) { $0.reduce(0, +) } } == ["3"])
      #expect(elements { Signal.just(0).map { _ in Signal.of(1, 2) }.merge() } == ["1", "2"])
      #expect(elements { Signal.just(0).map { _ in Signal.of(1, 2) }.merge(maxConcurrent: 1) } == ["1", "2"])
      #expect(elements { Signal.just(0).map { _ in Signal.of(1, 2) }.switchLatest() } == ["1", "2"])
      #expect(elements { Signal.deferred { Signal.just(1) } } == ["1"])
      #expect(elements { Signal.from([1, 2]) } == ["1", "2"] && elements { Signal.from(Set([1])) } == ["1"])
      #expect(elements { Signal.from(optional: 1) } == ["1"] && elements { Signal<Int>.from(optional: nil) } == [])
    }

    @Test("a signal's elements in a loop on the main actor") @MainActor
    func values() async {
      var numbers: [Int] = []
      for await number in Signal.of(1, 2).values { numbers.append(number) }
      #expect(numbers == [1, 2])
    }
  }
}
