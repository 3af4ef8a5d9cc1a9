import RxSwift

let taps = PublishSubject<String>()
let loaded = PublishSubject<Void>()

_ = taps.skip(until: loaded)
  .subscribe(onNext: { print("opens \($0)") })

taps.onNext("the empty list")
print("loaded")
loaded.onNext(())
taps.onNext("the article")
