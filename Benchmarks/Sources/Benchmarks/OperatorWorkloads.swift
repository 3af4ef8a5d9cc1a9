import Dispatch
import Rx

/// range → map → scan.
func rangeMapScan(_ count: Int) -> Int {
  var sum = 0
  _ = Observable.range(start: 0, count: count).map { $0 &+ 1 }.scan(0) { $0 &+ $1 }.subscribe(onNext: { sum = $0 })
  return sum
}

/// Sends `count` numbers through subjects in turn.
private func push(_ subjects: [PublishSubject<Int>], _ count: Int) {
  var next = 0
  for number in 0..<count {
    subjects[next].onNext(number)
    next = next + 1 == subjects.count ? 0 : next + 1
  }
}

/// combineLatest of two subjects.
func combineLatestOfTwo(_ count: Int) -> Int {
  var sum = 0
  let subjects = (0..<2).map { _ in PublishSubject<Int>() }
  let subscription = Observable.combineLatest(subjects[0], subjects[1]) { $0 &+ $1 }.subscribe(onNext: { sum &+= $0 })
  push(subjects, count)
  subscription.dispose()
  return sum
}

/// zip of two subjects, which send in turn; per event of either.
func zipOfTwo(_ count: Int) -> Int {
  var sum = 0
  let subjects = (0..<2).map { _ in PublishSubject<Int>() }
  let subscription = Observable.zip(subjects[0], subjects[1]) { $0 &+ $1 }.subscribe(onNext: { sum &+= $0 })
  push(subjects, count)
  subscription.dispose()
  return sum
}

/// merge of eight subjects.
func mergeOfEight(_ count: Int) -> Int {
  var sum = 0
  let subjects = (0..<8).map { _ in PublishSubject<Int>() }
  let subscription = Observable.merge(subjects.map { $0.asObservable() }).subscribe(onNext: { sum &+= $0 })
  push(subjects, count)
  subscription.dispose()
  return sum
}

/// sample: a tick after each element; per event of either.
func sampleEach(_ count: Int) -> Int {
  var sum = 0
  let subjects = (0..<2).map { _ in PublishSubject<Int>() }
  let subscription = subjects[0].sample(subjects[1]).subscribe(onNext: { sum &+= $0 })
  push(subjects, count)
  subscription.dispose()
  return sum
}

/// withLatestFrom: the two inputs in turn; per event of either.
func withLatestFromEach(_ count: Int) -> Int {
  var sum = 0
  let subjects = (0..<2).map { _ in PublishSubject<Int>() }
  let subscription = subjects[0].withLatestFrom(subjects[1]) { $0 &+ $1 }.subscribe(onNext: { sum &+= $0 })
  push(subjects, count)
  subscription.dispose()
  return sum
}

/// share(replay: 1) to four observers.
func shareToFour(_ count: Int) -> Int {
  var sum = 0
  let subject = PublishSubject<Int>()
  let shared = subject.share(replay: 1)
  let subscriptions = (0..<4).map { _ in shared.subscribe(onNext: { sum &+= $0 }) }
  push([subject], count)
  for subscription in subscriptions { subscription.dispose() }
  return sum
}

/// flatMap to `just`.
func flatMapToJust(_ count: Int) -> Int {
  var sum = 0
  let subject = PublishSubject<Int>()
  let subscription = subject.flatMap { Observable.just($0) }.subscribe(onNext: { sum &+= $0 })
  push([subject], count)
  subscription.dispose()
  return sum
}

/// flatMapLatest to `just`.
func flatMapLatestToJust(_ count: Int) -> Int {
  var sum = 0
  let subject = PublishSubject<Int>()
  let subscription = subject.flatMapLatest { Observable.just($0) }.subscribe(onNext: { sum &+= $0 })
  push([subject], count)
  subscription.dispose()
  return sum
}

/// observe(on:) a serial queue.
func observeOnSerial(_ count: Int) -> Int {
  nonisolated(unsafe) var sum = 0
  let ended = DispatchSemaphore(value: 0)
  let subject = PublishSubject<Int>()
  let subscription = subject.observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "benchmark"))
    .subscribe(onNext: { sum &+= $0 }, onCompleted: { ended.signal() })
  push([subject], count)
  subject.onCompleted()
  ended.wait()
  subscription.dispose()
  return sum
}

/// distinctUntilChanged.
func distinctEach(_ count: Int) -> Int {
  var sum = 0
  let subject = PublishSubject<Int>()
  let subscription = subject.distinctUntilChanged().subscribe(onNext: { sum &+= $0 })
  push([subject], count)
  subscription.dispose()
  return sum
}

/// take of as many as there are.
func takeEach(_ count: Int) -> Int {
  var sum = 0
  let subject = PublishSubject<Int>()
  let subscription = subject.take(count).subscribe(onNext: { sum &+= $0 })
  push([subject], count)
  subscription.dispose()
  return sum
}

/// One short-lived subscription to `using`.
func usingOnce(_ count: Int) -> Int {
  var sum = 0
  for number in 0..<count {
    Observable<Int>.using({ BooleanDisposable() }, observableFactory: { _ in .just(number) })
      .subscribe(onNext: { sum &+= $0 }).dispose()
  }
  return sum
}
