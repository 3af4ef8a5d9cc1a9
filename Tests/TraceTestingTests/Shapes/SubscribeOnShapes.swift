import Dispatch
import Foundation
import Rx

extension Shape {
  /// Returns when a queue has done what it was given before, such as a subscription.
  private static func settle(_ queue: Background) {
    let done = DispatchSemaphore(value: 0)
    _ = queue.scheduler.schedule(()) { _ in
      done.signal()
      return Disposables.create()
    }
    Wait.for(done)
  }

  static let movesNothing: [Shape] = [
    Shape("subscribe(on:) behind a subject", .movesNothing) {
      let (subject, bag, work) = (PublishSubject<Int>(), DisposeBag(), Background())
      subject.subscribe(on: work.scheduler).map { $0 * 2 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      settle(work)
      subject.onNext(1)
    },
    Shape("subscribe(on:) behind a relay and operators", .movesNothing) {
      let (relay, bag, work) = (BehaviorRelay(value: 1), DisposeBag(), Background())
      relay.map { $0 * 2 }.filter { $0 > 0 }.subscribe(on: work.scheduler).subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      settle(work)
      relay.accept(2)
    },
    Shape("subscribe(on:) behind a share that is subscribed to already", .movesNothing) {
      let (subject, bag, work) = (PublishSubject<Int>(), DisposeBag(), Background())
      let shared = subject.map { $0 * 2 }.share()
      shared.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      shared.subscribe(on: work.scheduler).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      settle(work)
      subject.onNext(1)
    },
    Shape("subscribe(on:) behind a timer with another scheduler", .movesNothing) {
      let (bag, work, done) = (DisposeBag(), Background(), DispatchSemaphore(value: 0))
      let named = SerialDispatchQueueScheduler(internalSerialQueueName: "com.example.clock")
      Observable<Int>.interval(.milliseconds(1), scheduler: named).take(2).subscribe(on: work.scheduler)
        .subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
      Wait.for(done, times: 2)
    },
    Shape("subscribe(on:) behind another one", .movesNothing) {
      let (bag, work, done) = (DisposeBag(), Background(), DispatchSemaphore(value: 0))
      let nearer = SerialDispatchQueueScheduler(internalSerialQueueName: "com.example.nearer")
      Observable.just(1).map { $0 * 2 }.subscribe(on: nearer).subscribe(on: work.scheduler)
        .subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
      Wait.for(done)
    },
    Shape("subscribe(on:) for the main thread, and elements from elsewhere", .movesNothing) {
      let (relay, bag, done) = (PublishRelay<Int>(), DisposeBag(), DispatchSemaphore(value: 0))
      relay.subscribe(on: MainScheduler.instance).subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
      Wait.onMain {}
      relay.accept(1)
      Wait.for(done)
    },
  ]

  static let movesWork: [Shape] = [
    Shape("subscribe(on:) for the closure of create, whose answer comes from elsewhere") {
      let (bag, work, done) = (DisposeBag(), Background(), DispatchSemaphore(value: 0))
      Observable<Int>.create { observer in
        let receiver = UncheckedObserver(observer)
        Thread.detachNewThread {
          receiver.observer.onNext(1)
          receiver.observer.onCompleted()
          done.signal()
        }
        return Disposables.create()
      }.subscribe(on: work.scheduler).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      Wait.for(done)
    },
    Shape("subscribe(on:) for a sequence that is deferred") {
      let (bag, work, done) = (DisposeBag(), Background(), DispatchSemaphore(value: 0))
      let named = SerialDispatchQueueScheduler(internalSerialQueueName: "com.example.answer")
      Observable.deferred { Observable.just(1).delay(.milliseconds(1), scheduler: named) }
        .subscribe(on: work.scheduler).subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
      Wait.for(done)
    },
    Shape("subscribe(on:) for work in map before a delay") {
      let (bag, work, done) = (DisposeBag(), Background(), DispatchSemaphore(value: 0))
      let named = SerialDispatchQueueScheduler(internalSerialQueueName: "com.example.answer")
      Observable.just(1).map { $0 + 1 }.delay(.milliseconds(1), scheduler: named)
        .subscribe(on: work.scheduler).subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
      Wait.for(done)
    },
    Shape("observe(on:) behind a subject") {
      let (subject, bag, work, done) = (
        PublishSubject<Int>(), DisposeBag(), Background(), DispatchSemaphore(value: 0)
      )
      subject.observe(on: work.scheduler).map { $0 * 2 }.subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
      subject.onNext(1)
      Wait.for(done)
    },
    Shape("subscribe(on:) behind a subject that is sent to there") {
      let (subject, bag, work) = (PublishSubject<Int>(), DisposeBag(), Background())
      subject.subscribe(on: work.scheduler).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      settle(work)
      nonisolated(unsafe) let sent = subject
      let done = DispatchSemaphore(value: 0)
      _ = work.scheduler.schedule(()) { _ in
        sent.onNext(1)
        done.signal()
        return Disposables.create()
      }
      Wait.for(done)
    },
    Shape("subscribe(on:) behind a share whose work it begins") {
      let (bag, work, done) = (DisposeBag(), Background(), DispatchSemaphore(value: 0))
      let named = SerialDispatchQueueScheduler(internalSerialQueueName: "com.example.answer")
      let shared = Observable.deferred { Observable.just(1).delay(.milliseconds(1), scheduler: named) }.share()
      shared.subscribe(on: work.scheduler).subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
      Wait.for(done)
    },
  ]
}

private struct UncheckedObserver: @unchecked Sendable {
  let observer: AnyObserver<Int>

  init(_ observer: AnyObserver<Int>) { self.observer = observer }
}
