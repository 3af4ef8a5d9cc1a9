import Dispatch
import Foundation
import Rx
import RxCocoa
import RxRelay
import RxSwift

// Each operator, subject, relay, trait and scheduler of the engine at work, with values, an error and an end, on one
// thread and on several. The recording of this program is compared with a profiler's count of the calls.

struct Failure: Error {}

func use<Element>(_ sequence: Observable<Element>) {
  sequence.subscribe(onNext: { _ in }, onError: { _ in }, onCompleted: {}, onDisposed: {}).dispose()
  _ = sequence.take(1).subscribe { _ in }
}

let numbers = Observable.of(1, 2, 2, 3)
let letters = Observable.from(["a", "b"])
let failing = Observable<Int>.create { observer in
  observer.onNext(1)
  observer.onError(Failure())
  observer.onNext(2)
  return Disposables.create {}
}

// Creation
use(.just(1))
use(Observable.just(1, scheduler: CurrentThreadScheduler.instance))
use(numbers)
use(Observable.from(optional: 1))
use(Observable<Int>.empty())
use(Observable<Int>.never())
use(Observable<Int>.error(Failure()))
use(Observable.range(start: 0, count: 20))
use(failing)
use(Observable<Int>.using({ BooleanDisposable() }, observableFactory: { _ in numbers }))
use(Observable<Int>.using({ throw Failure() }, observableFactory: { (_: BooleanDisposable) in numbers }))

// One input
use(numbers.map { $0 * 2 })
use(numbers.map { _ -> Int in throw Failure() })
use(numbers.filter { $0 > 1 })
use(numbers.scan(0) { $0 + $1 })
use(numbers.scan(into: [Int]()) { $0.append($1) })
use(numbers.take(2))
use(numbers.distinctUntilChanged())
use(numbers.distinctUntilChanged { $0 % 2 })
use(numbers.distinctUntilChanged { $0 == $1 })
use(numbers.distinctUntilChanged(at: \.description))
use(numbers.startWith(0, 0))
use(failing.catch { _ in numbers })
use(failing.catchAndReturn(7))
use(numbers.share())
use(numbers.share(replay: 1))
use(numbers.share(replay: 3, scope: .forever))

// Several inputs
use(numbers.sample(letters))
use(numbers.sample(letters, defaultValue: 0))
use(numbers.withLatestFrom(letters))
use(numbers.withLatestFrom(failing) { $0 + $1 })
use(Observable.combineLatest(numbers, letters) { "\($0)\($1)" })
use(Observable.combineLatest(numbers, letters, failing))
use(Observable.combineLatest([numbers, numbers]))
use(Observable.zip(numbers, letters) { "\($0)\($1)" })
use(Observable.zip([numbers, failing]))
use(numbers.flatMap { Observable.of($0, $0) })
use(numbers.flatMapLatest { Observable.of($0, $0) })
use(Observable.of(numbers, failing).switchLatest())
use(Observable.of(numbers, numbers).merge())
use(Observable.merge(numbers, failing, numbers))

// Operators that leave out, pick and gather
use(numbers.compactMap { $0 > 1 ? $0 : nil })
use(numbers.do(onNext: { _ in }, afterNext: { _ in }, onCompleted: {}, onSubscribe: {}, onDispose: {}))
use(failing.do(onError: { _ in }))
use(numbers.skip(1))
use(numbers.skip(while: { $0 < 2 }))
use(numbers.skip(until: letters))
use(numbers.take(while: { $0 < 2 }, behavior: .inclusive))
use(numbers.take(until: { $0 == 2 }))
use(numbers.take(until: letters))
use(numbers.takeLast(2))
use(numbers.single())
use(numbers.single { $0 == 3 })
use(numbers.first().asObservable())
use(numbers.element(at: 1))
use(numbers.enumerated())
use(numbers.ignoreElements())
use(Observable<Int>.empty().ifEmpty(default: 1))
use(Observable<Int>.empty().ifEmpty(switchTo: numbers))
use(numbers.reduce(0) { $0 + $1 })
use(numbers.toArray().asObservable())
use(failing.materialize())
use(numbers.materialize().dematerialize())
use(Observable.repeatElement(1).take(3))
use(Observable.generate(initialState: 0, condition: { $0 < 3 }, iterate: { $0 + 1 }))
use(Observable<Int>.deferred { numbers })

// Sequences after and beside each other
use(numbers.concat(failing))
use(Observable.of(numbers, numbers).concat())
use(numbers.concatMap { Observable.of($0, $0) })
use(numbers.flatMapFirst { Observable.of($0, $0) })
use(Observable.of(numbers, failing).merge(maxConcurrent: 1))
use(Observable.amb([Observable.never(), numbers]))
use(failing.retry(2))
use(failing.retry { (errors: Observable<any Error>) in errors.take(1) })
use(Observable.catch(sequence: [failing, numbers]))
use(numbers.groupBy { $0 % 2 }.merge())
use(numbers.publish().refCount())
use(numbers.multicast({ PublishSubject<Int>() }, selector: { $0 }))
use(numbers.withUnretained(NSObject()).map { $1 })

// Subjects and relays
let publish = PublishSubject<Int>()
let behavior = BehaviorSubject(value: 0)
let replay = ReplaySubject<Int>.create(bufferSize: 2)
let late = AsyncSubject<Int>()
for subject in [publish.asObservable(), behavior.asObservable(), replay.asObservable(), late.asObservable()] {
  _ = subject.map { $0 + 1 }.subscribe(onNext: { _ in })
}
for number in 1...3 {
  publish.onNext(number)
  behavior.on(.next(number))
  replay.onNext(number)
  late.onNext(number)
}
_ = numbers.subscribe(publish)
behavior.onError(Failure())
replay.onCompleted()
late.onCompleted()
use(replay.asObservable())
let (publishRelay, behaviorRelay) = (PublishRelay<Int>(), BehaviorRelay(value: 0))
let replayRelay = ReplayRelay<Int>.create(bufferSize: 1)
use(behaviorRelay.asObservable())
_ = publishRelay.subscribe(onNext: { _ in })
publishRelay.accept(1)
behaviorRelay.accept(1)
replayRelay.accept(1)
use(replayRelay.asObservable())

// An operator of one's own, and a sequence of one's own
final class Twice<Element>: Operator<Element, Element> {}

final class TwiceSink<Element>: Sink<Element, Element> {
  override func on(next element: Element) {
    forwardOn(next: element)
    forwardOn(next: element)
  }
}

struct Countdown: ObservableType {
  typealias Element = Int

  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
    for number in [3, 2, 1] { observer.onNext(number) }
    observer.onCompleted()
    return Disposables.create()
  }
}

use(Twice(numbers, TwiceSink.init))
use(Countdown().asObservable())

// Schedulers and threads
func wait<Element>(for sequence: Observable<Element>) {
  let ended = DispatchSemaphore(value: 0)
  _ = sequence.subscribe(onError: { _ in ended.signal() }, onCompleted: { ended.signal() })
  ended.wait()
}

let serial = SerialDispatchQueueScheduler(internalSerialQueueName: "serial")
let concurrent = ConcurrentDispatchQueueScheduler(qos: .default)
wait(for: numbers.observe(on: serial))
wait(for: failing.observe(on: concurrent))
wait(for: numbers.subscribe(on: serial).map { $0 + 1 }.observe(on: concurrent))
wait(for: numbers.observe(on: OperationQueueScheduler(operationQueue: OperationQueue())))
wait(for: Observable<Int>.interval(.milliseconds(2), scheduler: serial).take(3))
wait(for: Observable<Int>.timer(.milliseconds(2), scheduler: concurrent))
wait(for: numbers.delay(.milliseconds(2), scheduler: serial))
wait(for: numbers.delaySubscription(.milliseconds(2), scheduler: serial))
wait(for: numbers.debounce(.milliseconds(2), scheduler: serial))
wait(for: numbers.throttle(.milliseconds(2), scheduler: serial))
wait(for: Observable<Int>.never().timeout(.milliseconds(2), other: numbers, scheduler: serial))
wait(for: numbers.take(for: .seconds(2), scheduler: serial))
wait(for: numbers.skip(.milliseconds(2), scheduler: serial))
wait(for: numbers.buffer(timeSpan: .seconds(2), count: 2, scheduler: serial))
wait(for: numbers.window(timeSpan: .seconds(2), count: 2, scheduler: serial).merge())

// Traits
use(Completable.empty().andThen(numbers.asSingle()).asObservable())
use(Single.zip(Single.just(1), Single.just(2)) { $0 + $1 }.asObservable())
use(numbers.asMaybe().asObservable())
use(failing.asInfallible(onErrorJustReturn: 7).map { $0 + 1 }.asObservable())
_ = Single.just(1).subscribe(onSuccess: { _ in })
_ = numbers.bind(to: publishRelay)
let indicator = ActivityIndicator()
_ = indicator.drive(onNext: { _ in })
wait(for: numbers.trackActivity(indicator).observe(on: serial))
_ = numbers.asDriver(onErrorJustReturn: 0).map { $0 + 1 }.drive(onNext: { _ in })
for _ in 0..<20 { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01)) }
