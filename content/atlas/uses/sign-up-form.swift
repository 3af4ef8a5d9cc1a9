import RxRelay
import RxSwift

let name = BehaviorRelay(value: "")
let password = BehaviorRelay(value: "")
let acceptsTerms = BehaviorRelay(value: false)

let isNameValid = name.map { $0.count >= 3 }
let isPasswordValid = password.map { $0.count >= 8 }

_ = Observable.combineLatest(isNameValid, isPasswordValid, acceptsTerms) { $0 && $1 && $2 }
  .distinctUntilChanged()
  .subscribe(onNext: { isValid in
    print(isValid ? "the button is enabled" : "the button is disabled")
  })

name.accept("ada")
password.accept("correct horse")
acceptsTerms.accept(true)
password.accept("short")
