import RxCocoa
import RxRelay
import RxSwift

let disposeBag = DisposeBag()

final class Search {
  let query = PublishRelay<String>()
  let results = BehaviorRelay<[String]>(value: [])
  private let bag = DisposeBag()
  private(set) var letters = 0

  init() {
    query.distinctUntilChanged().flatMapLatest { text in
      text.isEmpty ? Observable.error(RxError.noElements) : .just([text, text + "!"])
    }.retry(2).catchAndReturn([]).bind(to: results).disposed(by: bag)
    query.withUnretained(self).subscribe(onNext: { owner, text in owner.letters += text.count }).disposed(by: bag)
  }
}

let search = Search()
for text in ["a", "a", "", "bc"] { search.query.accept(text) }
print(search.results.value, search.letters)

Single<Int>.create { single in
  single(.success(1))
  return Disposables.create()
}
.flatMap { .just("\($0 + 1)") }
.subscribe(onSuccess: { print("single", $0) }, onFailure: { print($0) })
.disposed(by: disposeBag)
Single.zip(Single.just(1), Single.just("b")).subscribe(onSuccess: { print($0, $1) }).disposed(by: disposeBag)
Observable.from([1, 2, 3]).flatMap { _ in Completable.empty() }.asCompletable()
  .andThen(Observable.just("saved"))
  .subscribe(onNext: { print($0) })
  .disposed(by: disposeBag)
Observable.of(1, 2, 3, 4)
  .groupBy { $0 % 2 }
  .flatMap { group in group.reduce(0, accumulator: +).map { "\(group.key): \($0)" } }
  .subscribe(onNext: { print($0) })
  .disposed(by: disposeBag)
var attempts = 0
Observable<Int>.deferred {
  attempts += 1
  return attempts < 3 ? .error(RxError.timeout) : .just(attempts)
}
.retry(when: { errors in
  errors.enumerated().flatMap { attempt, error -> Observable<Int> in attempt < 3 ? .just(attempt) : .error(error) }
})
.subscribe(onNext: { print("attempts", $0) })
.disposed(by: disposeBag)
Observable.of("1", "x", "2").compactMap(Int.init).take(while: { $0 < 3 }).scan(into: [Int]()) { $0.append($1) }
  .takeLast(1)
  .do(onNext: { print("last", $0) }, onCompleted: { print("end") })
  .toArray()
  .subscribe(onSuccess: { print($0) })
  .disposed(by: disposeBag)
let numbers = Observable.of(1, 2).replay(1)
numbers.subscribe(onNext: { print("replayed", $0) }).disposed(by: disposeBag)
numbers.connect().disposed(by: disposeBag)
