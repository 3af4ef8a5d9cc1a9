import RxSwift

final class Connection: Disposable {
  init() { print("open") }
  func dispose() { print("close") }
}

_ = Observable<String>.using(
  { Connection() },
  observableFactory: { _ in Observable.of("row 1", "row 2") }
)
.subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
