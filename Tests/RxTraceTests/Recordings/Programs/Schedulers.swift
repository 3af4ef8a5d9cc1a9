import Foundation
import Rx

/// A clock of its own, actions that are cancelled, subscriptions in an array.
func schedulers() {
  let clock = HistoricalScheduler(initialClock: Date(timeIntervalSince1970: 0))
  let bag = DisposeBag()
  Observable<Int>.interval(.seconds(1), scheduler: clock)
    .take(1)
    .subscribe(onNext: { print("tick \($0)") })
    .disposed(by: bag)
  let late = Observable<Int>.timer(.seconds(60), scheduler: clock).subscribe(onNext: { print("late \($0)") })
  clock.advanceTo(Date(timeIntervalSince1970: 5))
  late.dispose()
  let never = Observable<Int>.timer(.seconds(3600), scheduler: MainScheduler.instance)
    .subscribe(onNext: { print("never \($0)") })
  never.dispose()
  let group = CompositeDisposable()
  _ = group.insert(Observable<Int>.never().subscribe())
  _ = group.insert(Observable<Int>.never().subscribe())
  group.dispose()
}
