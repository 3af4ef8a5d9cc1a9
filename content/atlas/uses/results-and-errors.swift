import RxSwift

struct NotFound: Error {}

func page(_ number: Int) -> Observable<String> {
  number == 2 ? .error(NotFound()) : .just("page \(number)")
}

let answers = Observable.of(1, 2, 3)
  .concatMap { number in page(number).materialize() }

_ = answers.compactMap { $0.element }.subscribe(onNext: { print("list: \($0)") })
_ = answers.compactMap { $0.error }.subscribe(onNext: { print("alert: \($0)") })
