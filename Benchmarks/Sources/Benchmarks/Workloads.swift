import Rx

/// create → (map, filter) × 3 → subscribe: `count` events through one subscription.
func createChain(_ count: Int) -> Int {
  var sum = 0
  let source = Observable<Int>.create { observer in
    for number in 0..<count { observer.onNext(number) }
    return Disposables.create()
  }
  let subscription =
    source
    .map { $0 &+ 1 }.filter { $0 != -1 }
    .map { $0 &* 3 }.filter { $0 != -1 }
    .map { $0 &- 2 }.filter { $0 != -1 }
    .subscribe(onNext: { sum &+= $0 })
  subscription.dispose()
  return sum
}

/// Subject → observers, per event.
func subject(observers: Int) -> @Sendable (Int) -> Int {
  { count in
    var sum = 0
    let subject = PublishSubject<Int>()
    let subscriptions = (0..<observers).map { _ in subject.subscribe(onNext: { sum &+= $0 }) }
    for number in 0..<count { subject.onNext(number) }
    for subscription in subscriptions { subscription.dispose() }
    return sum
  }
}

/// Subject → the six operators → subscribe.
func subjectChain(_ count: Int) -> Int {
  var sum = 0
  let source = PublishSubject<Int>()
  let subscription =
    source
    .map { $0 &+ 1 }.filter { $0 != -1 }
    .map { $0 &* 3 }.filter { $0 != -1 }
    .map { $0 &- 2 }.filter { $0 != -1 }
    .subscribe(onNext: { sum &+= $0 })
  for number in 0..<count { source.onNext(number) }
  subscription.dispose()
  return sum
}

/// One short-lived subscription to `just`.
func justOnce(_ count: Int) -> Int {
  var sum = 0
  for number in 0..<count { Observable.just(number).subscribe(onNext: { sum &+= $0 }).dispose() }
  return sum
}

/// One short-lived subscription to just → map → filter.
func justMapFilterOnce(_ count: Int) -> Int {
  var sum = 0
  for number in 0..<count {
    Observable.just(number).map { $0 &+ 1 }.filter { $0 != -1 }.subscribe(onNext: { sum &+= $0 }).dispose()
  }
  return sum
}

/// One short-lived subscription to create → map → filter.
func createMapFilterOnce(_ count: Int) -> Int {
  var sum = 0
  for number in 0..<count {
    Observable<Int>.create { observer in
      observer.onNext(number)
      observer.onCompleted()
      return Disposables.create()
    }
    .map { $0 &+ 1 }.filter { $0 != -1 }.subscribe(onNext: { sum &+= $0 }).dispose()
  }
  return sum
}

/// An observer that does nothing: what is left of a call to it is the hook.
final class Idle: EventReceiver<Int> {
  var calls = 0

  override func on(next element: Int) { calls &+= 1 }
  override func on(error: any Swift.Error) { calls &+= 1 }
  override func onCompletion() { calls &+= 1 }
}

/// Calls that pass a hook.
@inline(never)
func hooked(_ idle: EventReceiver<Int>, _ count: Int) {
  for _ in 0..<count { idle.sendCompleted() }
}

/// The same calls without one.
@inline(never)
func unhooked(_ idle: EventReceiver<Int>, _ count: Int) {
  for _ in 0..<count { idle.onCompleted() }
}
