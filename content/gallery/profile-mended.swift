import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let bag = DisposeBag()

/// The answer comes a second later.
let profile = Observable<String>.create { observer in
  print("request")
  observer.onNext("Ada")
  observer.onCompleted()
  return Disposables.create()
}
.delay(.seconds(1), scheduler: scheduler)

let greeting = profile.map { "hello, \($0)" }.share(replay: 1)

greeting.subscribe(onNext: { print("title: \($0)") }).disposed(by: bag)
greeting.subscribe(onNext: { print("menu: \($0)") }).disposed(by: bag)
scheduler.start()
