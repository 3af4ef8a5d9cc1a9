import RxSwift

func signIn(_ name: String) -> Single<Int> {
  print("signs in \(name)")
  return .just(7)
}

func profile(_ id: Int) -> Single<String> {
  print("loads profile \(id)")
  return .just("Ada Lovelace")
}

func store(_ profile: String) -> Completable {
  print("stores \(profile)")
  return .empty()
}

_ = signIn("ada")
  .flatMap { id in profile(id) }
  .flatMapCompletable { profile in store(profile) }
  .subscribe(onCompleted: { print("ready") }, onError: { print("failed: \($0)") })
