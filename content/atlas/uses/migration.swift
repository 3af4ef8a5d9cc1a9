import RxSwift

func step(_ name: String) -> Completable {
  Completable.create { completable in
    print("migration: \(name)")
    completable(.completed)
    return Disposables.create()
  }
}

_ = Completable.concat(step("make a copy"), step("add the table of tags"), step("delete the copy"))
  .subscribe(
    onCompleted: { print("the database is up to date") },
    onError: { print("stopped: \($0)") })
