import RxSwift

let drafts = ["letter": "Dear Ada"]

func storedDraft(of title: String) -> Observable<String> {
  Observable.from(drafts.filter { $0.key == title }.map(\.value))
}

for title in ["letter", "invoice"] {
  _ = storedDraft(of: title).asMaybe()
    .subscribe(
      onSuccess: { print("\(title): goes on with “\($0)”") },
      onCompleted: { print("\(title): begins with an empty page") })
}
