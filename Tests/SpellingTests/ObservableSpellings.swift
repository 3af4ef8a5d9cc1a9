import Foundation
import RxCocoa
import RxRelay
import RxSwift

// Every overload as programs for RxSwift write it: with all labels, with and without default arguments, with trailing
// closures. The test is that this compiles: nothing here is called.

private typealias Numbers = Observable<Int>
private let queue = MainScheduler.instance

func makingSequences(_ numbers: Observable<Int>, _ texts: Observable<String>) {
  let _: Observable<Int> = Observable.create { observer in
    observer.onNext(1)
    observer.on(.completed)
    return Disposables.create()
  }
  let _: Observable<Int> = .empty()
  let _: Observable<Int> = .never()
  let _: Observable<Int> = .error(RxError.unknown)
  let _: Observable<Int> = .just(1)
  let _: Observable<Int> = .just(1, scheduler: CurrentThreadScheduler.instance)
  let _: Observable<Int> = .of(1, 2)
  let _: Observable<Int> = Observable.of(1, 2, scheduler: queue)
  let _: Observable<Int> = .from([1, 2])
  let _: Observable<Int> = .from([1, 2], scheduler: queue)
  let _: Observable<Int> = Observable.from(Set([1]))
  let _: Observable<Int> = Observable.from(1...3, scheduler: queue)
  let _: Observable<Int> = .from(optional: Int("1"))
  let _: Observable<Int> = .from(optional: 1, scheduler: queue)
  let _: Observable<Int> = .range(start: 1, count: 3)
  let _: Observable<Int> = .range(start: 1, count: 3, scheduler: queue)
  let _: Observable<Int> = .repeatElement(1)
  let _: Observable<Int> = .repeatElement(1, scheduler: queue)
  let _: Observable<Int> = .generate(initialState: 0, condition: { $0 < 3 }, iterate: { $0 + 1 })
  let _: Observable<Int> = .generate(initialState: 0, condition: { $0 < 3 }, scheduler: queue, iterate: { $0 + 1 })
  let _: Observable<Int> = .deferred { numbers }
  let _: Observable<Int> = .using({ BooleanDisposable() }, observableFactory: { _ in numbers })
  let _: Observable<Int> = Observable<Int>.interval(.seconds(1), scheduler: queue)
  let _: Observable<Int64> = .timer(.milliseconds(1), scheduler: queue)
  let _: Observable<Int> = .timer(.milliseconds(1), period: .seconds(1), scheduler: queue)
}

func joiningSequences(_ numbers: Observable<Int>, _ texts: Observable<String>, _ flags: PublishRelay<Bool>) {
  let _: Observable<Int> = .amb([numbers, numbers])
  let _: Observable<Int> = numbers.amb(numbers)
  let _: Observable<Int> = .merge(numbers, numbers)
  let _: Observable<Int> = .merge([numbers, numbers])
  let _: Observable<Int> = Observable.merge([numbers, numbers].lazy.map { $0.map { $0 } })
  let _: Observable<Int> = Observable.of(numbers, numbers).merge()
  let _: Observable<Int> = Observable.of(numbers, numbers).merge(maxConcurrent: 2)
  let _: Observable<Int> = .concat(numbers, numbers)
  let _: Observable<Int> = .concat([numbers, numbers])
  let _: Observable<Int> = Observable.concat(AnySequence([numbers]))
  let _: Observable<Int> = numbers.concat(numbers)
  let _: Observable<Int> = Observable.of(numbers, numbers).concat()
  let _: Observable<String> = Observable.combineLatest(numbers, texts) { "\($0)\($1)" }
  let _: Observable<String> = .combineLatest(numbers, texts, flags, resultSelector: { "\($0)\($1)\($2)" })
  let _: Observable<(Int, String)> = Observable.combineLatest(numbers, texts)
  let _: Observable<(Int, String, Bool)> = Observable.combineLatest(numbers, texts, flags)
  let _: Observable<(Int, Int, Int, Int, Int, Int, Int, Int)> = Observable.combineLatest(
    numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers)
  let _: Observable<Int> = Observable.combineLatest([numbers, numbers]) { $0.reduce(0, +) }
  let _: Observable<[Int]> = Observable.combineLatest([numbers, numbers])
  let _: Observable<String> = Observable.zip(numbers, texts) { "\($0)\($1)" }
  let _: Observable<String> = .zip(numbers, texts, flags, resultSelector: { "\($0)\($1)\($2)" })
  let _: Observable<(Int, String)> = Observable.zip(numbers, texts)
  let _: Observable<(Int, Int, Int, Int, Int, Int, Int, Int)> = Observable.zip(
    numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers)
  let _: Observable<Int> = Observable.zip([numbers, numbers]) { $0.reduce(0, +) }
  let _: Observable<[Int]> = Observable.zip([numbers, numbers])
  let _: Observable<String> = numbers.withLatestFrom(texts)
  let _: Observable<String> = numbers.withLatestFrom(texts) { "\($0)\($1)" }
  let _: Observable<String> = numbers.withLatestFrom(texts, resultSelector: { $1 })
  let _: Observable<Int> = numbers.sample(texts)
  let _: Observable<Int> = numbers.sample(texts, defaultValue: 0)
  let _: Observable<Int> = numbers.startWith(1)
  let _: Observable<Int> = numbers.startWith(1, 2)
}

func transformingElements(_ numbers: Observable<Int>, _ data: Observable<Data>) {
  let _: Observable<String> = numbers.map { "\($0)" }
  let _: Observable<String> = numbers.map(String.init)
  let _: Observable<Int> = numbers.map { try $0 < 0 ? { throw RxError.overflow }() : $0 }
  let _: Observable<Int> = numbers.compactMap { $0 == 0 ? nil : $0 }
  let _: Observable<Int> = numbers.flatMap { Observable.just($0) }
  let _: Observable<Int> = numbers.flatMap { Single.just($0) }
  let _: Observable<Int> = numbers.flatMapFirst { _ in numbers }
  let _: Observable<Int> = numbers.flatMapLatest { _ in numbers }
  let _: Infallible<Int> = numbers.flatMapLatest { Infallible.just($0) }
  let _: Observable<Int> = numbers.concatMap { _ in numbers }
  let _: Observable<Int> = numbers.map { _ in numbers }.switchLatest()
  let _: Observable<Int> = numbers.scan(0) { $0 + $1 }
  let _: Observable<Int> = numbers.scan(0, accumulator: +)
  let _: Observable<[Int]> = numbers.scan(into: []) { $0.append($1) }
  let _: Observable<Int> = numbers.reduce(0, accumulator: +)
  let _: Observable<Int> = numbers.reduce(0) { $0 + $1 }
  let _: Observable<String> = numbers.reduce(0, accumulator: +, mapResult: { "\($0)" })
  let _: Observable<(index: Int, element: Int)> = numbers.enumerated()
  let _: Observable<Event<Int>> = numbers.materialize()
  let _: Observable<Int> = numbers.materialize().dematerialize()
  let _: Single<[Int]> = numbers.toArray()
  let _: Observable<GroupedObservable<Bool, Int>> = numbers.groupBy { $0 > 0 }
  let _: Observable<GroupedObservable<Bool, Int>> = numbers.groupBy(keySelector: { $0 > 0 })
  let _: Observable<[Int]> = data.decode(type: [Int].self, decoder: JSONDecoder())
  let _: Observable<[Int]> = data.decode(type: [Int].self, decoder: PropertyListDecoder())
  let _: Observable<[Int]> = numbers.buffer(timeSpan: .seconds(1), count: 2, scheduler: queue)
  let _: Observable<Observable<Int>> = numbers.window(timeSpan: .seconds(1), count: 2, scheduler: queue)
}

func choosingElements(_ numbers: Observable<Int>, _ other: PublishSubject<Void>) {
  let _: Observable<Int> = numbers.filter { $0 > 0 }
  let _: Observable<Never> = numbers.ignoreElements()
  let _: Observable<Int> = numbers.distinctUntilChanged()
  let _: Observable<Int> = numbers.distinctUntilChanged { $0 / 10 }
  let _: Observable<Int> = numbers.distinctUntilChanged { $0 == $1 }
  let _: Observable<Int> = numbers.distinctUntilChanged({ $0 / 10 }, comparer: { $0 == $1 })
  let _: Observable<Int> = numbers.distinctUntilChanged(at: \.magnitude)
  let _: Observable<Int> = numbers.element(at: 1)
  let _: Single<Int?> = numbers.first()
  let _: Observable<Int> = numbers.single()
  let _: Observable<Int> = numbers.single { $0 > 0 }
  let _: Observable<Int> = numbers.skip(1)
  let _: Observable<Int> = numbers.skip(.seconds(1), scheduler: queue)
  let _: Observable<Int> = numbers.skip(until: other)
  let _: Observable<Int> = numbers.skip(while: { $0 > 0 })
  let _: Observable<Int> = numbers.skip { $0 > 0 }
  let _: Observable<Int> = numbers.take(1)
  let _: Observable<Int> = numbers.take(for: .seconds(1), scheduler: queue)
  let _: Observable<Int> = numbers.take(until: other)
  let _: Observable<Int> = numbers.take(until: { $0 > 0 })
  let _: Observable<Int> = numbers.take(until: { $0 > 0 }, behavior: .inclusive)
  let _: Observable<Int> = numbers.take(while: { $0 > 0 })
  let _: Observable<Int> = numbers.take(while: { $0 > 0 }, behavior: .exclusive)
  let _: Observable<Int> = numbers.takeLast(1)
  let _: Observable<Int> = numbers.ifEmpty(default: 1)
  let _: Observable<Int> = numbers.ifEmpty(switchTo: numbers)
  let _: Observable<Int> = numbers.debounce(.milliseconds(300), scheduler: queue)
  let _: Observable<Int> = numbers.throttle(.milliseconds(300), scheduler: queue)
  let _: Observable<Int> = numbers.throttle(.milliseconds(300), latest: false, scheduler: queue)
}

func errorsTimeAndThreads(_ numbers: Observable<Int>) {
  let _: Observable<Int> = numbers.catch { _ in numbers }
  let _: Observable<Int> = numbers.catchAndReturn(1)
  let _: Observable<Int> = .catch(sequence: [numbers, numbers])
  let _: Observable<Int> = numbers.retry()
  let _: Observable<Int> = numbers.retry(3)
  let _: Observable<Int> = numbers.retry { (errors: Observable<Error>) in errors.take(2) }
  let _: Observable<Int> = numbers.retry(when: { (errors: Observable<RxError>) in errors })
  let _: Observable<Int> = numbers.retry(when: { errors in
    errors.enumerated().flatMap { _, _ in Observable<Int>.timer(.seconds(1), scheduler: queue) }
  })
  let _: Observable<Int> = numbers.delay(.seconds(1), scheduler: queue)
  let _: Observable<Int> = numbers.delaySubscription(.seconds(1), scheduler: queue)
  let _: Observable<Int> = numbers.timeout(.seconds(1), scheduler: queue)
  let _: Observable<Int> = numbers.timeout(.seconds(1), other: numbers, scheduler: queue)
  let _: Observable<Int> = numbers.observe(on: MainScheduler.instance)
  let _: Observable<Int> = numbers.subscribe(on: ConcurrentDispatchQueueScheduler(qos: .background))
  let _: Observable<Int> = numbers.debug()
  let _: Observable<Int> = numbers.debug("numbers", trimOutput: true)
  let _: Observable<Int> = numbers.debug("numbers", trimOutput: true, file: "", line: 1, function: "")
  let _: Observable<Int> = numbers.do(onNext: { print($0) })
  let _: Observable<Int> = numbers.do { print($0) }
  let _: Observable<Int> = numbers.do(
    onNext: { _ in }, afterNext: { _ in }, onError: { _ in }, afterError: { _ in }, onCompleted: {},
    afterCompleted: {}, onSubscribe: {}, onSubscribed: {}, onDispose: {})
}

func sharingSequences(_ numbers: Observable<Int>, _ subject: PublishSubject<Int>) {
  let _: Observable<Int> = numbers.share()
  let _: Observable<Int> = numbers.share(replay: 1)
  let _: Observable<Int> = numbers.share(replay: 1, scope: .forever)
  let connectable: ConnectableObservable<Int> = numbers.publish()
  let _: any Disposable = connectable.connect()
  let _: Observable<Int> = numbers.replay(1).refCount()
  let _: ConnectableObservable<Int> = numbers.replayAll()
  let _: ConnectableObservable<Int> = numbers.multicast(subject)
  let _: ConnectableObservable<Int> = numbers.multicast(makeSubject: { ReplaySubject<Int>.create(bufferSize: 1) })
  let _: ConnectableObservable<Int> = numbers.multicast { PublishSubject<Int>() }
  let _: Observable<Int> = numbers.multicast({ PublishSubject<Int>() }, selector: { $0.map { $0 } })
}

func subscribing(_ numbers: Observable<Int>, _ bag: DisposeBag, _ screen: NSObject) {
  numbers.subscribe().disposed(by: bag)
  numbers.subscribe { event in print(event) }.disposed(by: bag)
  numbers.subscribe(onNext: { print($0) }).disposed(by: bag)
  numbers.subscribe(onNext: { _ in }, onError: { _ in }, onCompleted: {}, onDisposed: {}).disposed(by: bag)
  numbers.subscribe(onError: { _ in }).disposed(by: bag)
  numbers.subscribe(with: screen, onNext: { screen, number in print(screen, number) }).disposed(by: bag)
  numbers.subscribe(
    with: screen, onNext: { _, _ in }, onError: { _, _ in }, onCompleted: { _ in }, onDisposed: { _ in }
  ).disposed(by: bag)
  numbers.subscribe(AnyObserver<Int> { _ in }).disposed(by: bag)
  numbers.bind(onNext: { _ in }).disposed(by: bag)
  numbers.bind { _ in }.disposed(by: bag)
  numbers.bind(with: screen) { _, _ in }.disposed(by: bag)
  numbers.bind(to: PublishRelay<Int>()).disposed(by: bag)
  numbers.bind(to: BehaviorRelay<Int?>(value: nil)).disposed(by: bag)
  numbers.bind(to: ReplayRelay<Int>.create(bufferSize: 1)).disposed(by: bag)
  numbers.bind(to: PublishSubject<Int>(), PublishSubject<Int>()).disposed(by: bag)
  numbers.bind(to: Binder(screen) { _, _ in }).disposed(by: bag)
  numbers.bind(to: Binder(screen, scheduler: CurrentThreadScheduler.instance) { _, _ in }).disposed(by: bag)
  let _: Observable<Int> = numbers.bind { $0.map { $0 } }
  let _: Observable<(NSObject, Int)> = numbers.withUnretained(screen)
  let _: Observable<String> = numbers.withUnretained(screen) { "\($0)\($1)" }
  bag.insert(numbers.subscribe(), numbers.subscribe())
  bag.insert([numbers.subscribe()])
  bag.insert {
    numbers.subscribe()
    numbers.subscribe()
  }
  _ = DisposeBag(disposing: numbers.subscribe(), numbers.subscribe())
  _ = DisposeBag(disposing: [numbers.subscribe()])
  _ = DisposeBag {
    numbers.subscribe()
  }
}

func values(_ numbers: Observable<Int>, _ stream: AsyncStream<Int>) async throws {
  for try await number in numbers.values { print(number) }
  for await number in numbers.asInfallible(onErrorJustReturn: 0).values { print(number) }
  let _: Int = try await numbers.asSingle().value
  let _: Int? = try await numbers.asMaybe().value
  try await numbers.ignoreElements().asCompletable().value
  let _: Observable<Int> = stream.asObservable()
  let _: Single<Int> = .create { await Task { 1 }.value }
  let _: Single<Int> = .create(detached: true, priority: .high) { 1 }
}

@MainActor func valuesOnTheMainActor(_ numbers: Observable<Int>) async {
  for await number in numbers.asDriver(onErrorJustReturn: 0).values { print(number) }
  for await number in numbers.asSignal(onErrorJustReturn: 0).values { print(number) }
}
