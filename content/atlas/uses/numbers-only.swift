import RxSwift

let lines = Observable.of("12", "apples", "7", "", "30")

_ = lines.compactMap { line in Int(line) }
  .subscribe(onNext: { print("reads the number \($0)") })
