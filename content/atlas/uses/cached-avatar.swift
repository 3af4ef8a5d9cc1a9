import RxSwift

let cache = [1: "ada.png"]

func cachedAvatar(_ id: Int) -> Maybe<String> {
  Maybe.create { maybe in
    maybe(cache[id].map { .success($0) } ?? .completed)
    return Disposables.create()
  }
}

func downloadedAvatar(_ id: Int) -> Single<String> {
  Single.deferred {
    print("downloads the picture of user \(id)")
    return .just("user-\(id).png")
  }
}

for user in 1...2 {
  _ = cachedAvatar(user)
    .ifEmpty(switchTo: downloadedAvatar(user))
    .subscribe(onSuccess: { print("shows \($0)") })
}
