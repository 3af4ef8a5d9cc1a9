import RxSwift

let taps = PublishSubject<Void>()
var draft = 1

let saving = taps.subscribe(onNext: { print("saved draft \(draft)") })
taps.onNext(())
draft = 2
taps.onNext(())
saving.dispose()
taps.onNext(())
