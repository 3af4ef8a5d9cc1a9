import RxBlocking
import RxCocoa
import RxRelay
import RxSwift
import RxTest

// Every overload of RxTest and RxBlocking. Nothing here is called.

func virtualTimeOfTests() {
  let scheduler = TestScheduler(initialClock: 0)
  let _: TestScheduler = TestScheduler(initialClock: 0, resolution: 1, simulateProcessingDelay: false)
  let hot: TestableObservable<Int> = scheduler.createHotObservable([.next(210, 1), .error(220, RxError.unknown)])
  let cold: TestableObservable<Int> = scheduler.createColdObservable([.next(10, 1), .completed(20)])
  let observer: TestableObserver<Int> = scheduler.createObserver(Int.self)
  let _: TestableObserver<Int> = scheduler.start { hot }
  let _: TestableObserver<Int> = scheduler.start { cold.asObservable().map { $0 } }
  let _: TestableObserver<Int> = scheduler.start(disposed: 300) { hot.asObservable() }
  let _: TestableObserver<Int> = scheduler.start(created: 1, subscribed: 2, disposed: 3) { hot.asObservable() }
  scheduler.scheduleAt(300) { observer.onNext(1) }
  let _: [Recorded<Event<Int>>] = observer.events + hot.recordedEvents
  let _: [Subscription] = hot.subscriptions + [Subscription(200), Subscription(200, 300)]
  let _: [TestTime] = [TestScheduler.Defaults.created, TestScheduler.Defaults.subscribed]
  let _: TestTime = scheduler.clock + TestScheduler.Defaults.disposed + hot.subscriptions[0].unsubscribe
  scheduler.start()
  scheduler.advanceTo(400)
  let _: [Recorded<Event<Int>>] = Recorded.events(.next(1, 1), .completed(2))
  let _: [Recorded<Event<Int>>] = Recorded.events([.next(1, 1), .completed(2)])
  let _: Recorded<Event<Int>> = Recorded(time: 1, value: .next(1))
  let _: Recorded<Event<Int>> = .completed(1, Int.self)
  let _: Recorded<Event<Int>> = .error(1, RxError.unknown, Int.self)
  let _: Bool =
    Event.next(1) == .completed && MaybeEvent.success(1) == .completed && CompletableEvent.completed == .completed
}

func blocking(_ numbers: Observable<Int>, _ single: Single<Int>, _ completable: Completable) throws {
  let _: [Int] = try numbers.toBlocking().toArray()
  let _: Int? = try numbers.toBlocking(timeout: 1).first()
  let _: Int? = try numbers.toBlocking(timeout: nil).last()
  let _: Int = try numbers.toBlocking().single()
  let _: Int = try numbers.toBlocking().single { number in
    if number == 0 { throw RxError.unknown }
    return number > 1
  }
  switch numbers.toBlocking().materialize() {
  case .completed(let elements): print(elements)
  case .failed(let elements, let error): print(elements, error)
  }
  let _: Int = try single.toBlocking().single()
  let _: [Int] = try Maybe.just(1).toBlocking().toArray()
  let _: [Never] = try completable.toBlocking().toArray()
  let _: [Int] = try Driver.just(1).toBlocking().toArray()
  let _: [Int] = try Infallible.just(1).toBlocking().toArray()
  let _: Int? = try BehaviorRelay(value: 1).toBlocking().first()
}
