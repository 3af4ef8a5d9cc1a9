import RxSwift

func page(_ number: Int) -> Observable<String> {
  Observable.deferred {
    print("asks for page \(number)")
    return .just("articles \(number * 10 - 9) to \(number * 10)")
  }
}

_ = Observable.range(start: 1, count: 3)
  .concatMap { number in page(number) }
  .subscribe(onNext: { print("shows \($0)") })
