import RxSwift

let contacts = Observable.of("Ada", "Bob", "Bo")

for prefix in ["Ad", "Bo", "Z"] {
  _ = contacts.single { $0.hasPrefix(prefix) }
    .subscribe(
      onNext: { print("\(prefix): found \($0)") },
      onError: { print("\(prefix): \($0)") })
}
