import RxRelay
import RxSwift

let text = BehaviorRelay(value: "")

_ = text.map { 20 - $0.count }
  .map { left in left < 0 ? "\(-left) characters too many" : "\(left) characters left" }
  .subscribe(onNext: { print($0) })

text.accept("Good morning")
text.accept("Good morning, everybody")
