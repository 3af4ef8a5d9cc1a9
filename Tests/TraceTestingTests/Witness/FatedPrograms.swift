import Dispatch
import Foundation
import Rx

extension FatedProgram {
  static let all =
    filtering + positions + repetition + time + collecting + combining + flattening + sharing + subjects + errors + ends
    + threads

  /// Sends elements through an operator, and then the completion.
  private static func one(
    _ name: String, _ fates: String, ends: Bool = true,
    _ pipeline: @escaping @Sendable (Observable<Int>) -> Observable<some Any>
  ) -> FatedProgram {
    let program = FatedProgram(name, fates) { _ in }
    let numbers = program.fates.map { Int($0.element)! }
    return FatedProgram(name, fates) { witness in
      let subject = PublishSubject<Int>()
      witness.observe(pipeline(subject))
      for number in numbers { subject.onNext(number) }
      if ends { subject.onCompleted() }
    }
  }

  private static let kept = Clock()

  private static let filtering = [
    one("map", "101 arrived, 102 arrived") { $0.map { "\($0)" } },
    one("filter", "101 filtered, 102 arrived") { $0.filter { $0 % 2 == 0 } },
    one("compactMap", "101 filtered, 102 arrived") { $0.compactMap { $0 % 2 == 0 ? $0 : nil } },
    one("ignoreElements", "101 filtered, 102 filtered") { $0.ignoreElements() },
    one("two filters, of which the second drops it", "104 filtered, 106 arrived") {
      $0.filter { $0 % 2 == 0 }.filter { $0 % 3 == 1 }
    },
    one("scan, do, materialize", "101 arrived, 102 arrived") {
      $0.scan([]) { $0 + [$1] }.do(onNext: { _ in }).materialize()
    },
    one("an operator of the program's own that accumulates", "101 arrived, 102 arrived") {
      Gathering($0, GatheringSink.init).asObservable()
    },
    one("one that sends at every second element", "101 arrived, 102 arrived, 103 waiting", ends: false) {
      Gathering($0, EverySecondSink.init).asObservable()
    },
    one("enumerated", "101 arrived") { $0.enumerated().map { "\($0.element)" } },
    one("debug, withUnretained", "101 arrived") { source in
      source.debug("it", trimOutput: true).withUnretained(kept).map { "\($1)" }
    },
  ]

  private static let positions = [
    one("take", "101 arrived, 102 arrived, 103 taken") { $0.take(2) },
    one("skip", "101 skipped, 102 arrived") { $0.skip(1) },
    one("skip while", "101 skipped, 202 arrived, 103 arrived") { $0.skip(while: { $0 < 200 }) },
    one("take while", "101 arrived, 202 skipped, 103 taken") { $0.take(while: { $0 < 200 }) },
    one("element at", "101 skipped, 102 arrived, 103 taken") { $0.element(at: 1) },
    one("take last", "101 skipped, 102 arrived, 103 arrived") { $0.takeLast(2) },
    one("take last, and no end", "101 waiting, 102 waiting", ends: false) { $0.takeLast(2) },
    one("first", "101 arrived, 102 taken") { $0.first().asObservable() },
    one("single, of one", "101 arrived") { $0.single() },
    one("single, of two", "101 arrived, 102 threw") { $0.single() },
    one("a Single, of two", "101 ended, 102 threw") { $0.asSingle().asObservable() },
    one("take until one that", "101 arrived, 102 arrived, 103 taken") {
      $0.take(until: { $0 == 102 }, behavior: .inclusive)
    },
    one("if empty", "101 arrived, 102 arrived") { $0.ifEmpty(default: 0).ifEmpty(switchTo: .just(1)) },
    one("map behind take", "101 arrived, 102 taken") { $0.take(1).map { "\($0)" } },
  ]

  private static let repetition = [
    one("distinct until changed, by a key", "101 arrived, 102 distinct, 203 arrived") {
      $0.distinctUntilChanged { $0 / 100 }
    },
    one("distinct in front of a filter", "102 arrived, 104 distinct, 201 filtered") {
      $0.distinctUntilChanged { $0 / 100 }.filter { $0 % 2 == 0 }
    },
  ]

  /// Sends elements, each followed by some seconds.
  private static func timed(
    _ name: String, _ fates: String, _ gaps: [TimeInterval], ends: Bool = false,
    _ pipeline: @escaping @Sendable (Observable<Int>, Clock) -> Observable<some Any>
  ) -> FatedProgram {
    let numbers = FatedProgram(name, fates) { _ in }.fates.map { Int($0.element)! }
    return FatedProgram(name, fates) { witness in
      let (subject, clock) = (PublishSubject<Int>(), Clock())
      witness.observe(pipeline(subject, clock))
      for (number, gap) in zip(numbers, gaps) {
        subject.onNext(number)
        clock.advance(gap)
      }
      if ends { subject.onCompleted() }
    }
  }

  private static let time = [
    timed("debounce", "101 debounced, 102 debounced, 103 arrived, 104 debounced", [1, 1, 3, 1]) {
      $0.debounce(.seconds(2), scheduler: $1.scheduler)
    },
    timed("debounce sends what it holds when its source ends", "101 debounced, 102 arrived", [1, 1], ends: true) {
      $0.debounce(.seconds(2), scheduler: $1.scheduler)
    },
    timed("throttle", "101 arrived, 102 throttled, 103 arrived, 104 arrived", [0.5, 0.5, 5, 1]) {
      $0.throttle(.seconds(2), scheduler: $1.scheduler)
    },
    timed("throttle without the latest", "101 arrived, 102 throttled, 103 throttled, 104 arrived", [0.5, 0.5, 5, 1]) {
      $0.throttle(.seconds(2), latest: false, scheduler: $1.scheduler)
    },
    timed("delay", "101 arrived, 102 arrived, 103 waiting", [1, 3, 1]) {
      $0.delay(.seconds(2), scheduler: $1.scheduler)
    },
    timed("delay in front of a filter", "101 filtered, 102 arrived", [1, 5]) {
      $0.delay(.seconds(2), scheduler: $1.scheduler).filter { $0 % 2 == 0 }
    },
    timed("take for a time", "101 arrived, 102 ended", [3, 1]) { $0.take(for: .seconds(2), scheduler: $1.scheduler) },
    timed("skip for a time", "101 skipped, 102 arrived", [3, 1]) { $0.skip(.seconds(2), scheduler: $1.scheduler) },
    timed("moved to a scheduler", "101 arrived, 102 arrived", [1, 0]) { $0.observe(on: $1.scheduler) },
    timed("subscribed late", "101 not-subscribed, 102 arrived", [3, 1]) {
      $0.delaySubscription(.seconds(2), scheduler: $1.scheduler)
    },
    timed("subscribed on a scheduler", "101 not-subscribed, 102 arrived", [1, 1]) { $0.subscribe(on: $1.scheduler) },
    timed("timeout", "101 arrived, 102 ended", [3, 1]) { $0.timeout(.seconds(2), scheduler: $1.scheduler) },
  ]

  private static let collecting = [
    one("reduce", "101 arrived, 102 arrived") { $0.reduce("") { "\($0) \($1)" } },
    one("reduce without an end", "101 waiting, 102 waiting", ends: false) { $0.reduce("") { "\($0) \($1)" } },
    one("toArray", "101 arrived, 102 arrived") { $0.toArray().asObservable() },
    timed("buffer", "101 arrived, 102 arrived, 103 arrived, 104 waiting", [0, 1, 6, 1]) {
      $0.buffer(timeSpan: .seconds(5), count: 2, scheduler: $1.scheduler)
    },
    timed("window", "101 arrived, 102 arrived, 103 arrived", [0, 1, 6]) {
      $0.window(timeSpan: .seconds(5), count: 2, scheduler: $1.scheduler).flatMap { $0 }
    },
    one("groupBy", "101 filtered, 102 arrived") { source in
      source.groupBy { $0 % 2 }.flatMap { $0.filter { $0 % 2 == 0 } }
    },
  ]

  /// Two subjects, of which the first has the hundreds from 1 and the other those from 5.
  private static func two(
    _ name: String, _ fates: String, ends: Bool = false,
    _ pipeline: @escaping @Sendable (Observable<Int>, Observable<Int>) -> Observable<some Any>
  ) -> FatedProgram {
    let numbers = FatedProgram(name, fates) { _ in }.fates.map { Int($0.element)! }
    return FatedProgram(name, fates) { witness in
      let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      witness.observe(pipeline(one, other))
      for number in numbers { (number < 500 ? one : other).onNext(number) }
      if ends { one.onCompleted() }
    }
  }

  private static let combining = [
    two("combineLatest", "101 waiting, 102 arrived, 501 arrived, 103 arrived") {
      Observable.combineLatest($0, $1) { "\($0) \($1)" }
    },
    two("combineLatest, one input silent", "101 waiting, 102 waiting") { one, other in
      Observable.combineLatest(one, other) { "\($0) \($1)" }
    },
    two("zip", "101 arrived, 102 waiting, 501 arrived") { Observable.zip($0, $1) { "\($0) \($1)" } },
    two("zip of three that sends in pairs", "101 arrived, 102 arrived, 501 arrived, 502 arrived, 103 waiting") {
      Observable.zip($0, $1) { "\($0) \($1)" }
    },
    two("withLatestFrom", "101 dropped, 501 waiting, 502 arrived, 102 arrived") {
      $0.withLatestFrom($1) { "\($0) \($1)" }
    },
    two("sample", "101 waiting, 102 arrived, 501 signal, 502 signal, 103 waiting") { $0.sample($1) },
    two("skip until", "101 dropped, 501 signal, 102 arrived") { $0.skip(until: $1) },
    two("take until", "101 arrived, 501 signal, 102 ended") { $0.take(until: $1) },
    two("merge", "101 arrived, 501 arrived") { Observable.merge($0, $1) },
    two("concat", "101 arrived, 501 never-entered") { $0.concat($1) },
    two("amb", "501 arrived, 101 disposed") { Observable.amb([$0, $1]) },
    two("startWith", "101 arrived") { one, _ in one.startWith(7) },
    two("combineLatest of three", "101 waiting, 501 waiting") { one, other in
      Observable.combineLatest(one, other, Observable<Int>.never()) { "\($0) \($1) \($2)" }
    },
    two("combineLatest of a list", "101 waiting, 102 arrived, 501 arrived") { Observable.combineLatest([$0, $1]) },
    two("zip of four", "101 arrived, 501 arrived, 102 waiting") { one, other in
      Observable.zip(one, other, one, other) { "\($0) \($1) \($2) \($3)" }
    },
  ]

  private static let flattening = [
    two("flatMap", "101 arrived, 501 arrived") { outer, inner in
      outer.flatMap { number in inner.map { "\(number) \($0)" } }
    },
    two("flatMap of sequences that end at once", "101 empty, 102 arrived") { outer, _ in
      outer.flatMap { $0 % 2 == 0 ? Observable.just($0) : .empty() }
    },
    two("flatMapLatest", "101 replaced, 102 arrived, 501 arrived") { outer, inner in
      outer.flatMapLatest { number in inner.map { "\(number) \($0)" } }
    },
    two("flatMapFirst", "101 arrived, 102 busy, 501 arrived") { outer, inner in
      outer.flatMapFirst { number in inner.map { "\(number) \($0)" } }
    },
    two("flatMap that waits", "101 waiting") { outer, inner in
      outer.flatMap { number in inner.map { "\(number) \($0)" } }
    },
    two("concatMap", "101 arrived, 102 waiting, 501 arrived") { outer, inner in
      outer.concatMap { number in inner.map { "\(number) \($0)" } }
    },
    two("concatMap in turn", "101 arrived, 102 arrived, 103 waiting, 501 arrived, 502 arrived") { outer, inner in
      outer.concatMap { number in inner.take(1).map { "\(number) \($0)" } }
    },
    two("merge of two at most", "101 arrived, 102 arrived, 103 waiting, 501 arrived") { outer, inner in
      outer.map { number in inner.map { "\(number) \($0)" } }.merge(maxConcurrent: 2)
    },
    two("switchLatest", "101 replaced, 102 arrived, 501 arrived") { outer, inner in
      outer.map { number in inner.map { "\(number) \($0)" } }.switchLatest()
    },
    two("an inner sequence that drops it", "101 arrived, 501 filtered, 502 arrived") { outer, inner in
      outer.flatMap { number in inner.filter { $0 % 2 == 0 }.map { "\(number) \($0)" } }
    },
  ]

  private static let sharing = [
    one("share", "101 filtered, 102 arrived") { $0.share().filter { $0 % 2 == 0 } },
    FatedProgram("a shared sequence of which one branch drops it", "101 arrived, 102 arrived") { witness in
      let subject = PublishSubject<Int>()
      let shared = subject.share()
      witness.observe(shared.filter { $0 % 2 == 0 })
      witness.observe(shared.filter { $0 % 2 == 1 })
      for number in 101...102 { subject.onNext(number) }
    },
    FatedProgram("a share that replays gives a newcomer the last", "101 filtered, 102 arrived") { witness in
      let subject = PublishSubject<Int>()
      let shared = subject.share(replay: 1)
      let first = witness.observe(shared.filter { $0 > 101 })
      for number in 101...102 { subject.onNext(number) }
      witness.observe(shared.filter { $0 % 2 == 0 })
      first.dispose()
    },
    FatedProgram("publish without connect", "101 never-entered") { witness in
      let subject = PublishSubject<Int>()
      witness.observe(subject.publish())
      subject.onNext(101)
    },
    FatedProgram("publish, connected late", "101 not-subscribed, 102 arrived") { witness in
      let subject = PublishSubject<Int>()
      let published = subject.publish()
      witness.observe(published)
      subject.onNext(101)
      let connection = published.connect()
      subject.onNext(102)
      connection.dispose()
    },
    one("publish and refCount", "101 filtered, 102 arrived") { $0.publish().refCount().filter { $0 % 2 == 0 } },
    one("multicast", "101 filtered, 102 arrived") { source in
      source.multicast({ PublishSubject<Int>() }, selector: { $0.filter { $0 % 2 == 0 } })
    },
  ]

  private static let subjects = [
    FatedProgram("before anybody subscribed", "101 not-subscribed, 102 arrived") { witness in
      let subject = PublishSubject<Int>()
      subject.onNext(101)
      witness.observe(subject)
      subject.onNext(102)
    },
    FatedProgram("a behavior subject keeps the latest", "101 arrived, 103 arrived") { witness in
      let subject = BehaviorSubject(value: 101)
      subject.onNext(102)
      witness.observe(subject)
      witness.observe(subject.map { $0 - 1 })
      subject.onNext(103)
      subject.onNext(102)
    },
    FatedProgram("a replay of two", "102 arrived, 103 arrived") { witness in
      let subject = ReplaySubject<Int>.create(bufferSize: 2)
      for number in 101...103 { subject.onNext(number) }
      witness.observe(subject)
    },
    FatedProgram("one subject feeds another", "101 filtered, 102 arrived") { witness in
      let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      witness.observe(other.filter { $0 % 2 == 0 })
      witness.observe(one.map { _ in "none" })
      _ = one.subscribe(onNext: { other.onNext($0) })
      for number in 101...102 { other.onNext(number) }
    },
    FatedProgram("a relay", "101 filtered, 102 arrived") { witness in
      let relay = PublishRelay<Int>()
      witness.observe(relay.filter { $0 % 2 == 0 })
      for number in 101...102 { relay.accept(number) }
    },
    FatedProgram("after the subject's end", "101 arrived, 102 ended") { witness in
      let subject = PublishSubject<Int>()
      witness.observe(subject)
      subject.onNext(101)
      subject.onCompleted()
      subject.onNext(102)
    },
  ]

  private static let errors = [
    one("a closure that throws", "101 arrived, 102 threw, 103 ended") {
      $0.map { number in
        if number == 102 { throw Offline() }
        return number
      }
    },
    one("an error that is caught", "101 arrived, 102 threw") {
      $0.map { number in
        if number == 102 { throw Offline() }
        return "\(number)"
      }.catchAndReturn("none")
    },
    one("an error after which it is subscribed again", "101 arrived, 102 threw, 103 arrived") {
      $0.map { number in
        if number == 102 { throw Offline() }
        return "\(number)"
      }.retry { $0.take(1) }
    },
    FatedProgram("after an error", "101 arrived, 102 ended") { witness in
      let subject = PublishSubject<Int>()
      witness.observe(subject.map { "\($0)" })
      subject.onNext(101)
      subject.onError(Offline())
      subject.onNext(102)
    },
  ]

  private static let ends = [
    FatedProgram("after the disposal", "101 arrived, 102 disposed") { witness in
      let subject = PublishSubject<Int>()
      let subscription = witness.observe(subject.map { "\($0)" })
      subject.onNext(101)
      subscription.dispose()
      subject.onNext(102)
    },
    FatedProgram("held when the bag goes", "101 disposed") { witness in
      let (subject, clock) = (PublishSubject<Int>(), Clock())
      var bag = DisposeBag()
      witness.observe(subject.debounce(.seconds(2), scheduler: clock.scheduler)).disposed(by: bag)
      subject.onNext(101)
      bag = DisposeBag()
      clock.advance(5)
    },
    FatedProgram("waiting for a pair when it is disposed", "101 waiting") { witness in
      let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      let subscription = witness.observe(Observable.zip(one, other) { "\($0) \($1)" })
      one.onNext(101)
      subscription.dispose()
    },
    FatedProgram("create that sends after its end", "101 arrived, 102 ended") { witness in
      witness.observe(
        Observable<Int>.create { observer in
          observer.onNext(101)
          observer.onCompleted()
          observer.onNext(102)
          return Disposables.create()
        })
    },
  ]

  private static let threads = [
    FatedProgram("moved to a queue, and dropped there", "101 filtered, 102 arrived, 103 filtered") { witness in
      let queue = DispatchQueue(label: "work")
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "moved")
      let done = DispatchSemaphore(value: 0)
      witness.observe(
        Observable.of(101, 102, 103).observe(on: scheduler).filter { $0 % 2 == 0 }.do(onDispose: { done.signal() }))
      done.wait()
      queue.sync {}
    },
    FatedProgram("sent by another thread", "101 filtered, 102 arrived") { witness in
      nonisolated(unsafe) let subject = PublishSubject<Int>()
      witness.observe(subject.filter { $0 % 2 == 0 })
      let isSent = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        for number in 101...102 { subject.onNext(number) }
        isSent.signal()
      }
      isSent.wait()
    },
    FatedProgram("paired by two threads", "101 arrived, 102 waiting, 501 arrived") { witness in
      nonisolated(unsafe) let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      witness.observe(Observable.zip(one, other) { "\($0) \($1)" })
      let isSent = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        for number in 101...102 { one.onNext(number) }
        isSent.signal()
      }
      isSent.wait()
      other.onNext(501)
    },
  ]
}
