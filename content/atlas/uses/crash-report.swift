import RxSwift

let log = Observable.of("started", "signed in", "opened the map", "ran out of memory")

_ = log.takeLast(2)
  .subscribe(onNext: { print("report: \($0)") })
