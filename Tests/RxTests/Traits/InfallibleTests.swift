import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("Infallible") struct InfallibleTests {
    let scheduler = TestScheduler(initialClock: 0)

    private func told<Element>(_ sequence: Infallible<Element>) -> [String] {
      let log = Log()
      sequence.subscribe(
        onNext: { log.add("\($0)") }, onCompleted: { log.add("completed") }, onDisposed: { log.add("disposed") }
      ).dispose()
      return log.entries
    }

    private func elements<Element>(_ sequence: Infallible<Element>) -> [String] { told(sequence).dropLast(2) }

    @Test("a sequence that cannot fail is created, subscribed to, and completes")
    func creation() {
      let created = Infallible<Int>.create { observer in
        observer(.next(1))
        observer(.completed)
        observer(.next(2))
        return Disposables.create()
      }
      #expect(told(created) == ["1", "completed", "disposed"])
      #expect(told(Infallible<Int>.empty()) == ["completed", "disposed"])
      #expect(told(Infallible<Int>.never()) == ["disposed"])
      #expect(elements(.just(1)) == ["1"] && elements(.of(1, 2)) == ["1", "2"])
      #expect(elements(.from([1, 2])) == ["1", "2"] && elements(.from(Set([1]))) == ["1"])
      #expect(elements(.deferred { .just(1) }) == ["1"])
      #expect(elements(.just(1, scheduler: CurrentThreadScheduler.instance)) == ["1"])
      let log = Log()
      _ = Infallible.just(1).subscribe { (event: InfallibleEvent<Int>) in log.add("\(event)") }
      #expect(log.entries == ["next(1)", "completed"])
    }

    @Test("a sequence that may fail becomes one that cannot")
    func conversions() {
      let failing = Observable.just(1).concat(Observable.error(TestError.first))
      #expect(elements(failing.asInfallible(onErrorJustReturn: 7)) == ["1", "7"])
      #expect(elements(failing.asInfallible(onErrorFallbackTo: .of(8, 9))) == ["1", "8", "9"])
      #expect(elements(failing.asInfallible(onErrorRecover: { .just("\($0)".count) })) == ["1", "5"])
    }

    @Test("operators with one input do the same as those of `Observable`")
    func operators() {
      let numbers = Infallible.of(1, 2, 2, 3)
      #expect(elements(numbers.map { $0 * 10 }) == ["10", "20", "20", "30"])
      #expect(elements(numbers.filter { $0 > 1 }) == ["2", "2", "3"])
      #expect(elements(numbers.compactMap { $0 > 2 ? $0 : nil }) == ["3"])
      #expect(elements(numbers.scan(0, accumulator: +)) == ["1", "3", "5", "8"])
      #expect(elements(numbers.scan(into: 0) { $0 += $1 }) == ["1", "3", "5", "8"])
      #expect(elements(numbers.startWith(0)) == ["0", "1", "2", "2", "3"])
      #expect(elements(numbers.distinctUntilChanged()) == ["1", "2", "3"])
      #expect(elements(numbers.distinctUntilChanged { $0 % 2 }) == ["1", "2", "3"])
      #expect(elements(numbers.distinctUntilChanged { $0 + 1 == $1 }) == ["1", "3"])
      #expect(elements(numbers.distinctUntilChanged({ $0 }, comparer: { $0 == $1 })) == ["1", "2", "3"])
      #expect(elements(numbers.distinctUntilChanged(at: \.description)) == ["1", "2", "3"])
      #expect(elements(numbers.share(replay: 1)) == ["1", "2", "2", "3"])
    }

    @Test("parts of the sequence")
    func parts() {
      let numbers = Infallible.of(1, 2, 3)
      #expect(elements(numbers.take(2)) == ["1", "2"] && elements(numbers.skip(2)) == ["3"])
      #expect(elements(numbers.take(while: { $0 < 2 })) == ["1"])
      #expect(elements(numbers.take(until: { $0 == 2 }, behavior: .inclusive)) == ["1", "2"])
      #expect(elements(numbers.skip(while: { $0 < 2 })) == ["2", "3"])
      #expect(elements(numbers.take(until: Infallible.just(1))) == [])
      #expect(elements(numbers.take(until: Observable<Int>.never())) == ["1", "2", "3"])
      #expect(elements(numbers.skip(until: Observable<Int>.never())) == [])
    }

    @Test("each element becomes a sequence")
    func flattening() {
      let numbers = Infallible.of(1, 2)
      #expect(elements(numbers.flatMap { Infallible.of($0, $0 * 10) }) == ["1", "10", "2", "20"])
      #expect(elements(numbers.concatMap { Infallible.of($0, $0 * 10) }) == ["1", "10", "2", "20"])
      #expect(elements(numbers.flatMapLatest { Infallible.just($0) }) == ["1", "2"])
      #expect(elements(numbers.flatMapFirst { Infallible.of($0, $0 * 10) }) == ["1", "10"])
    }

    @Test("several sequences become one")
    func joining() {
      let (one, two) = (Infallible.just(1), Infallible.just(2))
      #expect(elements(one.concat(two)) == ["1", "2"] && elements(.concat(one, two)) == ["1", "2"])
      #expect(
        elements(.concat([one, two])) == ["1", "2"] && elements(.concat(AnySequence([one, two]))) == ["1", "2"])
      #expect(elements(.merge(one, two)) == ["1", "2"] && elements(.merge([one, two])) == ["1", "2"])
      #expect(elements(.merge(AnyCollection([one, two]))) == ["1", "2"])
      #expect(elements(Infallible.combineLatest(one, two) { $0 + $1 }) == ["3"])
      #expect(elements(Infallible.combineLatest(one, two).map { $0 + $1 }) == ["3"])
      #expect(elements(Infallible.combineLatest([one, two]) { $0.reduce(0, +) }) == ["3"])
      #expect(elements(Infallible.combineLatest([one, two])) == ["[1, 2]"])
      #expect(elements(Infallible.zip(one, two) { $0 + $1 }) == ["3"])
      #expect(elements(Infallible.zip(one, two).map { $0 + $1 }) == ["3"])
      #expect(elements(one.withLatestFrom(two)) == ["2"])
      #expect(elements(one.withLatestFrom(two) { $0 + $1 }) == ["3"])
    }

    @Test("operators that wait for a scheduler")
    func waiting() {
      let numbers = scheduler.createHotObservable([.next(210, 1), .next(212, 2), .completed(250)])
      let infallible = numbers.asInfallible(onErrorJustReturn: 0)
      let observers = [
        infallible.debounce(.seconds(5), scheduler: scheduler), infallible.throttle(.seconds(5), scheduler: scheduler),
        infallible.delay(.seconds(5), scheduler: scheduler), infallible.take(for: .seconds(211), scheduler: scheduler),
        infallible.observe(on: scheduler), infallible.subscribe(on: scheduler),
      ].map { sequence in
        let observer = scheduler.createObserver(Int.self)
        _ = sequence.asObservable().subscribe(observer)
        return observer
      }
      scheduler.start()
      #expect(
        observers.map { $0.events.map(\.time) } == [
          [217, 250], [210, 215, 250], [215, 217, 255], [210, 211], [211, 213, 251], [210, 212, 250],
        ])
    }

    @Test("with an object that the sequence does not retain")
    func objects() {
      final class Screen { var titles: [Int] = [] }
      let screen = Screen()
      _ = Infallible.of(1, 2).subscribe(with: screen, onNext: { $0.titles.append($1) })
      #expect(screen.titles == [1, 2])
      #expect(elements(Infallible.just(1).withUnretained(screen) { $0.titles.count + $1 }) == ["3"])
      #expect(elements(Infallible.just(1).withUnretained(screen).map { $1 }) == ["1"])
    }

    @Test("bind sends the elements to observers, relays and closures")
    func bind() {
      let log = Log()
      let (subject, optional) = (PublishSubject<Int>(), PublishSubject<Int?>())
      _ = subject.subscribe { log.add($0) }
      _ = optional.subscribe { log.add($0) }
      let (publish, publishOptional) = (PublishRelay<Int>(), PublishRelay<Int?>())
      _ = publish.subscribe { log.add("relayed \($0)") }
      _ = publishOptional.subscribe { log.add("relayed \($0)") }
      let (behavior, behaviorOptional) = (BehaviorRelay(value: 0), BehaviorRelay<Int?>(value: nil))
      let (replay, replayOptional) = (ReplayRelay<Int>.createUnbound(), ReplayRelay<Int?>.createUnbound())
      let one = Infallible.just(1)
      let object = Log()
      let subscriptions: [any Disposable] = [
        one.bind(to: subject), one.bind(to: optional), one.bind(to: publish), one.bind(to: publishOptional),
        one.bind(to: behavior), one.bind(to: behaviorOptional), one.bind(to: replay), one.bind(to: replayOptional),
        one.bind(onNext: { log.add("closure \($0)") }), one.bind(with: object) { $0.add("\($1)") },
      ]
      for subscription in subscriptions { subscription.dispose() }
      #expect(behavior.value == 1 && behaviorOptional.value == 1 && object.entries == ["1"])
      #expect(
        log.entries == [
          "next(1)", "completed", "next(Optional(1))", "completed", "relayed next(1)", "relayed next(Optional(1))",
          "closure 1",
        ])
      #expect(one.bind(to: { _ in 2 }) == 2)
      #expect(one.bind(to: { _ in { (number: Int) in number + 1 } }, curriedArgument: 2) == 3)
    }

    @Test("do calls its closures")
    func hooks() {
      let log = Log()
      let watched = Infallible.just(1).do(
        onNext: { log.add("on \($0)") }, afterNext: { log.add("after \($0)") }, onCompleted: { log.add("end") },
        onSubscribe: { log.add("subscribe") }, onDispose: { log.add("let go") })
      _ = watched.subscribe()
      #expect(log.entries == ["subscribe", "on 1", "after 1", "end", "let go"])
    }
  }
}
