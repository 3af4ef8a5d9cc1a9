import RxSwift

let report = ReplaySubject<String>.createUnbounded()
report.onNext("beach.png is imported")
report.onNext("notes.txt is not a picture")
report.onCompleted()

print("the reader opens the report")
_ = report.subscribe(
  onNext: { line in print("- \(line)") },
  onCompleted: { print("the import is over") })
