import RxRelay
import RxSwift

let bag = DisposeBag()
let typed = PublishRelay<String>()
let title = BehaviorRelay(value: "Untitled")

typed
  .map { $0.isEmpty ? "Untitled" : $0 }
  .bind(to: title)
  .disposed(by: bag)
title
  .bind(onNext: { print("the window's title: \($0)") })
  .disposed(by: bag)

typed.accept("Holidays")
typed.accept("")
