import RxSwift

enum NetworkError: Error { case offline, unauthorized }

func news(_ answer: Observable<String>) -> Observable<String> {
  answer.catch { error in
    guard case NetworkError.offline = error else { throw error }
    return Observable.just("yesterday's news, from the disk")
  }
}

func show(_ answer: Observable<String>) {
  _ = news(answer)
    .subscribe(
      onNext: { print("shows \($0)") },
      onError: { print("asks to sign in: \($0)") })
}

show(.just("today's news"))
show(.error(NetworkError.offline))
show(.error(NetworkError.unauthorized))
