import RxSwift

struct Expired: Error {}

var token = "old"

func request() -> Observable<String> {
  Observable.deferred {
    print("sends the token “\(token)”")
    return token == "old" ? .error(Expired()) : .just("the messages")
  }
}

_ = request()
  .do(onError: { _ in token = "new" })
  .retry(2)
  .subscribe(onNext: { print("shows \($0)") })
