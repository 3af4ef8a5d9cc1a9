import Foundation
import RxCocoa
import RxRelay
import RxSwift

// Every closure that may throw, with a closure that throws. Nothing here is called.

private func fail<Result>() throws -> Result { throw RxError.unknown }

func observablesOfWhatThrows(_ one: Observable<Int>) {
  let _: Observable<String> = one.map { _ in try fail() }
  let _: Observable<Int> = one.filter { _ in try fail() }
  let _: Observable<String> = one.compactMap { _ -> String? in try fail() }
  let _: Observable<Int> = one.flatMap { _ -> Observable<Int> in try fail() }
  let _: Observable<Int> = one.flatMapFirst { _ -> Observable<Int> in try fail() }
  let _: Observable<Int> = one.flatMapLatest { _ -> Observable<Int> in try fail() }
  let _: Observable<Int> = one.concatMap { _ -> Observable<Int> in try fail() }
  let _: Observable<Int> = one.scan(0) { _, _ in try fail() }
  let _: Observable<[Int]> = one.scan(into: []) { _, _ in try fail() }
  let _: Observable<Int> = one.reduce(0) { _, _ in try fail() }
  let _: Observable<String> = one.reduce(0, accumulator: { _, _ in try fail() }, mapResult: { _ in try fail() })
  let _: Observable<GroupedObservable<String, Int>> = one.groupBy { _ in try fail() }
  let _: Observable<Int> = one.distinctUntilChanged { _ -> String in try fail() }
  let _: Observable<Int> = one.distinctUntilChanged { _, _ in try fail() }
  let _: Observable<Int> = one.distinctUntilChanged({ _ -> String in try fail() }, comparer: { _, _ in try fail() })
  let _: Observable<Int> = one.skip(while: { _ in try fail() })
  let _: Observable<Int> = one.take(while: { _ in try fail() }, behavior: .inclusive)
  let _: Observable<Int> = one.take(until: { _ in try fail() }, behavior: .inclusive)
  let _: Observable<Int> = one.single { _ in try fail() }
  let _: Observable<Int> = one.do(
    onNext: { _ in try fail() }, afterNext: { _ in try fail() }, onError: { _ in try fail() },
    afterError: { _ in try fail() }, onCompleted: { try fail() }, afterCompleted: { try fail() }, onSubscribe: {},
    onSubscribed: {}, onDispose: {})
  let _: Observable<Int> = one.catch { _ in try fail() }
  let _: Observable<Int> = one.withLatestFrom(one) { _, _ in try fail() }
  let _: Observable<Int> = one.multicast({ try fail() as PublishSubject<Int> }, selector: { _ in try fail() })
  let _: Observable<Int> = .deferred { try fail() }
  let _: Observable<Int> = .using({ try fail() as BooleanDisposable }, observableFactory: { _ in try fail() })
  let _: Observable<Int> = .generate(initialState: 0, condition: { _ in try fail() }, iterate: { _ in try fail() })
  let _: Observable<Int> = Observable.combineLatest([one]) { _ in try fail() }
  let _: Observable<Int> = Observable.zip([one]) { _ in try fail() }
}

func traitsOfWhatThrows(_ single: Single<Int>, _ maybe: Maybe<Int>, _ completable: Completable) {
  let _: Single<String> = single.map { _ in try fail() }
  let _: Maybe<Int> = single.filter { _ in try fail() }
  let _: Maybe<String> = single.compactMap { _ in try fail() }
  let _: Single<String> = single.flatMap { _ in try fail() }
  let _: Maybe<String> = single.flatMapMaybe { _ in try fail() }
  let _: Completable = single.flatMapCompletable { _ in try fail() }
  let _: Single<Int> = single.catch { _ in try fail() }
  let _: Single<Int> = single.do(
    onSuccess: { _ in try fail() }, afterSuccess: { _ in try fail() }, onError: { _ in try fail() },
    afterError: { _ in try fail() })
  let _: Single<Int> = .deferred { try fail() }
  let _: Single<Int> = .using({ try fail() as BooleanDisposable }, primitiveSequenceFactory: { _ in try fail() })
  let _: Single<Int> = Single.zip([single]) { _ in try fail() }
  let _: Maybe<String> = maybe.map { _ in try fail() }
  let _: Maybe<Int> = maybe.filter { _ in try fail() }
  let _: Maybe<String> = maybe.compactMap { _ in try fail() }
  let _: Maybe<String> = maybe.flatMap { _ in try fail() }
  let _: Maybe<Int> = maybe.do(
    onNext: { _ in try fail() }, afterNext: { _ in try fail() }, onError: { _ in try fail() },
    afterError: { _ in try fail() }, onCompleted: { try fail() }, afterCompleted: { try fail() })
  let _: Completable = completable.do(
    onError: { _ in try fail() }, afterError: { _ in try fail() }, onCompleted: { try fail() },
    afterCompleted: { try fail() })
  let _: Completable = .deferred { try fail() }
}

func infalliblesOfWhatThrows(_ one: Infallible<Int>) {
  let _: Infallible<Int> = .deferred { try fail() }
  let _: Infallible<Int> = one.distinctUntilChanged { _ -> String in try fail() }
  let _: Infallible<Int> = one.distinctUntilChanged { _, _ in try fail() }
  let _: Infallible<Int> = one.distinctUntilChanged({ _ -> String in try fail() }, comparer: { _, _ in try fail() })
  let _: Infallible<Int> = one.take(until: { _ in try fail() }, behavior: .inclusive)
  let _: Infallible<Int> = one.take(while: { _ in try fail() })
  let _: Infallible<Int> = one.skip(while: { _ in try fail() })
  let _: Infallible<Int> = one.withLatestFrom(one) { _, _ in try fail() }
  let _: Infallible<Int> = one.do(
    onNext: { _ in try fail() }, afterNext: { _ in try fail() }, onCompleted: { try fail() },
    afterCompleted: { try fail() })
}

func driversOfWhatThrows(_ one: Driver<Int>) {
  let _: Driver<Int> = Driver.zip([one]) { _ in try fail() }
  let _: Driver<Int> = Driver.combineLatest([one]) { _ in try fail() }
}
