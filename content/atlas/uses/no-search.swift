import RxSwift

let typed = PublishSubject<String>()

_ = typed.debug("typed")
  .filter { $0.count > 2 }
  .debug("long enough")
  .distinctUntilChanged()
  .subscribe(onNext: { print("searches for \($0)") })

typed.onNext("tea")
typed.onNext("te")
typed.onNext("tea")
