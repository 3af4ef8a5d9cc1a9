import RxSwift

struct Unreachable: Error {}

func server(_ name: String, isUp: Bool) -> Observable<String> {
  Observable.deferred {
    print("asks \(name)")
    return isUp ? .just("the list from \(name)") : .error(Unreachable())
  }
}

_ = Observable.catch(sequence: [
  server("Oslo", isUp: false), server("Lima", isUp: true), server("Perth", isUp: true),
])
.subscribe(onNext: { print("shows \($0)") })
