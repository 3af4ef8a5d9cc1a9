import RxSwift

func profile(of id: Int) -> Single<String> { Single.just("user \(id)") }
func nickname(of id: Int) -> Maybe<String> { id == 1 ? .just("Addie") : .empty() }
func signOut() -> Completable { Completable.empty() }

func greetUsers() async throws {
  for id in 1...2 {
    let name = try await profile(of: id).value
    let nickname = try await nickname(of: id).value
    print("\(name): \(nickname ?? "no nickname")")
  }
  try await signOut().value
  print("signed out")
}

try await greetUsers()
