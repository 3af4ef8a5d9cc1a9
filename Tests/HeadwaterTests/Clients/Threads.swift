import Foundation
import RxRelay
import RxSwift

func sendFromQueues(_ observable: Observable<Int>, _ bag: DisposeBag) {
  let subject = PublishSubject<Int>()
  let behavior = BehaviorSubject(value: 1)
  let replay = ReplaySubject<Int>.create(bufferSize: 1)
  let relay = BehaviorRelay(value: 1)
  let taps = PublishRelay<Int>()
  let subscription = observable.subscribe()
  let serial = SerialDisposable()
  let composite = CompositeDisposable()
  let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
  DispatchQueue.global().async {
    subject.onNext(1)  // Swift 6
    behavior.onNext(1)  // Swift 6
    replay.onNext(1)  // Swift 6
    relay.accept(1)  // Swift 6
    taps.accept(1)  // Swift 6
    subscription.dispose()  // Swift 6
    serial.dispose()  // Swift 6
    composite.dispose()  // Swift 6
    observable.subscribe(onNext: { print($0) }).disposed(by: bag)  // Swift 6
    observable.observe(on: scheduler).subscribe().disposed(by: bag)  // Swift 6
  }
  Thread.detachNewThread { subject.onCompleted() }  // Swift 6
  Task { subject.onNext(2) }
  Task {
    relay.accept(2)
    subscription.dispose()
  }
  OperationQueue().addOperation { subject.onNext(3) }  // Swift 6
}

func sendLater(_ observer: AnyObserver<String>) {
  DispatchQueue.global().async { observer.onNext("a") }  // Swift 6
  Task { observer.onCompleted() }
}

func sendLater<Observer: ObserverType>(to observer: Observer) where Observer.Element == Int {
  DispatchQueue.global().async { observer.onNext(1) }  // Swift 6, @preconcurrency
}

func readClock(of scheduler: SchedulerType) {
  DispatchQueue.global().async { _ = scheduler.now }  // Swift 6
}

func disposeInGroup(_ source: Observable<Int>) async {
  await withTaskGroup(of: Void.self) { group in
    group.addTask { source.subscribe().dispose() }
  }
  let task = Task.detached { source.subscribe() }  // Swift 6
  await task.value.dispose()  // Swift 6
  await MainActor.run { _ = source.subscribe() }
  async let child = source.subscribe()
  await child.dispose()
}

func printLater(_ events: [Event<Int>], _ result: SingleEvent<Int>, _ error: RxError) {
  DispatchQueue.global().async { print(events, result, error) }  // Swift 6
}
