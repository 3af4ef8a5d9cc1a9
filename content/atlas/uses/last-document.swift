import RxSwift

let lastDocument = ["ada": "letter.txt"]

func signedInUser(_ name: String) -> Single<String> { .just(name) }

func document(of user: String) -> Maybe<String> {
  lastDocument[user].map { .just($0) } ?? .empty()
}

for name in ["ada", "bob"] {
  _ = signedInUser(name)
    .flatMapMaybe { user in document(of: user) }
    .subscribe(
      onSuccess: { print("\(name): opens \($0) again") },
      onCompleted: { print("\(name): shows the list") })
}
