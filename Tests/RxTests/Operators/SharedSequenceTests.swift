import Dispatch
import Rx
import RxTest
import Testing

extension EngineTests {
  /// On the main queue a driver delivers at once, so these tests use virtual time, too. Actions that a delivery
  /// schedules on the main scheduler wait for their turn in the queue.
  @Suite("SharedSequence, Driver") @MainActor struct SharedSequenceTests {
    let scheduler = TestScheduler(initialClock: 0)

    func numbers(_ end: Recorded<Event<Int>>) -> TestableObservable<Int> {
      scheduler.createHotObservable([.next(210, 1), .next(220, 2), end])
    }

    func drive(_ driver: Driver<Int>, _ from: TestTime, _ to: TestTime = 1000) -> TestableObserver<Int> {
      let observer = scheduler.createObserver(Int.self)
      let subscription = SingleAssignmentDisposable()
      scheduler.scheduleAt(from) { subscription.setDisposable(driver.drive(observer)) }
      scheduler.scheduleAt(to) { subscription.dispose() }
      return observer
    }

    @Test("all observers share one subscription; a new one gets the latest element")
    func sharing() {
      let numbers = numbers(.completed(230))
      let driver = numbers.asDriver(onErrorJustReturn: -1)
      let (first, second) = (drive(driver, 200), drive(driver, 215))
      scheduler.start()
      #expect(first.events == [.next(210, 1), .next(220, 2), .completed(230)])
      #expect(second.events == [.next(215, 1), .next(220, 2), .completed(230)])
      #expect(numbers.subscriptions == [Subscription(200, 230)])
    }

    @Test("it does not fail: an element or another driver replaces the error")
    func errors() async {
      let failed: Recorded<Event<Int>> = .error(230, TestError.first)
      var recovered: [any Error] = []
      let drivers = [
        numbers(failed).asDriver(onErrorJustReturn: 9), numbers(failed).asDriver(onErrorDriveWith: .just(9)),
        numbers(failed).asDriver(onErrorRecover: { error in
          recovered.append(error)
          return .just(9)
        }),
      ]
      let observers = drivers.map { drive($0, 200) }
      scheduler.advanceTo(500)
      #expect(observers[0].events == [.next(210, 1), .next(220, 2), .next(230, 9), .completed(230)])
      await mainQueueSettles()
      for observer in observers {
        #expect(observer.events.map(\.value) == [.next(1), .next(2), .next(9), .completed])
      }
      #expect(recovered as? [TestError] == [.first])
    }

    @Test("the input is disposed with the last observer; the next one connects again, and no elements are kept")
    func disposal() {
      let numbers = numbers(.completed(230))
      let driver = numbers.asDriver(onErrorJustReturn: -1)
      let (first, second) = (drive(driver, 200, 215), drive(driver, 216, 225))
      scheduler.start()
      #expect(first.events == [.next(210, 1)] && second.events == [.next(220, 2)])
      #expect(numbers.subscriptions == [Subscription(200, 215), Subscription(216, 225)])
    }

    @Test("operators of drivers are drivers, with the same elements as the operators of sequences")
    func operators() async {
      let driver = numbers(.completed(230)).asDriver(onErrorJustReturn: -1)
      let observers = [
        driver.map { $0 * 10 }, driver.filter { $0 > 1 }, driver.scan(10) { $0 + $1 }, driver.startWith(7),
        driver.distinctUntilChanged(), driver.distinctUntilChanged { _ in 0 }, driver.distinctUntilChanged { $0 > $1 },
        driver.flatMap { .just($0 + 1) }, driver.flatMapLatest { .just($0 + 1) },
        driver.withLatestFrom(Driver.just(3)), driver.withLatestFrom(Driver.just(3)) { $0 * $1 },
      ].map { drive($0, 200) }
      scheduler.advanceTo(500)
      await mainQueueSettles()
      #expect(
        observers.map(\.elements) == [
          [10, 20], [2], [11, 13], [7, 1, 2], [1, 2], [1], [1, 2], [2, 3], [2, 3], [3, 3], [3, 6],
        ])
      for observer in observers { #expect(observer.events.last?.value == .completed) }
    }

    @Test("empty drivers, drivers of one element, drivers that never end")
    func sources() {
      let observers = [Driver<Int>.empty(), .just(1), .never()].map { drive($0, 200) }
      scheduler.start()
      #expect(observers.map(\.events) == [[.completed(200)], [.next(200, 1), .completed(200)], []])
    }

    @Test("a relay as a driver, and a driver into relays and closures")
    func relays() {
      let (source, target) = (BehaviorRelay(value: 1), BehaviorRelay(value: 0))
      let log = Log()
      let subscriptions = Disposables.create(
        source.asDriver().drive(target),
        source.asDriver().drive(onNext: { log.add("\($0)") }, onDisposed: { log.add("disposed") }))
      source.accept(2)
      #expect(target.value == 2 && log.entries == ["1", "2"])
      subscriptions.dispose()
      source.accept(3)
      #expect(target.value == 2 && log.entries == ["1", "2", "disposed"])
    }

    @Test("an action that was cancelled while it waited does not delay the main scheduler: the next runs at once")
    func cancelledActions() async {
      let log = Log()
      _ = MainScheduler.instance.schedule(()) { _ in
        MainScheduler.instance.schedule(()) { _ in
          log.add("cancelled")
          return Disposables.create()
        }.dispose()
        return Disposables.create()
      }
      await mainQueueSettles()
      _ = MainScheduler.instance.schedule(()) { _ in
        log.add("at once")
        return Disposables.create()
      }
      #expect(log.entries == ["at once"])
    }

    @Test("`of` sends each observer all elements, even a late one")
    func of() async {
      let driver = Driver.of(1, 2)
      let log = Log()
      for name in ["a", "b"] {
        await withCheckedContinuation { done in
          _ = driver.drive(onNext: { log.add("\(name)\($0)") }, onCompleted: { done.resume() })
        }
      }
      #expect(log.entries == ["a1", "a2", "b1", "b2"])
    }

    @Test("driving off the main thread stops the program")
    func wrongThread() async {
      await #expect(processExitsWith: .failure) {
        await Task.detached { _ = Driver.just(1).drive(onNext: { _ in }) }.value
      }
    }
  }
}
