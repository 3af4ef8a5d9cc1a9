import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let file = (1...40).map { "line \($0)" }

/// The server answers after 5 seconds, and is free again a second later.
func upload(_ name: String) -> Observable<String> {
  Observable.just("\(name) is on the server").delay(.seconds(5), scheduler: scheduler)
}

let next = PublishSubject<Int>()

let subscription = next
  .take(while: { $0 < file.count })
  .flatMap { index in upload(file[index]).map { _ in index } }
  .subscribe(onNext: { index in
    print("\(scheduler.clock) s: \(file[index]) is on the server")
    next.onNext(index + 1)
  })

next.onNext(0)
scheduler.advanceTo(40)
