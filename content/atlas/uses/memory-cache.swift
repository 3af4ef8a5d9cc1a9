import RxSwift

var cache = ["ada": "Ada Lovelace"]

func user(_ id: String) -> Observable<String> {
  if let name = cache[id] { return .just(name) }
  return download(id).do(onNext: { cache[id] = $0 })
}

func download(_ id: String) -> Observable<String> {
  print("downloads \(id)")
  return .just("Bob Noyce")
}

for id in ["ada", "bob", "bob"] {
  _ = user(id).subscribe(onNext: { print("shows \($0)") })
}
