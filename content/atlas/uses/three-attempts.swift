import RxSwift

struct Timeout: Error {}

func request(failing failures: Int) -> Observable<String> {
  var attempt = 0
  return Observable.deferred {
    attempt += 1
    print("attempt \(attempt)")
    return attempt <= failures ? .error(Timeout()) : .just("the data")
  }
}

for failures in [2, 5] {
  _ = request(failing: failures)
    .retry(3)
    .subscribe(
      onNext: { print("shows \($0)") },
      onError: { print("gives up: \($0)") })
}
