import RxSwift

let file = Observable.of("Ada,12", "Bob,7", "Cleo,9", "Dan,3")

_ = file.do(onNext: { print("reads \($0)") })
  .take(2)
  .subscribe(
    onNext: { print("previews \($0)") },
    onCompleted: { print("the rest of the file is not read") })
