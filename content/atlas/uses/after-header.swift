import RxSwift

let file = Observable.of("# made by a spreadsheet", "# 2026-11-22", "Ada,12", "# a comment", "Bob,7")

_ = file.skip(while: { $0.hasPrefix("#") })
  .subscribe(onNext: { print("reads \($0)") })
