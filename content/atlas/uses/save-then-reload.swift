import RxSwift

func save(_ note: String) -> Single<Int> {
  Single.deferred {
    print("saves “\(note)”")
    return .just(200)
  }
}

let reload = Observable<String>.deferred {
  print("reloads")
  return .of("Buy milk", "Buy bread")
}

_ = save("Buy bread")
  .asCompletable()
  .andThen(reload)
  .subscribe(onNext: { print("shows “\($0)”") })
