import RxRelay
import RxSwift

let note = BehaviorRelay(value: "")
let taps = PublishRelay<Void>()

_ = taps.withLatestFrom(note)
  .filter { !$0.isEmpty }
  .subscribe(onNext: { print("saves “\($0)”") })

taps.accept(())
note.accept("Buy milk")
note.accept("Buy milk and bread")
taps.accept(())
taps.accept(())
