import RxSwift

struct Offline: Error {}

func flags(_ answer: Observable<[String]>) -> Infallible<[String]> {
  answer.asInfallible(onErrorJustReturn: ["basic"])
}

_ = flags(.just(["basic", "dark mode"]))
  .subscribe(onNext: { print("features: \($0)") })
_ = flags(.error(Offline())).subscribe(onNext: { print("features: \($0)") })
