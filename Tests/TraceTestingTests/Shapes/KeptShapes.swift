import Dispatch
import Foundation
import Rx

extension Shape {
  private typealias Stage = @Sendable (Observable<String>, Clock) -> Observable<String>

  /// Elements that a stage still keeps when the program disposes the subscription.
  private static func leaving(_ name: String, stage: @escaping Stage) -> Shape {
    Shape(name, .undelivered) {
      let (clock, text) = (Clock(), PublishSubject<String>())
      var bag: DisposeBag? = DisposeBag()
      stage(text, clock).subscribe(onNext: { ignore($0) }).disposed(by: bag!)
      for typed in ["h", "hello"] { text.onNext(typed) }
      bag = nil
      clock.advance(2)
    }
  }

  static let keptAtDisposal: [Shape] = [
    leaving("debounce") { $0.debounce(.seconds(1), scheduler: $1.scheduler) },
    leaving("throttle") { $0.throttle(.seconds(1), scheduler: $1.scheduler) },
    leaving("delay") { $0.delay(.seconds(1), scheduler: $1.scheduler) },
    leaving("buffer") {
      $0.buffer(timeSpan: .seconds(1), count: 3, scheduler: $1.scheduler).map { $0.joined() }
    },
    leaving("sample") { text, _ in text.sample(text.take(1).concat(Observable.never())) },
    leaving("window and toArray") { text, clock in
      text.window(timeSpan: .seconds(1), count: 3, scheduler: clock.scheduler).flatMap { $0.toArray() }
        .map { $0.joined() }
    },
    leaving("reduce") { text, _ in text.reduce("") { $0 + $1 } },
    leaving("debounce of an inner sequence") { text, clock in
      Observable.just(1).concat(Observable.never())
        .flatMapLatest { _ in text.debounce(.seconds(1), scheduler: clock.scheduler) }
    },
    Shape("an answer that comes after the disposal", .undelivered) {
      let clock = Clock()
      var bag: DisposeBag? = DisposeBag()
      Observable<String>.create { observer in
        _ = clock.scheduler.scheduleRelative((), dueTime: .seconds(1)) { _ in
          observer.onNext("late")
          return Disposables.create()
        }
        return Disposables.create()
      }.subscribe(onNext: { ignore($0) }).disposed(by: bag!)
      bag = nil
      clock.advance(2)
    },
    Shape("the bag of a closure's owner", .undelivered) {
      let (clock, text, close, bag) = (Clock(), PublishSubject<String>(), PublishSubject<Void>(), DisposeBag())
      let held = Held()
      held.bag = DisposeBag()
      text.debounce(.seconds(1), scheduler: clock.scheduler).subscribe(onNext: { ignore($0) }).disposed(by: held.bag!)
      close.subscribe(onNext: { held.bag = nil }).disposed(by: bag)
      text.onNext("draft")
      close.onNext(())
    },
    Shape("an action that the program scheduled", .undelivered) {
      let (clock, text, held) = (Clock(), PublishSubject<String>(), Held())
      held.bag = DisposeBag()
      text.debounce(.seconds(30), scheduler: clock.scheduler).subscribe(onNext: { ignore($0) }).disposed(by: held.bag!)
      _ = clock.scheduler.scheduleRelative((), dueTime: .seconds(5)) { _ in
        held.bag = nil
        return Disposables.create()
      }
      text.onNext("draft")
      clock.advance(10)
    },
  ]

  static let nothingKept: [Shape] = [
    Shape("an element under way when another thread disposes") {
      let numbers = PublishSubject<Int>()
      let (reached, go, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let subscription = numbers.do(onNext: { _ in
        reached.signal()
        Wait.for(go)
      }).subscribe(onNext: { ignore($0) })
      nonisolated(unsafe) let sent = numbers
      Thread.detachNewThread {
        sent.onNext(1)
        done.signal()
      }
      Wait.for(reached)
      subscription.dispose()
      go.signal()
      Wait.for(done)
    },
    Shape("an element that waits in a queue when another thread disposes") {
      let (numbers, work) = (PublishSubject<Int>(), Background())
      let (leaving, passed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let subscription = Observable<Int>.create { observer in
        let moved = numbers.observe(on: work.scheduler).do(afterNext: { _ in passed.signal() }).subscribe(observer)
        return Disposables.create {
          leaving.signal()
          Wait.for(passed)
          moved.dispose()
        }
      }.subscribe(onNext: { ignore($0) })
      _ = work.scheduler.schedule(()) { _ in
        Wait.for(leaving)
        return Disposables.create()
      }
      numbers.onNext(1)
      subscription.dispose()
    },
    Shape("take(1), whose source goes on behind subscribe(on:)") {
      let queue = SerialDispatchQueueScheduler(qos: .userInitiated)
      let subscription = Observable.of(1, 2, 3).subscribe(on: queue).take(1).subscribe(onNext: { ignore($0) })
      Wait.for(queue)
      ignore(subscription)
    },
    Shape("a closure that has what it wanted, behind subscribe(on:)") {
      let (queue, subscription) = (SerialDispatchQueueScheduler(qos: .userInitiated), SerialDisposable())
      subscription.disposable = Observable.of(1, 2, 3).subscribe(on: queue)
        .subscribe(onNext: { _ in subscription.dispose() })
      Wait.for(queue)
    },
    Shape("an operator's action that ends a debounce") {
      let (clock, text, bag) = (Clock(), PublishSubject<String>(), DisposeBag())
      text.debounce(.seconds(30), scheduler: clock.scheduler)
        .take(until: Observable<Int>.timer(.seconds(5), scheduler: clock.scheduler))
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      text.onNext("draft")
      clock.advance(10)
    },
    Shape("debounce, throttle, delay, buffer and sample, whose time is over") {
      let (clock, text) = (Clock(), PublishSubject<String>())
      let scheduler = clock.scheduler
      var bag: DisposeBag? = DisposeBag()
      let stages = [
        text.debounce(.seconds(1), scheduler: scheduler), text.throttle(.seconds(1), scheduler: scheduler),
        text.delay(.seconds(1), scheduler: scheduler),
        text.buffer(timeSpan: .seconds(1), count: 3, scheduler: scheduler).map { $0.joined() },
        text.sample(Observable<Int>.interval(.seconds(1), scheduler: scheduler)),
      ]
      for stage in stages { stage.subscribe(onNext: { ignore($0) }).disposed(by: bag!) }
      for typed in ["h", "hello"] { text.onNext(typed) }
      clock.advance(5)
      bag = nil
      ignore(bag)
    },
    Shape("window and toArray, whose source ends") {
      let (clock, text, held) = (Clock(), PublishSubject<String>(), Held())
      held.bag = DisposeBag()
      text.window(timeSpan: .seconds(1), count: 3, scheduler: clock.scheduler).flatMap { $0.toArray() }
        .subscribe(onNext: { ignore($0) }).disposed(by: held.bag!)
      for typed in ["h", "hello"] { text.onNext(typed) }
      text.onCompleted()
      held.bag = nil
    },
    Shape("take(1), which ends debounce") {
      let (clock, text, bag) = (Clock(), PublishSubject<String>(), DisposeBag())
      Observable.merge(text.debounce(.seconds(1), scheduler: clock.scheduler), text.map { $0 }).take(1)
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      text.onNext("draft")
      clock.advance(2)
    },
    Shape("flatMapLatest, which replaces debounce") {
      let (clock, rooms, text) = (Clock(), PublishSubject<Int>(), PublishSubject<String>())
      let bag = DisposeBag()
      rooms.flatMapLatest { _ in text.debounce(.seconds(1), scheduler: clock.scheduler) }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      rooms.onNext(1)
      text.onNext("draft")
      rooms.onNext(2)
      clock.advance(2)
    },
    Shape("throttle(latest: false), which has dropped the element") {
      let (clock, taps) = (Clock(), PublishSubject<Void>())
      var bag: DisposeBag? = DisposeBag()
      taps.throttle(.seconds(1), latest: false, scheduler: clock.scheduler).subscribe(onNext: { ignore($0) })
        .disposed(by: bag!)
      taps.onNext(())
      taps.onNext(())
      bag = nil
      ignore(bag)
    },
  ]

  /// An answer that is another one each time.
  private static func makeAnswers(_ clock: Clock) -> Observable<String> {
    var count = 0
    return Observable.deferred {
      count += 1
      return clock.request("answer \(count)").concat(Observable.never())
    }
  }

  static let oldReplay: [Shape] = [
    Shape("share(replay: 1, scope: .forever)", .oldReplay) {
      let clock = Clock()
      let shared = makeAnswers(clock).share(replay: 1, scope: .forever)
      for _ in 1...2 {
        let subscription = shared.subscribe(onNext: { ignore($0) })
        clock.advance(1)
        subscription.dispose()
      }
    },
    Shape("multicast with a subject that replays", .oldReplay) {
      let clock = Clock()
      let shared = makeAnswers(clock).multicast(ReplaySubject<String>.create(bufferSize: 1)).refCount().map { $0 }
      for _ in 1...2 {
        let subscription = shared.subscribe(onNext: { ignore($0) })
        clock.advance(1)
        subscription.dispose()
      }
    },
  ]

  static let freshReplay: [Shape] = [
    Shape("share(replay: 1) while somebody observes") {
      let clock = Clock()
      let shared = makeAnswers(clock).share(replay: 1)
      for _ in 1...2 {
        let subscription = shared.subscribe(onNext: { ignore($0) })
        clock.advance(1)
        subscription.dispose()
      }
    },
    Shape("a second observer of one connection that lasts for ever") {
      let (prices, bag) = (PublishSubject<Int>(), DisposeBag())
      let shared = prices.share(replay: 1, scope: .forever)
      for price in 1...3 {
        shared.subscribe(onNext: { ignore($0) }).disposed(by: bag)
        prices.onNext(price)
      }
    },
    Shape("the same answer again") {
      let clock = Clock()
      let shared = clock.request("Ada").concat(Observable.never()).share(replay: 1, scope: .forever)
      for _ in 1...2 {
        let subscription = shared.subscribe(onNext: { ignore($0) })
        clock.advance(1)
        subscription.dispose()
      }
    },
  ]
}
