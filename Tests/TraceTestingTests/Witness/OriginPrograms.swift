import Dispatch
import Foundation
import Rx

extension OriginProgram {
  static let all = combining + collecting + accumulating + keeping + flattening + replaying + threads

  /// Two subjects: numbers below 500 go to the first, others to the second.
  private static func two(
    _ name: String, _ numbers: [Int], ends: Bool = true,
    _ pipeline: @escaping @Sendable (Observable<Int>, Observable<Int>) -> Observable<some Any>
  ) -> OriginProgram {
    OriginProgram(name) { witness in
      let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      witness.observe(pipeline(one, other))
      for number in numbers { (number < 500 ? one : other).onNext(number) }
      guard ends else { return }
      one.onCompleted()
      other.onCompleted()
    }
  }

  private static let combining = [
    two("combineLatest", [101, 501, 102, 103, 502]) { Observable.combineLatest($0, $1) { "\($0) \($1)" } },
    two("combineLatest of one sequence twice", [101, 102]) { one, _ in
      Observable.combineLatest(one, one.map { $0 }) { "\($0) \($1)" }
    },
    two("combineLatest of a collection", [101, 501, 102]) { one, other in
      Observable.combineLatest([one, other, one]) { $0.map { "\($0)" }.joined(separator: " ") }
    },
    two("zip", [101, 102, 501, 103, 502, 503]) { Observable.zip($0, $1) { "\($0) \($1)" } },
    two("zip within combineLatest", [101, 501, 102, 502]) { one, other in
      Observable.combineLatest(Observable.zip(one, other) { "\($0) \($1)" }, one.map { "\($0)" }) { "\($0) \($1)" }
    },
    two("withLatestFrom", [101, 501, 102, 502, 503, 103]) { $0.withLatestFrom($1) { "\($0) \($1)" } },
    two("sample", [101, 102, 901, 103, 901, 901, 104]) { $0.sample($1) },
    two("sample with a default", [101, 901, 901, 102, 901]) { $0.sample($1, defaultValue: 0) },
    two("merge, then scan", [101, 501, 102]) { Observable.merge($0, $1).scan("") { "\($0) \($1)" } },
    two("concat", [101, 102]) { one, _ in one.concat(Observable<Int>.empty()) },
    two("startWith in front of combineLatest", [501, 101]) { one, other in
      Observable.combineLatest(one.map { "\($0)" }.startWith("none"), other) { "\($0) \($1)" }
    },
    two("amb", [501, 101, 502]) { Observable.amb([$0, $1]) },
    OriginProgram("a closure of combineLatest sends to the other input", isReentrant: true) { witness in
      let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      var isFirst = true
      witness.observe(
        Observable.combineLatest(one, other) { (number: Int, second: Int) in
          if isFirst {
            isFirst = false
            other.onNext(502)
          }
          return "\(number) \(second)"
        })
      one.onNext(101)
      other.onNext(501)
      one.onNext(102)
    },
    OriginProgram("an observer sends to an input", isReentrant: true) { witness in
      let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      witness.observe(Observable.combineLatest(one, other) { "\($0) \($1)" }) { if $0 == "101 501" { one.onNext(102) } }
      one.onNext(101)
      other.onNext(501)
      other.onNext(502)
    },
  ]

  private static let collecting = [
    two("reduce", [101, 102, 103]) { one, _ in one.reduce("") { "\($0) \($1)" } },
    two("toArray", [101, 102, 103]) { one, _ in one.toArray().asObservable() },
    two("buffer", [101, 102, 103, 104, 105]) { one, _ in
      one.buffer(timeSpan: .seconds(100), count: 2, scheduler: Clock().scheduler)
    },
    OriginProgram("buffer, by its time") { witness in
      let (subject, clock) = (PublishSubject<Int>(), Clock())
      witness.observe(
        subject.buffer(timeSpan: .seconds(5), count: 3, scheduler: clock.scheduler).filter { !$0.isEmpty })
      for number in 101...107 {
        subject.onNext(number)
        clock.advance(2)
      }
    },
    two("window", [101, 102, 103]) { one, _ in
      one.window(timeSpan: .seconds(100), count: 2, scheduler: Clock().scheduler).flatMap { $0.toArray() }
    },
    two("takeLast", [101, 102, 103]) { one, _ in one.takeLast(2) },
    two("takeLast, of which one is taken", [101, 102, 103, 104]) { one, _ in one.takeLast(3).take(1) },
  ]

  private static func timed(
    _ name: String, _ gaps: [TimeInterval],
    _ pipeline: @escaping @Sendable (Observable<Int>, Clock) -> Observable<some Any>
  ) -> OriginProgram {
    OriginProgram(name) { witness in
      let (subject, clock) = (PublishSubject<Int>(), Clock())
      witness.observe(pipeline(subject, clock))
      for (place, gap) in gaps.enumerated() {
        subject.onNext(101 + place)
        clock.advance(gap)
      }
      subject.onCompleted()
      clock.advance(10)
    }
  }

  private static let accumulating = [
    two("scan", [101, 102, 103]) { one, _ in one.scan("") { "\($0) \($1)" } },
    two("an operator of the program's own that accumulates", [101, 102, 103]) { one, _ in
      Gathering(one, GatheringSink.init).asObservable()
    },
    two("one that sends at every second element", [101, 102, 103, 104]) { one, _ in
      Gathering(one, EverySecondSink.init).asObservable()
    },
    OriginProgram("one that sends later") { witness in
      let (subject, clock) = (PublishSubject<Int>(), Clock())
      witness.observe(Gathering(subject) { LaterSink(clock.scheduler, $0) })
      for number in 101...104 {
        subject.onNext(number)
        clock.advance(number == 102 ? 2 : 0.1)
      }
      clock.advance(2)
    },
    two("one whose name is that of the engine's class", [101, 102, 103]) { one, _ in
      Renamed(one, ScanSink.init).asObservable()
    },
  ]

  private static let keeping = [
    timed("debounce", [1, 3, 1, 1]) { $0.debounce(.seconds(2), scheduler: $1.scheduler) },
    timed("throttle", [0.5, 0.5, 5, 1, 1]) { $0.throttle(.seconds(2), scheduler: $1.scheduler) },
    timed("delay", [1, 1, 5, 0]) { $0.delay(.seconds(2), scheduler: $1.scheduler) },
    timed("delay in front of combineLatest", [1, 1, 5, 0]) { source, clock in
      Observable.combineLatest(source, source.delay(.seconds(2), scheduler: clock.scheduler)) { "\($0) \($1)" }
    },
    timed("moved to a scheduler", [1, 0, 0]) { $0.observe(on: $1.scheduler).scan("") { "\($0) \($1)" } },
    timed("debounce behind combineLatest", [1, 3, 1]) { source, clock in
      Observable.combineLatest(source, source.skip(1).startWith(101)) { "\($0) \($1)" }
        .debounce(.seconds(2), scheduler: clock.scheduler)
    },
  ]

  private static let flattening = [
    two("flatMap", [101, 501, 102, 502]) { one, other in one.flatMap { number in other.map { "\(number) \($0)" } } },
    two("flatMapLatest", [101, 501, 102, 502, 503]) { one, other in
      one.flatMapLatest { number in other.map { "\(number) \($0)" } }
    },
    two("flatMapFirst", [101, 102, 501]) { one, other in one.flatMapFirst { number in other.map { "\(number) \($0)" } }
    },
    two("concatMap", [101, 102, 501, 502]) { one, other in
      one.concatMap { number in other.take(1).map { "\(number) \($0)" } }
    },
    two("merge of one at a time", [101, 102, 501, 502]) { one, other in
      one.map { number in other.take(1).map { "\(number) \($0)" } }.merge(maxConcurrent: 1)
    },
    two("switchLatest", [101, 501, 102, 502]) { one, other in
      one.map { number in other.map { "\(number) \($0)" } }.switchLatest()
    },
  ]

  private static let replaying = [
    OriginProgram("subjects that replay, combined") { witness in
      let (one, other) = (ReplaySubject<Int>.create(bufferSize: 2), BehaviorSubject(value: 500))
      for number in 101...103 { one.onNext(number) }
      other.onNext(501)
      witness.observe(Observable.combineLatest(one, other) { "\($0) \($1)" })
      one.onNext(104)
    },
    OriginProgram("a value that a subject began with") { witness in
      let (one, other) = (PublishSubject<Int>(), BehaviorSubject(value: 501))
      witness.observe(Observable.combineLatest(one, other) { "\($0) \($1)" })
      one.onNext(101)
    },
    OriginProgram("a share that replays") { witness in
      let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      let shared = one.map { "\($0)" }.share(replay: 1)
      let first = witness.observe(shared)
      for number in 101...102 { one.onNext(number) }
      witness.observe(Observable.combineLatest(shared, other) { "\($0) \($1)" })
      other.onNext(501)
      one.onNext(103)
      first.dispose()
    },
    OriginProgram("a share that replays two") { witness in
      let one = PublishSubject<Int>()
      let shared = one.share(replay: 2, scope: .forever)
      witness.observe(shared)
      for number in 101...103 { one.onNext(number) }
      witness.observe(shared.scan("") { "\($0) \($1)" })
      one.onNext(104)
    },
    OriginProgram("a shared combination") { witness in
      let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      let shared = Observable.combineLatest(one.share(), other) { "\($0) \($1)" }.share(replay: 1)
      witness.observe(shared)
      one.onNext(101)
      other.onNext(501)
      witness.observe(shared.map { "\($0)" })
      one.onNext(102)
    },
    OriginProgram("a relay that a closure feeds", isReentrant: true) { witness in
      let (one, other) = (PublishRelay<Int>(), PublishRelay<String>())
      _ = one.subscribe(onNext: { other.accept("\($0)") })
      witness.observe(one.withLatestFrom(other) { "\($0) \($1)" })
      for number in 101...103 { one.accept(number) }
    },
  ]

  /// Two threads, each of which sends numbers to a subject of its own.
  private static func concurrent(
    _ name: String,
    _ pipeline: @escaping @Sendable (Observable<Int>, Observable<Int>) -> Observable<some Any>
  ) -> OriginProgram {
    OriginProgram(name, isConcurrent: true) { witness in
      nonisolated(unsafe) let subjects = [PublishSubject<Int>(), PublishSubject<Int>()]
      witness.observe(pipeline(subjects[0], subjects[1]))
      for place in 0...1 { subjects[place].onNext(place == 0 ? 100 : 500) }
      DispatchQueue.concurrentPerform(iterations: 2) { place in
        for number in 1...40 { subjects[place].onNext((place == 0 ? 100 : 500) + number) }
      }
      for subject in subjects { subject.onCompleted() }
    }
  }

  private static let threads = [
    concurrent("combineLatest on two threads") { Observable.combineLatest($0, $1) { "\($0) \($1)" } },
    concurrent("zip on two threads") { Observable.zip($0, $1) { "\($0) \($1)" } },
    concurrent("withLatestFrom on two threads") { $0.withLatestFrom($1) { "\($0) \($1)" } },
    concurrent("merge on two threads") { Observable.merge($0, $1) },
    OriginProgram("moved to a queue, and combined") { witness in
      let queue = DispatchQueue(label: "work")
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "moved")
      let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      witness.observe(Observable.combineLatest(one.observe(on: scheduler), other) { "\($0) \($1)" })
      one.onNext(101)
      queue.sync {}
      other.onNext(501)
      one.onNext(102)
      queue.sync {}
    },
  ]
}
