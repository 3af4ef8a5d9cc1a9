import Foundation
import RxCocoa
import RxRelay
import RxSwift

// Every overload of `bind` and `subscribe`, for sequences that can fail and that cannot. Nothing here is called.

func bindingObservables(_ one: Observable<Int>, _ bag: DisposeBag, _ screen: NSObject) {
  one.bind(to: PublishSubject<Int?>(), PublishSubject<Int?>()).disposed(by: bag)
  one.bind(to: PublishRelay<Int>(), PublishRelay<Int>()).disposed(by: bag)
  one.bind(to: PublishRelay<Int?>()).disposed(by: bag)
  one.bind(to: BehaviorRelay(value: 1), BehaviorRelay(value: 1)).disposed(by: bag)
  one.bind(to: ReplayRelay<Int?>.createUnbound()).disposed(by: bag)
  one.bind(to: { $0.subscribe() }).disposed(by: bag)
  one.bind(
    to: { numbers in { (text: String) in numbers.map { "\($0)\(text)" }.subscribe() } }, curriedArgument: "a"
  ).disposed(by: bag)
  one.bind(with: screen, onNext: { _, _ in }).disposed(by: bag)
  one.subscribe(with: screen).disposed(by: bag)
  one.subscribe(with: screen, onError: { _, _ in }).disposed(by: bag)
  one.subscribe(onCompleted: {}).disposed(by: bag)
  one.subscribe(onDisposed: {}).disposed(by: bag)
}

func bindingInfallibles(_ one: Infallible<Int>, _ bag: DisposeBag, _ screen: NSObject) {
  one.bind(to: PublishSubject<Int>(), PublishSubject<Int>()).disposed(by: bag)
  one.bind(to: PublishSubject<Int?>()).disposed(by: bag)
  one.bind(to: PublishRelay<Int>(), PublishRelay<Int>()).disposed(by: bag)
  one.bind(to: PublishRelay<Int?>()).disposed(by: bag)
  one.bind(to: BehaviorRelay(value: 1)).disposed(by: bag)
  one.bind(to: BehaviorRelay<Int?>(value: nil)).disposed(by: bag)
  one.bind(to: ReplayRelay<Int>.createUnbound()).disposed(by: bag)
  one.bind(to: ReplayRelay<Int?>.createUnbound()).disposed(by: bag)
  one.bind(to: Binder(screen) { _, _ in }).disposed(by: bag)
  one.bind { $0.asObservable().subscribe() }.disposed(by: bag)
  one.bind(
    to: { numbers in { (text: String) in numbers.map { "\($0)\(text)" }.subscribe() } }, curriedArgument: "a"
  ).disposed(by: bag)
  one.bind(with: screen) { _, _ in }.disposed(by: bag)
  one.bind { _ in }.disposed(by: bag)
  one.subscribe().disposed(by: bag)
  one.subscribe(onNext: { _ in }).disposed(by: bag)
  one.subscribe(onCompleted: {}).disposed(by: bag)
  one.subscribe(with: screen, onNext: { _, _ in }, onCompleted: { _ in }, onDisposed: { _ in }).disposed(by: bag)
}

func subscribingToTraits(
  _ single: Single<Int>, _ maybe: Maybe<Int>, _ completable: Completable, _ bag: DisposeBag, _ screen: NSObject
) {
  single.subscribe(onFailure: { _ in }).disposed(by: bag)
  single.subscribe(with: screen).disposed(by: bag)
  single.subscribe(
    with: screen, onSuccess: { _, _ in }, onFailure: { _, _ in }, onDisposed: { _ in }
  ).disposed(by: bag)
  maybe.subscribe().disposed(by: bag)
  maybe.subscribe(onSuccess: { _ in }).disposed(by: bag)
  maybe.subscribe(with: screen).disposed(by: bag)
  maybe.subscribe(
    with: screen, onSuccess: { _, _ in }, onError: { _, _ in }, onCompleted: { _ in }, onDisposed: { _ in }
  ).disposed(by: bag)
  completable.subscribe().disposed(by: bag)
  completable.subscribe(onCompleted: {}).disposed(by: bag)
  completable.subscribe(with: screen).disposed(by: bag)
  completable.subscribe(
    with: screen, onCompleted: { _ in }, onError: { _, _ in }, onDisposed: { _ in }
  ).disposed(by: bag)
}

func operatorsOfTraits(_ single: Single<Int>, _ maybe: Maybe<Int>, _ completable: Completable) {
  let queue = MainScheduler.instance
  let _: Maybe<Int> = maybe.catch { _ in maybe }
  let _: Maybe<Int> = maybe.retry(when: { (errors: Observable<Error>) in errors })
  let _: Maybe<Int> = maybe.delay(.seconds(1), scheduler: queue).delaySubscription(.seconds(1), scheduler: queue)
  let _: Maybe<Int> = maybe.observe(on: queue).subscribe(on: queue).debug("maybe", trimOutput: true)
  let _: Maybe<Int> = maybe.timeout(.seconds(1), scheduler: queue)
  let _: Maybe<Int> = maybe.timeout(.seconds(1), other: maybe, scheduler: queue)
  let _: Maybe<Int> = .deferred { maybe }
  let _: Maybe<Int> = .timer(.seconds(1), scheduler: queue)
  let _: Maybe<Int> = .using({ BooleanDisposable() }, primitiveSequenceFactory: { _ in maybe })
  let _: Completable = completable.catch { _ in completable }
  let _: Completable = completable.retry(2)
  let _: Completable = completable.delay(.seconds(1), scheduler: queue).timeout(.seconds(1), scheduler: queue)
  let _: Completable = completable.observe(on: queue).subscribe(on: queue).debug()
  let _: Completable = .deferred { completable }
  let _: Completable = .concat(AnySequence([completable]))
  let _: Completable = .concat(AnyCollection([completable]))
  let _: Completable = .zip(AnyCollection([completable]))
  let _: Single<(NSObject, Int)> = single.map { (NSObject(), $0) }
  let _: Single<Int> = single.catchAndReturn(1)
  let _: Observable<Never> = completable.asObservable()
  let _: Single<Int> = maybe.asObservable().asSingle()
}
