import RxSwift

let users = [
  (id: 1, name: "Ada"), (id: 2, name: "Bob"), (id: 2, name: "Bob, imported twice"),
]

func rows(id: Int) -> Observable<String> {
  Observable.from(users.filter { $0.id == id }.map(\.name))
}

for id in 1...3 {
  _ = rows(id: id).asSingle()
    .subscribe(
      onSuccess: { print("user \(id): \($0)") },
      onFailure: { print("user \(id): \($0)") })
}
