import RxCocoa
import RxSwift

struct Offline: Error {}

let balance = PublishSubject<Int>()
let text = balance.map { "\($0) points" }
  .asDriver(onErrorJustReturn: "no connection")

let titleLabel = BehaviorRelay(value: "…")
_ = text.drive(titleLabel)
_ = text.drive(onNext: { print("the detail shows \($0)") })

balance.onNext(120)
_ = text.drive(onNext: { print("a new view shows \($0)") })
balance.onError(Offline())
print("in the end the title shows \(titleLabel.value)")
