import RxSwift

let contacts = ["Ada", "Adam", "Bob"]

func local(_ query: String) -> Observable<String> {
  Observable.from(contacts.filter { $0.hasPrefix(query) })
}

func remote(_ query: String) -> Observable<String> {
  Observable.deferred {
    print("asks the server")
    return .just("\(query)rissa, from the server")
  }
}

for query in ["Ad", "Cla"] {
  _ = local(query).ifEmpty(switchTo: remote(query))
    .subscribe(onNext: { print("\(query): \($0)") })
}
