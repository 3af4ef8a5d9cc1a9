import Foundation
import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("withUnretained, subscribe(with:), bind, drive, decode") struct BindingTests {
    final class Screen {
      var titles: [String] = []
    }

    let scheduler = TestScheduler(initialClock: 0)

    @Test("withUnretained: each element comes with the object; the first after it was freed completes the sequence")
    func withUnretained() {
      var screen: Screen? = Screen()
      let names = scheduler.createHotObservable([.next(210, "a"), .next(220, "b"), .next(230, "c")])
      let paired = names.withUnretained(screen!)
      let combined = names.withUnretained(screen!) { screen, name in screen.titles.count + name.count }
      let second = scheduler.createObserver(Int.self)
      _ = combined.subscribe(second)
      scheduler.scheduleAt(215) { screen = nil }
      let observer = scheduler.start { paired.map { screen, name in "\(screen.titles.count)\(name)" } }
      #expect(observer.events == [.next(210, "0a"), .completed(220)])
      #expect(second.events == [.next(210, 1), .completed(220)])
      #expect(names.subscriptions == [Subscription(0, 220), Subscription(200, 220)])
    }

    @Test("withUnretained: completes, fails and unsubscribes with its input, and does not keep the object")
    func withUnretainedEnds() throws {
      let screen = Screen()
      OneInput { $0.withUnretained(screen) { $1 } }.expectAll()
      let trace = try trace { _ = Observable.just(1).withUnretained(screen) { $1 }.subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "WithUnretained#1 subscribe", "WithUnretained#1 run", "Just#1 subscribe",
          "WithUnretainedSink#1 forwardOn next 1", "AnonymousObserver#1 onCore next 1",
          "WithUnretainedSink#1 forwardOn completed", "AnonymousObserver#1 onCore completed",
        ])
    }

    @Test("subscribe(with:): each closure is called with the object, until it is freed")
    func subscribeWith() {
      var screen: Screen? = Screen()
      let kept = screen!.titles
      let log = Log()
      let subject = PublishSubject<String>()
      weak let weakScreen = screen
      _ = subject.subscribe(
        with: screen!, onNext: { screen, name in screen.titles.append(name) },
        onCompleted: { log.add("completed \($0.titles)") }, onDisposed: { log.add("disposed \($0.titles)") })
      subject.onNext("a")
      #expect(kept == [] && weakScreen?.titles == ["a"])
      subject.onCompleted()
      #expect(log.entries == [#"completed ["a"]"#, #"disposed ["a"]"#])
      let second = PublishSubject<String>()
      _ = second.subscribe(with: screen!, onNext: { _, name in log.add(name) }, onError: { log.add("\($1)") })
      screen = nil
      #expect(weakScreen == nil)
      second.onNext("too late")
      second.onError(TestError.first)
      #expect(log.entries.count == 2)
    }

    /// RxSwift drops the error.
    @Test("subscribe(with:): an error that no closure handles reaches the default handler")
    func subscribeWithUnhandled() {
      let screen = Screen()
      let before = Hooks.defaultErrorHandler
      defer { Hooks.defaultErrorHandler = before }
      let log = Log()
      Hooks.defaultErrorHandler = { _, error in log.add("\(error)") }
      _ = Observable<Int>.error(TestError.first).subscribe(with: screen, onNext: { _, _ in })
      #expect(log.entries == ["first"])
    }

    @Test("bind(to:) sends all events to observers, also to observers of optional elements")
    func bindToObservers() {
      let log = Log()
      let subjects = (0..<2).map { _ in PublishSubject<Int>() }
      for (index, subject) in subjects.enumerated() { _ = subject.subscribe { log.add("\(index) \($0)") } }
      let optional = PublishSubject<Int?>()
      _ = optional.subscribe { log.add("\($0)") }
      _ = Observable.just(1).bind(to: subjects[0], subjects[1])
      _ = Observable.just(1).bind(to: optional)
      #expect(
        log.entries == [
          "0 next(1)", "1 next(1)", "0 completed", "1 completed", "next(Optional(1))", "completed",
        ])
    }

    @Test("bind(to:) sends the elements to relays, which do not end")
    func bindToRelays() {
      let (publish, behavior, replay) = (
        PublishRelay<Int>(), BehaviorRelay(value: 0), ReplayRelay<Int>.create(bufferSize: 1)
      )
      let (publishOptional, behaviorOptional, replayOptional) = (
        PublishRelay<Int?>(), BehaviorRelay<Int?>(value: nil), ReplayRelay<Int?>.create(bufferSize: 1)
      )
      let log = Log()
      _ = publish.subscribe { log.add($0) }
      _ = publishOptional.subscribe { log.add($0) }
      let one = Observable.just(1)
      _ = one.bind(to: publish)
      _ = one.bind(to: publishOptional)
      for disposable in [one.bind(to: behavior), one.bind(to: behaviorOptional)] { disposable.dispose() }
      for disposable in [one.bind(to: replay), one.bind(to: replayOptional)] { disposable.dispose() }
      _ = replay.subscribe { log.add($0) }
      _ = replayOptional.subscribe { log.add($0) }
      #expect(log.entries == ["next(1)", "next(Optional(1))", "next(1)", "next(Optional(1))"])
      #expect(behavior.value == 1 && behaviorOptional.value == 1)
    }

    @Test("bind(onNext:) and bind(with:onNext:) call a closure with each element")
    func bindClosures() {
      let log = Log()
      _ = Observable.of("a", "b").bind(onNext: { log.add($0) })
      var screen: Screen? = Screen()
      let subject = PublishSubject<String>()
      let subscription = subject.bind(with: screen!) { screen, title in
        screen.titles.append(title)
        log.add("\(screen.titles)")
      }
      subject.onNext("c")
      screen = nil
      subject.onNext("d")
      subscription.dispose()
      #expect(log.entries == ["a", "b", #"["c"]"#])
    }

    @Test("bind(to:) a function passes the sequence to it")
    func bindToFunctions() {
      let log = Log()
      let numbers = Observable.of(1, 2)
      numbers.bind(to: { source in _ = source.subscribe { log.add($0) } })
      let sum = numbers.bind(to: { _ in { (start: Int) in start + 1 } }, curriedArgument: 10)
      #expect(log.entries == ["next(1)", "next(2)", "completed"] && sum == 11)
    }

    #if DEBUG
      @Test("an error in a binding to a closure or a relay stops a debug build")
      func bindingFails() async {
        await #expect(processExitsWith: .failure) {
          _ = Observable<Int>.error(RxError.unknown).bind(onNext: { _ in })
        }
        await #expect(processExitsWith: .failure) {
          _ = Observable<Int>.error(RxError.unknown).bind(to: PublishRelay<Int>())
        }
      }
    #endif

    @Test("all forms of drive send the driver's elements") @MainActor
    func drive() {
      let driver = BehaviorRelay(value: 1).asDriver()
      let log = Log()
      let (behavior, optional) = (BehaviorRelay(value: 0), BehaviorRelay<Int?>(value: nil))
      let (replay, replayOptional) = (
        ReplayRelay<Int>.create(bufferSize: 1), ReplayRelay<Int?>.create(bufferSize: 1)
      )
      let subject = PublishSubject<Int?>()
      _ = subject.subscribe { log.add($0) }
      let screen = Screen()
      let subscriptions: [any Disposable] = [
        driver.drive(behavior), driver.drive(optional), driver.drive(replay), driver.drive(replayOptional),
        driver.drive(subject), driver.drive(with: screen, onNext: { log.add("with \($0.titles.count) \($1)") }),
        driver.drive { source in source.subscribe { log.add("function \($0)") } },
      ]
      _ = replay.subscribe { log.add("replayed \($0)") }
      let sum = driver.drive({ _ in { (start: Int) in start + 1 } }, curriedArgument: 10)
      for subscription in subscriptions { subscription.dispose() }
      #expect(behavior.value == 1 && optional.value == 1 && sum == 11)
      #expect(log.entries == ["next(Optional(1))", "with 0 1", "function next(1)", "replayed next(1)"])
    }

    @Test("decode makes values from data, and fails if data cannot be decoded")
    func decode() {
      let texts = Observable.of("[1, 2]", "no")
      let decoded = texts.map { Data($0.utf8) }.decode(type: [Int].self, decoder: JSONDecoder())
      let log = Log()
      _ = decoded.subscribe(onNext: { log.add("\($0)") }, onError: { log.add("\(type(of: $0))") })
      #expect(log.entries == ["[1, 2]", "DecodingError"])
    }
  }
}
