import Foundation
import RxCocoa
import RxRelay
import RxSwift

// Every overload that `Infallible` has. Nothing here is called.

private let queue = MainScheduler.instance

func makingInfallibles(_ one: Infallible<Int>, _ numbers: Observable<Int>) {
  let _: Infallible<Int> = .just(1, scheduler: queue)
  let _: Infallible<Int> = .of(1, 2, scheduler: queue)
  let _: Infallible<Int> = .from([1, 2], scheduler: queue)
  let _: Infallible<Int> = .from(Set([1, 2]))
  let _: Infallible<Int> = Infallible.from(1...3, scheduler: queue)
  let _: Infallible<Int> = .deferred {
    if Bool.random() { throw RxError.unknown }
    return one
  }
  let _: Infallible<Int> = Infallible<Int>.create(subscribe: { _ in Disposables.create() })
  let _: Infallible<Int> = Infallible.merge([one, one])
  let _: Infallible<Int> = Infallible.merge(Set([1]).map { Infallible.just($0) }.lazy.map { $0 })
  let _: Infallible<Int> = Infallible.concat([one, one])
  let _: Infallible<Int> = Infallible.concat(AnySequence([one, one]))
  let _: Infallible<Int> = Infallible.concat(AnyCollection([one, one]))
  let _: Infallible<Int> = Infallible.combineLatest([one, one]) { $0.reduce(0, +) }
  let _: Infallible<[Int]> = Infallible.combineLatest([one, one])
  let _: Infallible<Int> = Infallible.combineLatest(AnyCollection([one, one])) { numbers in
    if numbers.isEmpty { throw RxError.noElements }
    return numbers[0]
  }
  let _: Infallible<Int> = numbers.asInfallible(onErrorJustReturn: 0)
  let _: Infallible<Int> = ReplayRelay<Int>.create(bufferSize: 1).asInfallible()
  let _: Infallible<Int> = PublishRelay<Int>().asInfallible()
  let _: Infallible<Int> = Driver.just(1).asInfallible()
  let _: Infallible<Int> = Signal.just(1).asInfallible()
}

func operatorsOfInfallibles(_ one: Infallible<Int>, _ text: Infallible<String>, _ numbers: Observable<Int>) {
  let _: Infallible<Int> = one.distinctUntilChanged { $0 / 10 }
  let _: Infallible<Int> = one.distinctUntilChanged { $0 == $1 }
  let _: Infallible<Int> = one.distinctUntilChanged({ $0 / 10 }, comparer: { $0 == $1 })
  let _: Infallible<String> = text.distinctUntilChanged(at: \.count)
  let _: Infallible<Int> = one.debounce(.seconds(1), scheduler: queue)
  let _: Infallible<Int> = one.throttle(.seconds(1), scheduler: queue)
  let _: Infallible<Int> = one.throttle(.seconds(1), latest: false, scheduler: queue)
  let _: Infallible<String> = one.flatMap { _ in text }
  let _: Infallible<Int> = one.flatMap { _ in numbers }
  let _: Infallible<Int> = one.flatMap { Single.just($0) }
  let _: Infallible<Int> = one.flatMapLatest { Driver.just($0) }
  let _: Infallible<Int> = one.flatMapFirst { _ in numbers }
  let _: Infallible<Int> = one.concatMap { _ in numbers }
  let _: Infallible<Int> = one.concat(one)
  let _: Infallible<Int> = one.concat(numbers)
  let _: Infallible<[Int]> = one.scan(into: []) { $0.append($1) }
  let _: Infallible<Int> = one.scan(0, accumulator: +)
  let _: Infallible<Int> = one.startWith(1)
  let _: Infallible<Int> = one.take(1)
  let _: Infallible<Int> = one.take(for: .seconds(1), scheduler: queue)
  let _: Infallible<Int> = one.take(until: text)
  let _: Infallible<Int> = one.take(until: numbers)
  let _: Infallible<Int> = one.take(until: { $0 > 1 })
  let _: Infallible<Int> = one.take(until: { $0 > 1 }, behavior: .inclusive)
  let _: Infallible<Int> = one.take(while: { $0 > 1 })
  let _: Infallible<Int> = one.take(while: { $0 > 1 }, behavior: .inclusive)
  let _: Infallible<Int> = one.skip(while: { $0 > 1 })
  let _: Infallible<Int> = one.skip(until: numbers)
  let _: Infallible<Int> = one.share(replay: 1, scope: .forever)
  let _: Infallible<Int> = one.observe(on: queue).subscribe(on: queue)
  let _: Infallible<Int> = one.debug("one", trimOutput: true, file: "", line: 1, function: "")
  let _: Infallible<Int> = one.do(onNext: { print($0) })
  let _: Infallible<Int> = one.do(
    onNext: { _ in throw RxError.unknown }, afterNext: { _ in }, onCompleted: {}, afterCompleted: {}, onSubscribe: {},
    onSubscribed: {}, onDispose: {})
  let _: Infallible<String> = one.withLatestFrom(text)
  let _: Infallible<String> = one.withLatestFrom(text, resultSelector: { "\($0)\($1)" })
  let _: Infallible<String> = one.withLatestFrom(text) { number, text in
    if number == 0 { throw RxError.unknown }
    return text
  }
  let _: Infallible<(NSObject, Int)> = one.withUnretained(NSObject())
  let _: Infallible<Int> = one.withUnretained(NSObject()) { $1 }
  let _: Driver<Int> = one.asDriver()
  let _: Observable<Int> = one.asObservable()
}
