import Foundation
import RxCocoa
import RxRelay
import RxSwift

// Every overload that `Driver` and `Signal` have. Nothing here is called.

private let queue = MainScheduler.instance

func makingDrivers(_ one: Driver<Int>, _ numbers: Observable<Int>) {
  let _: Driver<Int> = .empty()
  let _: Driver<Int> = .never()
  let _: Driver<Int> = .just(1)
  let _: Driver<Int> = .of(1, 2)
  let _: Driver<Int> = .from([1, 2])
  let _: Driver<Int> = .from(Set([1, 2]))
  let _: Driver<Int> = Driver.from(optional: Int("1"))
  let _: Driver<Int> = .deferred { one }
  let _: Driver<Int> = .timer(.seconds(1), period: .seconds(1))
  let _: Signal<Int> = .interval(.seconds(1))
  let _: Driver<Int> = Driver.merge([one, one])
  let _: Driver<Int> = Driver.merge(AnyCollection([one, one]))
  let _: Driver<Int> = Driver.merge(one, one)
  let _: Driver<Int> = Driver.concat([one, one])
  let _: Driver<Int> = Driver.concat(AnySequence([one]))
  let _: Driver<Int> = Driver.concat(AnyCollection([one]))
  let _: Driver<[Int]> = Driver.zip([one, one])
  let _: Driver<Int> = Driver.zip([one, one]) { $0.reduce(0, +) }
  let _: Driver<[Int]> = Driver.combineLatest(AnyCollection([one, one]))
  let _: Driver<Int> = Driver.combineLatest([one, one]) { $0.reduce(0, +) }
  let _: Driver<Int> = numbers.asSharedSequence(onErrorJustReturn: 1)
  let _: Signal<Int> = numbers.asSharedSequence(sharingStrategy: SignalSharingStrategy.self, onErrorJustReturn: 1)
  let _: Signal<Int> = numbers.asSharedSequence(onErrorDriveWith: .empty())
  let _: Driver<Int> = numbers.asSharedSequence(onErrorRecover: { _ in one })
  let _: Driver<Int> = one.asDriver()
  let _: Signal<Int> = one.asSignal(onErrorJustReturn: 1)
  let _: Driver<Int> = one.asSharedSequence()
  let _: Observable<Int> = one.asObservable()
  let _: Driver<Int> = Single.just(1).asDriver(onErrorJustReturn: 0)
  let _: Driver<Int> = Infallible.just(1).asDriver()
  let _: Signal<Int> = PublishRelay<Int>().asSignal()
  let _: Driver<Int> = ReplayRelay<Int>.createUnbound().asDriver(onErrorJustReturn: 1)
}

func operatorsOfDrivers(_ one: Driver<Int>, _ text: Signal<String>, _ screen: NSObject) {
  let _: Driver<Int> = one.distinctUntilChanged { $0 / 10 }
  let _: Driver<Int> = one.distinctUntilChanged { $0 == $1 }
  let _: Driver<Int> = one.distinctUntilChanged({ $0 / 10 }, comparer: { $0 == $1 })
  let _: Driver<Int> = one.flatMap { .just($0) }
  let _: Signal<String> = one.flatMap { _ in text }
  let _: Signal<String> = one.flatMapLatest { _ in text }
  let _: Signal<String> = one.flatMapFirst { _ in text }
  let _: Driver<Int> = one.do(onNext: { print($0) })
  let _: Driver<Int> = one.do(
    onNext: { _ in }, afterNext: { _ in }, onCompleted: {}, afterCompleted: {}, onSubscribe: {}, onSubscribed: {},
    onDispose: {})
  let _: Driver<Int> = one.debug("one", trimOutput: true, file: "", line: 1, function: "")
  let _: Driver<Int> = one.scan(0, accumulator: +)
  let _: Signal<String> = text.withLatestFrom(text, resultSelector: { "\($0)\($1)" })
  let _: Driver<Int> = one.skip(1).startWith(0).delay(.seconds(1))
  let _: Signal<(NSObject, String)> = text.withUnretained(screen)
  let _: Signal<Int> = text.withUnretained(screen) { $1.count }
}

func listeningToDrivers(_ one: Driver<Int>, _ bag: DisposeBag, _ screen: NSObject) {
  let (number, optional) = (PublishSubject<Int>(), PublishSubject<Int?>())
  one.drive(number, number).disposed(by: bag)
  one.drive(optional, optional).disposed(by: bag)
  one.drive(BehaviorRelay(value: 1), BehaviorRelay(value: 1)).disposed(by: bag)
  one.drive(BehaviorRelay<Int?>(value: nil)).disposed(by: bag)
  one.drive(ReplayRelay<Int>.createUnbound(), ReplayRelay<Int>.createUnbound()).disposed(by: bag)
  one.drive(ReplayRelay<Int?>.createUnbound()).disposed(by: bag)
  one.drive { $0.subscribe() }.disposed(by: bag)
  one.drive({ numbers in { (text: String) in numbers.map { "\($0)\(text)" }.subscribe() } }, curriedArgument: "a")
    .disposed(by: bag)
  one.drive(onNext: { _ in }).disposed(by: bag)
  one.drive(onCompleted: {}).disposed(by: bag)
  one.drive(onDisposed: {}).disposed(by: bag)
  one.drive(with: screen).disposed(by: bag)
  one.drive(with: screen, onNext: { _, _ in }, onCompleted: { _ in }, onDisposed: { _ in }).disposed(by: bag)
}

func listeningToSignals(_ one: Signal<Int>, _ bag: DisposeBag, _ screen: NSObject) {
  let (number, optional) = (PublishSubject<Int>(), PublishSubject<Int?>())
  one.emit().disposed(by: bag)
  one.emit(to: number, number).disposed(by: bag)
  one.emit(to: optional, optional).disposed(by: bag)
  one.emit(to: Binder(screen) { _, _ in }).disposed(by: bag)
  one.emit(to: BehaviorRelay(value: 1), BehaviorRelay(value: 1)).disposed(by: bag)
  one.emit(to: BehaviorRelay<Int?>(value: nil)).disposed(by: bag)
  one.emit(to: PublishRelay<Int>(), PublishRelay<Int>()).disposed(by: bag)
  one.emit(to: PublishRelay<Int?>()).disposed(by: bag)
  one.emit(to: ReplayRelay<Int>.createUnbound()).disposed(by: bag)
  one.emit(to: ReplayRelay<Int?>.createUnbound()).disposed(by: bag)
  one.emit(onNext: { _ in }, onCompleted: {}, onDisposed: {}).disposed(by: bag)
  one.emit(with: screen).disposed(by: bag)
  one.emit(with: screen, onNext: { _, _ in }, onCompleted: { _ in }, onDisposed: { _ in }).disposed(by: bag)
}

func virtualTimeForDrivers(_ scheduler: HistoricalScheduler) {
  SharingScheduler.mock(scheduler: scheduler) {}
  SharingScheduler.mock(scheduler: scheduler, action: {})
  SharingScheduler.mock(makeScheduler: { scheduler }, action: {})
  let _: any SchedulerType = SharingScheduler.make()
  let _: any SchedulerType = DriverSharingStrategy.scheduler
  let _: Observable<Int> = SignalSharingStrategy.share(Observable.just(1))
}

func controlsOfViews(_ texts: PublishSubject<String>, _ property: ControlProperty<String>, _ bag: DisposeBag) {
  let event = ControlEvent(events: texts)
  event.subscribe(onNext: { _ in }).disposed(by: bag)
  let _: ControlEvent<String> = event.asControlEvent()
  let _: ControlProperty<String> = property.asControlProperty()
  let _: AnyObserver<String> = property.asObserver()
  let _: Observable<String> = property.asObservable()
  let _: Driver<String> = property.asDriver()
  texts.bind(to: property).disposed(by: bag)
  property.onNext("a")
  property.on(.completed)
}
