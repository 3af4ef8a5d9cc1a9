import Foundation
import RxBlocking
import RxSwift
import RxTest

func startScheduler() throws -> Bool {
  let scheduler = TestScheduler(initialClock: 0)
  let xs = scheduler.createHotObservable([.next(210, 1)])
  let observer = scheduler.createObserver(Int.self)
  _ = xs.subscribe(observer)
  scheduler.start()
  DispatchQueue.global().async {
    _ = try? Observable.just(1).toBlocking().single()
    observer.onNext(1)  // Swift 6
  }
  return observer.events == [.next(210, 1)]
}

@MainActor func awaitOnMain() async throws {
  let scheduler = TestScheduler(initialClock: 0)
  let observer = scheduler.createObserver(Int.self)
  let subject = PublishSubject<Int>()
  _ = subject.subscribe(observer)
  Task { subject.onNext(1) }
  for try await element in subject.values {
    print(element)
    break
  }
  print(observer.events.count)
}
