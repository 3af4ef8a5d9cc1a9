import Dispatch
import Rx
import TraceAnalysis

/// An operator of the program's own that decides whether it runs for an observer.
private class OwnOperator: Operator<Int, Int>, @unchecked Sendable {
  fileprivate var subscriptions = 0

  init(_ source: Observable<Int>) { super.init(source, PassingSink.init) }

  /// Counts the subscription, and runs for it.
  override func subscribeCore(_ observer: EventReceiver<Int>) -> any DisposableObject {
    subscriptions += 1
    return super.subscribeCore(observer)
  }

  fileprivate func nothing() -> any DisposableObject { Disposables.create().asDisposableObject() }
}

private final class PassingSink: Sink<Int, Int> {
  override func on(next element: Int) { forwardOn(next: element) }
}

/// Serves the first observer only.
private final class OnlyOnce: OwnOperator, @unchecked Sendable {
  override func subscribeCore(_ observer: EventReceiver<Int>) -> any DisposableObject {
    subscriptions == 0 ? super.subscribeCore(observer) : nothing()
  }
}

/// Serves nobody while it is switched off.
private final class Switched: OwnOperator, @unchecked Sendable {
  var isOn = true

  override func subscribeCore(_ observer: EventReceiver<Int>) -> any DisposableObject {
    isOn ? super.subscribeCore(observer) : nothing()
  }
}

/// Lets the first subscription run, and answers the others itself.
private final class Remembering: OwnOperator, @unchecked Sendable {
  override func subscribeCore(_ observer: EventReceiver<Int>) -> any DisposableObject {
    if subscriptions == 0 { return super.subscribeCore(observer) }
    observer.onNext(1)
    observer.onCompleted()
    return nothing()
  }
}

/// Tells the others that there is nothing for them.
private final class Refusing: OwnOperator, @unchecked Sendable {
  override func subscribeCore(_ observer: EventReceiver<Int>) -> any DisposableObject {
    if subscriptions == 0 { return super.subscribeCore(observer) }
    observer.onCompleted()
    return nothing()
  }
}

/// Lets the other subscriptions wait until it is opened, by whatever thread.
private final class Postponing: OwnOperator, @unchecked Sendable {
  private var waiting: [EventReceiver<Int>] = []

  override func subscribeCore(_ observer: EventReceiver<Int>) -> any DisposableObject {
    if subscriptions == 0 { return super.subscribeCore(observer) }
    waiting.append(observer)
    return nothing()
  }

  func open() { for observer in waiting { _ = super.subscribeCore(observer) } }
}

extension Shape {
  static let leftOut: [Shape] = [
    Shape("an own operator that serves one observer only", .subscribeWithoutRun) {
      let (taps, bag) = (PublishSubject<Int>(), DisposeBag())
      let once = OnlyOnce(taps)
      for _ in 1...2 { once.subscribe(onNext: { ignore($0) }).disposed(by: bag) }
      taps.onNext(1)
    },
    Shape("the same behind another operator", .subscribeWithoutRun) {
      let (taps, bag) = (PublishSubject<Int>(), DisposeBag())
      let once = OnlyOnce(taps)
      let doubled = once.map { $0 * 2 }
      for _ in 1...2 { doubled.subscribe(onNext: { ignore($0) }).disposed(by: bag) }
      taps.onNext(1)
    },
    Shape("an own operator that is switched off, within flatMap", .subscribeWithoutRun) {
      let (taps, bag) = (PublishSubject<Int>(), DisposeBag())
      let own = Switched(Observable.of(7, 8))
      taps.flatMap { _ in own }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
      own.isOn = false
      taps.onNext(2)
    },
    Shape("an own operator of which one object serves nobody", .subscribeWithoutRun) {
      let (taps, bag) = (PublishSubject<Int>(), DisposeBag())
      let (one, other) = (Switched(taps), Switched(taps))
      other.isOn = false
      Observable.merge(one, other).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
    },
  ]

  static let served: [Shape] = [
    Shape("an own operator that runs for each observer") {
      let (taps, bag) = (PublishSubject<Int>(), DisposeBag())
      let own = OwnOperator(taps)
      for _ in 1...2 { own.subscribe(onNext: { ignore($0) }).disposed(by: bag) }
      taps.onNext(1)
    },
    Shape("an own operator that answers from what it has kept") {
      let (own, bag) = (Remembering(.just(1)), DisposeBag())
      for _ in 1...2 { own.subscribe(onNext: { ignore($0) }).disposed(by: bag) }
    },
    Shape("an own operator that only ends for the others") {
      let (own, bag) = (Refusing(.just(1)), DisposeBag())
      for _ in 1...2 { own.map { $0 + 1 }.subscribe(onNext: { ignore($0) }).disposed(by: bag) }
    },
    Shape("an own operator that runs later") {
      let (own, bag) = (Postponing(.just(1)), DisposeBag())
      for _ in 1...2 { own.subscribe(onNext: { ignore($0) }).disposed(by: bag) }
      own.open()
    },
    Shape("an own operator that runs on another thread") {
      let (own, bag, done) = (Postponing(.just(1)), DisposeBag(), DispatchSemaphore(value: 0))
      for _ in 1...2 { own.subscribe(onNext: { ignore($0) }).disposed(by: bag) }
      DispatchQueue(label: "com.example.work").async {
        own.open()
        done.signal()
      }
      Wait.for(done)
    },
    Shape("observables that have no run, beside others") {
      let bag = DisposeBag()
      Observable<Int>.never().subscribe(onNext: { ignore($0) }).disposed(by: bag)
      Observable.of(1, 2).subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
  ]
}
