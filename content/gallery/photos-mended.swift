import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let bag = DisposeBag()

func thumbnail(of photo: Int) -> Observable<Int> {
  Observable.just(photo).delay(.seconds(3), scheduler: scheduler)
}

var shown = 0
Observable.range(start: 1, count: 60)
  .map { photo in thumbnail(of: photo) }
  .merge(maxConcurrent: 6)
  .subscribe(onNext: { _ in shown += 1 })
  .disposed(by: bag)

scheduler.start()
print("\(shown) thumbnails after \(scheduler.clock) seconds")
