import Rx

let taps = PublishSubject<Void>()
let loading = ActivityIndicator()
_ = loading.drive(onNext: { isBusy in print(isBusy ? "busy" : "idle") })

_ = taps.flatMapLatest { Observable.just("<html>") }
  .trackActivity(loading)
  .subscribe(onNext: { text in print(text) })
taps.onNext(())
taps.onNext(())
