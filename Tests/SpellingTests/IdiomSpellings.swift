import Foundation
import RxCocoa
import RxRelay
import RxSwift

// Calls for which the compiler has to infer the overload and the types, as articles write them. Nothing here is
// called.

private struct User: Equatable {
  var name = ""
  var age: Int?
}

private final class Model: ReactiveCompatible {
  let users = BehaviorRelay<[User]>(value: [])
  let query = PublishRelay<String>()
  let isLoading = BehaviorRelay(value: false)
  let bag = DisposeBag()
  var title = ""

  func load(_ query: String) -> Single<[User]> {
    Single.create { single in
      single(.success([]))
      return Disposables.create { self.title = query }
    }
  }

  func save(_ user: User) -> Completable { .empty() }

  func bind() {
    query
      .debounce(.milliseconds(300), scheduler: MainScheduler.instance)
      .distinctUntilChanged()
      .filter { !$0.isEmpty }
      .flatMapLatest { [weak self] query -> Observable<[User]> in
        guard let self else { return .empty() }
        return self.load(query).asObservable().catchAndReturn([])
      }
      .observe(on: MainScheduler.asyncInstance)
      .do(onNext: { [weak self] _ in self?.isLoading.accept(false) })
      .bind(to: users)
      .disposed(by: bag)
    users.map(\.count).map(String.init).bind(to: rx.title).disposed(by: bag)
    users.flatMap { Observable.from($0) }.concatMap(save).subscribe().disposed(by: bag)
    query.flatMapLatest(load).subscribe(onNext: { [weak self] in self?.users.accept($0) }).disposed(by: bag)
    query.withLatestFrom(users) { ($0, $1) }.subscribe(onNext: { query, users in print(query, users) })
      .disposed(by: bag)
    query.withLatestFrom(Observable.combineLatest(users, isLoading)) { ($0, $1.0, $1.1) }
      .subscribe(onNext: { print($0.0, $0.1, $0.2) }).disposed(by: bag)
    Observable.combineLatest(users, isLoading) { !$0.isEmpty && !$1 }
      .asDriver(onErrorJustReturn: false).drive(onNext: { print($0) }).disposed(by: bag)
    Driver.combineLatest(users.asDriver(), isLoading.asDriver()).map { $0.isEmpty || $1 }
      .drive(isLoading).disposed(by: bag)
    query.asSignal().map { $0.uppercased() }.emit(to: query).disposed(by: bag)
  }
}

extension Reactive where Base: Model {
  fileprivate var loading: Binder<Bool> { Binder(base) { model, isLoading in model.isLoading.accept(isLoading) } }
  fileprivate var names: Driver<[String]> { base.users.asDriver().map { $0.map(\.name) } }
}

func closuresWithoutTypes(_ numbers: Observable<Int>, _ texts: Observable<String?>, _ bag: DisposeBag) {
  numbers.subscribe { event in
    switch event {
    case .next(let number): print(number)
    case .error(let error): print(error)
    case .completed: print("completed")
    }
  }.disposed(by: bag)
  numbers.asSingle().subscribe {
    switch $0 {
    case .success(let number): print(number)
    case .failure(let error): print(error)
    }
  }.disposed(by: bag)
  numbers.toArray().map { $0.count }.subscribe(onSuccess: { print($0) }).disposed(by: bag)
  numbers.scan([]) { $0 + [$1] }.subscribe(onNext: { print($0.count) }).disposed(by: bag)
  numbers.enumerated().filter { $0.index > 0 }.map { $0.element }.bind(onNext: { print($0) }).disposed(by: bag)
  numbers.reduce(0, accumulator: +).map(Double.init).subscribe(onNext: { print($0) }).disposed(by: bag)
  numbers.materialize().map { $0.event.element }.compactMap { $0 }.subscribe().disposed(by: bag)
  numbers.groupBy { $0 % 2 == 0 }.flatMap { group in group.map { (group.key, $0) } }.subscribe().disposed(by: bag)
  numbers.zip2(texts).map { number, text in "\(number)\(text ?? "")" }.subscribe().disposed(by: bag)
  texts.compactMap { $0 }.map { $0.count }.distinctUntilChanged(==).subscribe().disposed(by: bag)
  texts.catchAndReturn(nil).startWith(nil).asDriver(onErrorJustReturn: nil).drive(onNext: { print($0 ?? "") })
    .disposed(by: bag)
  texts.retry { errors in errors.enumerated().flatMap { $0.index < 3 ? Observable.just(1) : .error($0.element) } }
    .subscribe().disposed(by: bag)
  Observable.merge(numbers.map { _ in }, texts.map { _ in () }).subscribe(onNext: { print("any") }).disposed(by: bag)
  Observable.of(numbers, numbers.map { $0 + 1 }).merge().buffer(
    timeSpan: .seconds(1), count: 10, scheduler: MainScheduler.instance
  ).filter { !$0.isEmpty }.subscribe().disposed(by: bag)
  let _: Single<Void> = Single.create {
    $0(.success(()))
    return Disposables.create()
  }
  let _: Completable = .create { completable in
    completable(.completed)
    return Disposables.create(with: { print("disposed") })
  }
}

/// Uses the tuple of a joining call in the same expression.
func partsOfTuples(
  _ one: Observable<Int>, _ text: Observable<String>, _ single: Single<Int>, _ maybe: Maybe<Int>,
  _ infallible: Infallible<Int>, _ driver: Driver<Int>
) {
  _ = text.withLatestFrom(Observable.combineLatest(one, text)).subscribe(onNext: { print($0.0, $0.1) })
  _ = text.withLatestFrom(Observable.zip(one, text)) { ($0, $1.0, $1.1) }.subscribe(onNext: { print($0.0, $0.2) })
  _ = text.flatMapLatest { _ in Observable.zip(one, text) }.subscribe(onNext: { print($0.0, $0.1) })
  _ = Observable.combineLatest(one, Observable.zip(one, text)).subscribe(onNext: { print($0.0, $0.1.1) })
  _ = Observable.combineLatest(one, Observable.zip(one, text)) { ($0, $1.0) }.subscribe(onNext: { print($0.1) })
  _ = Observable.merge(Observable.zip(one, text), Observable.zip(one, text)).subscribe(onNext: { print($0.1) })
  _ = Observable.combineLatest(one, text, one).filter { $0.2 > 0 }.map { $0.1 }.subscribe(onNext: { print($0) })
  _ = text.skip(until: Observable.zip(one, text)).sample(Observable.combineLatest(one, text)).subscribe()
  _ = single.flatMap { Single.zip(single, .just($0)) }.map { $0.0 + $0.1 }.subscribe()
  _ = Maybe.zip(maybe, maybe, Maybe.just("")).map { $0.2 }.subscribe(onSuccess: { print($0) })
  _ = text.withLatestFrom(Infallible.zip(infallible, infallible)) { ($0, $1.0) }.subscribe(onNext: { print($0.1) })
  _ = infallible.withLatestFrom(Infallible.combineLatest(infallible, infallible)).map { $0.1 }.subscribe()
  _ = driver.withLatestFrom(Driver.combineLatest(driver, driver)) { ($0, $1.0) }.drive(onNext: { print($0.1) })
}

extension ObservableType {
  /// A program's own operator, composed of others.
  fileprivate func zip2<Other: ObservableType>(_ other: Other) -> Observable<(Element, Other.Element)> {
    Observable.zip(self, other)
  }
}

extension ObservableType where Element == Bool {
  func negated() -> Observable<Bool> { map(!) }
}

extension PrimitiveSequence where Trait == SingleTrait {
  func mapped<Result>(_ transform: @escaping (Element) -> Result) -> Single<Result> { map(transform) }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy, Element == Int {
  func doubled() -> Driver<Int> { map { $0 * 2 } }
}
