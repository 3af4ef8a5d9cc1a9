import RxSwift

func scan(_ code: String) -> Single<String> { .just(code) }

func openPage(_ number: Int) -> Maybe<String> {
  number < 100 ? .just("page \(number)") : .empty()
}

for code in ["12", "hello", "250"] {
  _ = scan(code)
    .compactMap { Int($0) }
    .flatMap { number in openPage(number) }
    .subscribe(
      onSuccess: { print("\(code): opens \($0)") },
      onCompleted: { print("\(code): goes on scanning") })
}
