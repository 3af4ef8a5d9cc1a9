import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let text = PublishSubject<String>()
let bag = DisposeBag()

text
  .debounce(.seconds(2), scheduler: scheduler)
  .subscribe(onNext: { print("saved: \($0)") })
  .disposed(by: bag)

text.onNext("Dear Ada, I am")
scheduler.advanceTo(5)
text.onNext("Dear Ada, I am well.")
scheduler.advanceTo(6)
text.onCompleted()
