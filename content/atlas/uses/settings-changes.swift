import RxRelay
import RxSwift

let theme = BehaviorRelay(value: "light")

_ = theme.distinctUntilChanged()
  .skip(1)
  .subscribe(onNext: { print("stores the new theme: \($0)") })

theme.accept("light")
theme.accept("dark")
theme.accept("dark")
theme.accept("light")
