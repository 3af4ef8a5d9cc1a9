import Foundation
import Rx
import Testing

extension EngineTests {
  @Suite("controls, notifications, and sequences that cannot fail") struct ControlTests {
    @Test("a control's events come as a sequence, as a driver and as a signal")
    @MainActor func events() {
      let (taps, log) = (PublishSubject<Int>(), Log())
      let event = ControlEvent(events: taps)
      let subscriptions = [
        event.subscribe(onNext: { log.add("event \($0)") }),
        event.asDriver().drive(onNext: { log.add("driver \($0)") }),
        event.asSignal().emit(onNext: { log.add("signal \($0)") }),
        event.asInfallible().subscribe(onNext: { log.add("infallible \($0)") }),
        event.asControlEvent().asObservable().subscribe(onNext: { log.add("again \($0)") }),
      ]
      taps.onNext(1)
      #expect(log.entries == ["event 1", "driver 1", "signal 1", "infallible 1", "again 1"])
      for subscription in subscriptions { subscription.dispose() }
      #expect(!taps.hasObservers)
    }

    @Test("a control is subscribed to on the main queue, from any thread")
    @MainActor func subscribesOnTheMainQueue() async {
      let places = Lock([Bool]())
      let event = ControlEvent(
        events: Observable<Int>.create { _ in
          places.withLock { $0.append(isOnMainQueue) }
          return Disposables.create()
        })
      await Task.detached { [event = Unchecked(event)] in _ = event.value.subscribe() }.value
      await mainQueueSettles()
      #expect(places.withLock { $0 } == [true])
    }

    @Test("a property sends the current value and later ones, and is set by the elements that it observes")
    @MainActor func property() {
      let (text, log) = (BehaviorSubject<String?>(value: nil), Log())
      let property = ControlProperty(values: text, valueSink: text)
      let bag = DisposeBag()
      property.orEmpty.subscribe(onNext: { log.add("text '\($0)'") }).disposed(by: bag)
      property.changed.subscribe(onNext: { log.add("changed \($0 ?? "nil")") }).disposed(by: bag)
      property.asDriver().drive(onNext: { log.add("driver \($0 ?? "nil")") }).disposed(by: bag)
      Observable.just("Ada").concat(Observable.never()).bind(to: property.orEmpty).disposed(by: bag)
      property.onNext(nil)
      #expect(
        log.entries == [
          "text ''", "driver nil", "text 'Ada'", "changed Ada", "driver Ada", "text ''", "changed nil", "driver nil",
        ])
    }

    @Test("notifications come by name and by sender, until the subscription ends")
    func notifications() {
      let (center, log) = (NotificationCenter(), Log())
      let (saved, sender) = (Notification.Name("saved"), NSObject())
      let all = center.rx.notification(nil).subscribe(onNext: { log.add("any \($0.name.rawValue)") })
      let own = center.rx.notification(saved, object: sender).subscribe(onNext: { _ in log.add("own") })
      center.post(name: saved, object: nil)
      center.post(name: saved, object: sender)
      own.dispose()
      center.post(name: saved, object: sender)
      all.dispose()
      center.post(name: saved, object: sender)
      #expect(log.entries.sorted() == ["any saved", "any saved", "any saved", "own"])
    }

    @Test("an action for the main queue runs at once if the caller is there, even before waiting actions")
    @MainActor func concurrentMain() async {
      let log = Log()
      func schedule(_ name: String) {
        _ = ConcurrentMainScheduler.instance.schedule(name) { name in
          log.add(name)
          return Disposables.create()
        }
      }
      DispatchQueue.main.async { MainActor.assumeIsolated { schedule("later") } }
      schedule("now")
      #expect(log.entries == ["now"])
      await mainQueueSettles()
      #expect(log.entries == ["now", "later"])
    }

    @Test("from another thread an action goes to the main queue; it may be cancelled before it runs")
    @MainActor func concurrentMainFromElsewhere() async {
      let places = Lock([String]())
      @Sendable func note(_ name: String) -> any Disposable {
        places.withLock { $0.append("\(name) \(isOnMainQueue)") }
        return Disposables.create()
      }
      // The main queue must not get to the second action before it is cancelled.
      elsewhere { @Sendable in
        _ = ConcurrentMainScheduler.instance.schedule("first", action: note)
        ConcurrentMainScheduler.instance.schedule("second", action: note).dispose()
      }
      await mainQueueSettles()
      #expect(places.withLock { $0 } == ["first true"])
    }

    @Test("relays and drivers as sequences that cannot fail")
    @MainActor func infallibles() {
      let (behavior, publish, replay) = (BehaviorRelay(value: 1), PublishRelay<Int>(), ReplayRelay<Int>.createUnbound())
      let (log, bag) = (Log(), DisposeBag())
      let all = Infallible.merge(
        behavior.asInfallible(), publish.asInfallible(), replay.asInfallible(), Driver.just(2).asInfallible())
      all.subscribe(onNext: { log.add("\($0)") }).disposed(by: bag)
      publish.accept(3)
      replay.accept(4)
      #expect(log.entries == ["1", "2", "3", "4"])
    }

    @Test("the latest of sequences that cannot fail is such a sequence")
    func latestInfallible() {
      let log = Log()
      let latest: Infallible<Int> = Observable.of(1, 2).flatMapLatest { Infallible.just($0 * 10) }
      _ = latest.subscribe(onNext: { log.add("\($0)") }, onCompleted: { log.add("completed") })
      #expect(log.entries == ["10", "20", "completed"])
    }
  }
}

private let mainQueueKey = {
  let key = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: key, value: ())
  return key
}()

/// A test program may run its main queue on any thread.
private var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueKey) != nil }

/// A value that several threads use in turn.
private final class Lock<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}

/// Carries a value to another thread; the test ensures that this is safe.
private struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
