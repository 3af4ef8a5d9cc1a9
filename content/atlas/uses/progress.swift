import RxSwift

let progress = Observable.of(20, 55, 100, 100, 100)

_ = progress.take(until: { $0 == 100 }, behavior: .inclusive)
  .subscribe(
    onNext: { print("\($0) %") },
    onCompleted: { print("closes the progress bar") })
