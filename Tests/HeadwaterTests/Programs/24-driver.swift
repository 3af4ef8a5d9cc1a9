import Foundation
import RxCocoa
import RxSwift

let disposeBag = DisposeBag()
let text = BehaviorRelay(value: "swift")
let results = text.asDriver()
  .distinctUntilChanged()
  .map { $0.uppercased() }
results.drive(onNext: { print("label 1:", $0) }).disposed(by: disposeBag)
results.drive(onNext: { print("label 2:", $0) }).disposed(by: disposeBag)
text.accept("rx")
for _ in 0..<5 { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01)) }
