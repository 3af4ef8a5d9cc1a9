import Foundation
import RxCocoa
import RxRelay
import RxSwift

// The traits, subjects, relays, disposables and schedulers, as programs for RxSwift write them. Nothing here is called.

private let queue = MainScheduler.instance

func singles(_ numbers: Observable<Int>, _ bag: DisposeBag, _ screen: NSObject) {
  let single: Single<Int> = .create { observer in
    observer(.success(1))
    observer(.failure(RxError.unknown))
    return Disposables.create()
  }
  let _: Single<Int> = Single<Int>.create(subscribe: { _ in Disposables.create() })
  let _: Single<Int> = .just(1)
  let _: Single<Int> = .just(1, scheduler: queue)
  let _: Single<Int> = .error(RxError.unknown)
  let _: Single<Int> = .never()
  let _: Single<Int> = .deferred { single }
  let _: Single<Int> = .timer(.seconds(1), scheduler: queue)
  let _: Single<Int> = .using({ BooleanDisposable() }, primitiveSequenceFactory: { _ in single })
  let _: Single<String> = single.map { "\($0)" }
  let _: Maybe<Int> = single.filter { $0 > 0 }
  let _: Maybe<Int> = single.compactMap { $0 }
  let _: Single<Int> = single.flatMap { .just($0) }
  let _: Maybe<Int> = single.flatMapMaybe { .just($0) }
  let _: Completable = single.flatMapCompletable { _ in .empty() }
  let _: Single<(Int, String)> = Single.zip(single, Single.just("a"))
  let _: Single<String> = .zip(single, single, single) { "\($0)\($1)\($2)" }
  let _: Single<Int> = Single.zip([single, single]) { $0.reduce(0, +) }
  let _: Single<[Int]> = Single.zip([single, single])
  let _: Single<Int> = single.catch { _ in single }
  let _: Single<Int> = single.catchAndReturn(1)
  let _: Single<Int> = single.retry(2)
  let _: Single<Int> = single.retry(when: { (errors: Observable<Error>) in errors })
  let _: Single<Int> = single.delay(.seconds(1), scheduler: queue)
  let _: Single<Int> = single.delaySubscription(.seconds(1), scheduler: queue)
  let _: Single<Int> = single.observe(on: queue).subscribe(on: queue).debug()
  let _: Single<Int> = single.timeout(.seconds(1), scheduler: queue)
  let _: Single<Int> = single.timeout(.seconds(1), other: single, scheduler: queue)
  let _: Single<Int> = single.do(
    onSuccess: { _ in }, afterSuccess: { _ in }, onError: { _ in }, afterError: { _ in }, onSubscribe: {},
    onSubscribed: {}, onDispose: {})
  let _: Maybe<Int> = single.asMaybe()
  let _: Completable = single.asCompletable()
  let _: Observable<Int> = single.asObservable()
  single.subscribe().disposed(by: bag)
  single.subscribe { result in print(result) }.disposed(by: bag)
  single.subscribe(onSuccess: { _ in }).disposed(by: bag)
  single.subscribe(onSuccess: { _ in }, onFailure: { _ in }, onDisposed: {}).disposed(by: bag)
  single.subscribe(with: screen, onSuccess: { _, _ in }, onFailure: { _, _ in }).disposed(by: bag)
}

func maybes(_ numbers: Observable<Int>, _ bag: DisposeBag, _ screen: NSObject) {
  let maybe: Maybe<Int> = .create { observer in
    observer(.success(1))
    observer(.completed)
    observer(.error(RxError.unknown))
    return Disposables.create()
  }
  let _: Maybe<Int> = .just(1, scheduler: queue)
  let _: Maybe<Int> = .empty()
  let _: Maybe<Int> = .error(RxError.unknown)
  let _: Maybe<Int> = .never()
  let _: Maybe<Int> = maybe.filter { $0 > 0 }.map { $0 }.compactMap { $0 }.flatMap { .just($0) }
  let _: Single<Int> = maybe.ifEmpty(default: 1)
  let _: Maybe<Int> = maybe.ifEmpty(switchTo: Maybe.just(1))
  let _: Single<Int> = maybe.ifEmpty(switchTo: Single.just(1))
  let _: Maybe<Int> = maybe.catchAndReturn(1)
  let _: Maybe<(Int, Int)> = Maybe.zip(maybe, maybe)
  let _: Maybe<Int> = Maybe.zip(maybe, maybe) { $0 + $1 }
  let _: Maybe<Int> = maybe.do(
    onNext: { _ in }, afterNext: { _ in }, onError: { _ in }, afterError: { _ in }, onCompleted: {},
    afterCompleted: {}, onSubscribe: {}, onSubscribed: {}, onDispose: {})
  maybe.subscribe { event in print(event) }.disposed(by: bag)
  maybe.subscribe(onSuccess: { _ in }, onError: { _ in }, onCompleted: {}, onDisposed: {}).disposed(by: bag)
  maybe.subscribe(with: screen, onSuccess: { _, _ in }, onCompleted: { _ in }).disposed(by: bag)
}

func completables(_ numbers: Observable<Int>, _ bag: DisposeBag, _ screen: NSObject) {
  let completable: Completable = .create { observer in
    observer(.completed)
    observer(.error(RxError.unknown))
    return Disposables.create()
  }
  let _: Completable = .empty()
  let _: Completable = .error(RxError.unknown)
  let _: Completable = .never()
  let _: Completable = completable.andThen(completable)
  let _: Single<Int> = completable.andThen(Single.just(1))
  let _: Single<Int> = completable.andThen(.just(1))
  let _: Maybe<Int> = completable.andThen(Maybe.just(1))
  let _: Observable<Int> = completable.andThen(numbers)
  let _: Completable = completable.concat(completable)
  let _: Completable = .concat(completable, completable)
  let _: Completable = Completable.concat([completable])
  let _: Completable = .zip(completable, completable)
  let _: Completable = Completable.zip([completable])
  let _: Completable = numbers.ignoreElements().asCompletable()
  let _: Completable = completable.do(
    onError: { _ in }, afterError: { _ in }, onCompleted: {}, afterCompleted: {}, onSubscribe: {}, onSubscribed: {},
    onDispose: {})
  completable.subscribe { event in print(event) }.disposed(by: bag)
  completable.subscribe(onCompleted: {}, onError: { _ in }, onDisposed: {}).disposed(by: bag)
  completable.subscribe(with: screen, onCompleted: { _ in }, onError: { _, _ in }).disposed(by: bag)
}

func infallibles(_ numbers: Observable<Int>, _ bag: DisposeBag, _ screen: NSObject) {
  let infallible: Infallible<Int> = .create { observer in
    observer(.next(1))
    observer(.completed)
    return Disposables.create()
  }
  let _: Infallible<Int> = .just(1)
  let _: Infallible<Int> = .of(1, 2)
  let _: Infallible<Int> = .from([1, 2])
  let _: Infallible<Int> = .empty()
  let _: Infallible<Int> = .never()
  let _: Infallible<Int> = .deferred { infallible }
  let _: Infallible<Int> = numbers.asInfallible(onErrorJustReturn: 1)
  let _: Infallible<Int> = numbers.asInfallible(onErrorFallbackTo: infallible)
  let _: Infallible<Int> = numbers.asInfallible(onErrorRecover: { _ in infallible })
  let _: Infallible<Int> = BehaviorRelay(value: 1).asInfallible()
  let _: Infallible<Int> = infallible.map { $0 }.filter { $0 > 0 }.compactMap { $0 }.distinctUntilChanged().share()
  let _: Infallible<Int> = infallible.flatMap { .just($0) as Infallible<Int> }
  let _: Infallible<(Int, Int)> = Infallible.combineLatest(infallible, infallible)
  let _: Infallible<Int> = .combineLatest(infallible, infallible) { $0 + $1 }
  let _: Infallible<Int> = Infallible.zip(infallible, infallible) { $0 + $1 }
  let _: Infallible<Int> = .merge(infallible, infallible)
  let _: Infallible<Int> = .concat(infallible, infallible)
  let _: Infallible<Int> = infallible.scan(0) { $0 + $1 }.startWith(1).take(2).debug()
  let _: Infallible<Int> = infallible.withLatestFrom(infallible) { $0 + $1 }
  let _: Driver<Int> = infallible.asDriver()
  infallible.subscribe { event in print(event) }.disposed(by: bag)
  infallible.subscribe(onNext: { _ in }, onCompleted: {}, onDisposed: {}).disposed(by: bag)
  infallible.subscribe(with: screen, onNext: { _, _ in }).disposed(by: bag)
  infallible.bind(to: PublishRelay<Int>()).disposed(by: bag)
  infallible.bind(onNext: { _ in }).disposed(by: bag)
}

func driversAndSignals(_ numbers: Observable<Int>, _ bag: DisposeBag, _ screen: NSObject) {
  let driver: Driver<Int> = numbers.asDriver(onErrorJustReturn: 1)
  let _: Driver<Int> = numbers.asDriver(onErrorDriveWith: .empty())
  let _: Driver<Int> = numbers.asDriver(onErrorRecover: { _ in .never() })
  let _: Driver<Int> = BehaviorRelay(value: 1).asDriver()
  let signal: Signal<Int> = numbers.asSignal(onErrorJustReturn: 1)
  let _: Signal<Int> = numbers.asSignal(onErrorSignalWith: .empty())
  let _: Signal<Int> = numbers.asSignal(onErrorRecover: { _ in .never() })
  let _: Signal<Int> = PublishRelay<Int>().asSignal()
  let _: Driver<(Int, Int)> = Driver.combineLatest(driver, driver)
  let _: Driver<Int> = Driver.combineLatest(driver, driver) { $0 + $1 }
  let _: Driver<[Int]> = Driver.combineLatest([driver, driver])
  let _: Driver<Int> = Driver.zip(driver, driver) { $0 + $1 }
  let _: Driver<Int> = Driver.merge(driver, driver)
  let _: Driver<Int> = driver.map { $0 }.filter { $0 > 0 }.compactMap { $0 }.distinctUntilChanged().skip(1)
  let _: Driver<Int> = driver.flatMapLatest { Driver.just($0) }.flatMapFirst { Driver.just($0) }
  let _: Driver<Int> = driver.throttle(.seconds(1)).throttle(.seconds(1), latest: false).debounce(.seconds(1))
  let _: Driver<Int> = driver.delay(.seconds(1)).scan(0) { $0 + $1 }.startWith(1).debug()
  let _: Driver<Int> = driver.withLatestFrom(driver) { $0 + $1 }
  let _: Driver<Int> = Driver<Int>.interval(.seconds(1))
  let _: Signal<Int> = signal.withUnretained(screen) { $1 }
  driver.drive().disposed(by: bag)
  driver.drive(onNext: { _ in }, onCompleted: {}, onDisposed: {}).disposed(by: bag)
  driver.drive(with: screen, onNext: { _, _ in }).disposed(by: bag)
  driver.drive(BehaviorRelay(value: 1)).disposed(by: bag)
  driver.drive(PublishSubject<Int>(), PublishSubject<Int>()).disposed(by: bag)
  driver.drive(Binder(screen) { _, _ in }).disposed(by: bag)
  signal.emit(onNext: { _ in }).disposed(by: bag)
  signal.emit(to: PublishRelay<Int>()).disposed(by: bag)
  signal.emit(with: screen, onNext: { _, _ in }).disposed(by: bag)
}

/// An app's own type that can be turned into a driver.
private struct Switch: SharedSequenceConvertibleType {
  typealias Element = Bool
  typealias SharingStrategy = DriverSharingStrategy

  func asSharedSequence() -> SharedSequence<DriverSharingStrategy, Bool> { .just(true) }
}

/// An app's own type that cannot fail.
private struct Counter: InfallibleType {
  func asObservable() -> Observable<Int> { .just(1) }
}

func sharedSequencesOfSeveralKinds(_ numbers: Observable<Int>) throws {
  let driver: Driver<Int> = numbers.asDriver(onErrorJustReturn: 1)
  let signal: Signal<String> = .just("a")
  let indicator = Switch()
  let _: Signal<Int> = Driver.of(Signal.just(1)).switchLatest()
  let _: Signal<Int> = Driver.of(Signal.just(1)).merge()
  let _: Signal<Int> = Driver.of(Signal.just(1)).merge(maxConcurrent: 1)
  let _: Driver<Int> = Signal.of(driver).switchLatest()
  let _: Driver<Int> = Driver.of(driver, driver).merge()
  let _: Signal<Int> = signal.withLatestFrom(driver)
  let _: Driver<String> = driver.withLatestFrom(signal)
  let _: Driver<Bool> = Driver.combineLatest(driver, driver, driver, indicator) { $0 + $1 + $2 > 0 && $3 }
  let _: Driver<(Int, Bool)> = Driver.combineLatest(driver, Switch())
  let _: Driver<(Int, Bool, Bool)> = Driver.zip(driver, Switch(), indicator)
  let _: Driver<Int> = Driver.zip(indicator, Switch()) { try $0 && $1 ? 1 : fail() }
  let combined = Driver.combineLatest(driver, driver, driver, driver, driver) { ($0, $1, $2, $3, $4) }
  let _: Driver<Int> = combined.map { $0.0 + $0.4 }
  let _: Driver<Int> = Driver.combineLatest(
    driver, driver, driver, driver, driver, driver, driver, driver
  ) { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 }
  let _: Driver<Int> = Driver.combineLatest(
    driver, driver, driver, driver, driver, driver, driver, driver, driver
  ) { first, _, _, _, _, _, _, _, ninth in first + ninth }
  let infallible = Infallible.just(1)
  let _: Infallible<Int> = .combineLatest(infallible, infallible) { try $0 > $1 ? 1 : fail() }
  let _: Infallible<Int> = .zip(infallible, Counter()) { try $0 > $1 ? 1 : fail() }
  let _: Infallible<(Int, Int)> = Infallible.combineLatest(infallible, Counter())
  let _: Infallible<(Int, Int, Int)> = Infallible.zip(infallible, Counter(), Counter())
}

private func fail() throws -> Int { throw RxError.unknown }

/// Functions that are generic over the sharing strategy.
private func both<Strategy, One: SharedSequenceConvertibleType, Two: SharedSequenceConvertibleType>(
  _ one: One, _ two: Two
) -> SharedSequence<Strategy, (One.Element, Two.Element)>
where One.SharingStrategy == Strategy, Two.SharingStrategy == Strategy {
  SharedSequence<Strategy, Any>.combineLatest(one, two)
}

func controls(_ texts: PublishSubject<String?>) {
  let event: ControlEvent<String?> = ControlEvent(events: texts)
  let _: Driver<String?> = event.asDriver()
  let _: Signal<String?> = event.asSignal()
  let property: ControlProperty<String?> = ControlProperty(values: texts, valueSink: texts)
  let _: ControlProperty<String> = property.orEmpty
  let _: ControlEvent<String?> = property.changed
  let _: Observable<Notification> = NotificationCenter.default.rx.notification(Notification.Name("a"))
  let _: Observable<Notification> = NotificationCenter.default.rx.notification(nil, object: NSObject())
}

func subjectsRelaysAndDisposables(_ bag: DisposeBag) throws {
  let publish = PublishSubject<Int>()
  publish.onNext(1)
  publish.on(.completed)
  let _: AnyObserver<String> = publish.mapObserver { Int($0) ?? 0 }
  let behavior = BehaviorSubject(value: 1)
  let _: Int = try behavior.value()
  let _: Bool = behavior.hasObservers
  let _: ReplaySubject<Int> = ReplaySubject.create(bufferSize: 1)
  let _: ReplaySubject<Int> = .createUnbounded()
  let _: AsyncSubject<Int> = AsyncSubject()
  let relay = BehaviorRelay(value: [Int]())
  relay.accept(relay.value + [1])
  let _: ReplayRelay<Int> = .createUnbound()
  let _: any Disposable = Disposables.create()
  let _: any Cancelable = Disposables.create { print("disposed") }
  let _: any Cancelable = Disposables.create(with: {})
  let _: any Cancelable = Disposables.create(publish.subscribe(), publish.subscribe())
  let _: any Cancelable = Disposables.create([publish.subscribe()])
  let composite = CompositeDisposable(publish.subscribe(), publish.subscribe())
  if let key = composite.insert(publish.subscribe()) { composite.remove(for: key) }
  let serial = SerialDisposable()
  serial.disposable = publish.subscribe()
  let assigned = SingleAssignmentDisposable()
  assigned.setDisposable(publish.subscribe())
  let counted = RefCountDisposable(disposable: assigned)
  counted.retain().disposed(by: bag)
  ScheduledDisposable(scheduler: queue, disposable: serial).disposed(by: bag)
}

func schedulers() {
  let _: any SchedulerType = MainScheduler.asyncInstance
  let _: any SchedulerType = ConcurrentMainScheduler.instance
  let _: any SchedulerType = SerialDispatchQueueScheduler(qos: .userInitiated)
  let _: any SchedulerType = SerialDispatchQueueScheduler(internalSerialQueueName: "a")
  let _: any SchedulerType = SerialDispatchQueueScheduler(queue: .global(), internalSerialQueueName: "a")
  let _: any SchedulerType = ConcurrentDispatchQueueScheduler(qos: .background)
  let _: any SchedulerType = ConcurrentDispatchQueueScheduler(queue: .global())
  let _: any ImmediateSchedulerType = OperationQueueScheduler(operationQueue: OperationQueue())
  let _: any SchedulerType = HistoricalScheduler()
  let _: any Disposable = queue.schedule(1) { _ in Disposables.create() }
  let _: any Disposable = queue.scheduleRelative(1, dueTime: .seconds(1)) { _ in Disposables.create() }
  let _: any Disposable = queue.schedulePeriodic(0, startAfter: .seconds(1), period: .seconds(1)) { $0 + 1 }
  let _: any Disposable = queue.scheduleRecursive(0) { state, recurse in recurse(state + 1) }
}
