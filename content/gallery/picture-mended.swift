import RxRelay
import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let users = scheduler.createHotObservable([.next(10, "Ada"), .next(20, "Bob")])
let shown = BehaviorRelay(value: "nothing")
let bag = DisposeBag()

/// Ada's picture is large.
func picture(of user: String) -> Observable<String> {
  Observable.just("picture of \(user)").delay(.seconds(user == "Ada" ? 50 : 5), scheduler: scheduler)
}

users
  .flatMapLatest { user in picture(of: user) }
  .bind(to: shown)
  .disposed(by: bag)

scheduler.start()
print("the screen of Bob shows: \(shown.value)")
