import RxSwift

enum NetworkError: Error {
  case offline
  case server(Int)
}

func load(_ code: Int) -> Observable<String> {
  code == 200 ? .just("body") : .error(NetworkError.server(code))
}

for code in [200, 404, 500] {
  _ = load(code)
    .catch { error in
      guard case NetworkError.server(404) = error else { throw error }
      return .just("not found")
    }
    .subscribe(onNext: { print(code, $0) }, onError: { print(code, "failed:", $0) })
}
