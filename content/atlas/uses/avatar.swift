import RxSwift

struct NoImage: Error {}

func avatar(of user: String) -> Observable<String> {
  user == "ada" ? Observable.just("ada.png") : Observable.error(NoImage())
}

_ = Observable.of("ada", "bob", "cleo")
  .concatMap { user in avatar(of: user).catchAndReturn("placeholder.png") }
  .subscribe(
    onNext: { print("shows \($0)") },
    onCompleted: { print("the list is complete") })
