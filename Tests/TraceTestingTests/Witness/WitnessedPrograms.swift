import Foundation
import Rx

extension WitnessedProgram {
  static let all = sources + stages + flattening + combining + errors + sharing + time + threads

  private static let sources = [
    WitnessedProgram("just") { $0.observe(Observable.just(1)) },
    WitnessedProgram("elements and completion") { $0.observe(Observable.of("a", "b", "c")) },
    WitnessedProgram("nothing but completion") { $0.observe(Observable<Int>.empty()) },
    WitnessedProgram("nothing but an error") { $0.observe(Observable<Int>.error(Offline())) },
    WitnessedProgram("never") { $0.observe(Observable<Int>.never()) },
    WitnessedProgram("never, disposed") { $0.observe(Observable<Int>.never()).dispose() },
    WitnessedProgram("range") { $0.observe(Observable.range(start: 1, count: 5)) },
    WitnessedProgram("create that never ends") { witness in
      witness.observe(
        Observable<Int>.create { observer in
          observer.onNext(1)
          return Disposables.create()
        })
    },
    WitnessedProgram("create that sends after its end") { witness in
      witness.observe(
        Observable<Int>.create { observer in
          observer.onNext(1)
          observer.onCompleted()
          observer.onNext(2)
          return Disposables.create()
        })
    },
    WitnessedProgram("a single") { $0.observe(Single.just(4)) },
    WitnessedProgram("a maybe without an element") { $0.observe(Maybe<Int>.empty()) },
    WitnessedProgram("using, deferred") { witness in
      witness.observe(Observable.using({ BooleanDisposable() }, observableFactory: { _ in Observable.just(1) }))
      witness.observe(Observable.deferred { Observable.of(1, 2) })
    },
  ]

  private static let stages = [
    WitnessedProgram("filter and map") { $0.observe(Observable.of(1, 2, 3, 4).filter { $0 % 2 == 0 }.map { $0 * 10 }) },
    WitnessedProgram("take ends before its source") { witness in
      let subject = PublishSubject<Int>()
      witness.observe(subject.take(2))
      for number in 1...4 { subject.onNext(number) }
    },
    WitnessedProgram("skip, scan, distinct") { witness in
      witness.observe(Observable.of(1, 1, 2, 2, 3).distinctUntilChanged().skip(1).scan(0, accumulator: +))
    },
    WitnessedProgram("reduce waits for the end") { witness in
      let subject = PublishSubject<Int>()
      witness.observe(subject.reduce(0, accumulator: +))
      witness.observe(subject.toArray())
      for number in 1...3 { subject.onNext(number) }
      subject.onCompleted()
    },
    WitnessedProgram("takeLast, elementAt, ignoreElements") { witness in
      witness.observe(Observable.of(1, 2, 3, 4).takeLast(2))
      witness.observe(Observable.of(1, 2, 3, 4).element(at: 1))
      witness.observe(Observable.of(1, 2).ignoreElements())
    },
    WitnessedProgram("disposed between two elements") { witness in
      let subject = PublishSubject<Int>()
      let subscription = witness.observe(subject.map { $0 + 1 })
      subject.onNext(1)
      subscription.dispose()
      subject.onNext(2)
    },
    WitnessedProgram("disposed with its bag") { witness in
      let subject = PublishSubject<Int>()
      var bag = DisposeBag()
      witness.observe(subject.map { $0 + 1 }).disposed(by: bag)
      witness.observe(subject).disposed(by: bag)
      subject.onNext(1)
      bag = DisposeBag()
      subject.onNext(2)
    },
    WitnessedProgram("disposed while it is given an element") { witness in
      let subject = PublishSubject<Int>()
      let subscription = SerialDisposable()
      subscription.disposable = witness.observe(
        subject.do(onNext: { if $0 == 2 { subscription.dispose() } }).map { $0 })
      for number in 1...3 { subject.onNext(number) }
    },
    WitnessedProgram("materialize") { $0.observe(Observable.of(1).materialize().map { "\($0)" }) },
  ]

  private static let flattening = [
    WitnessedProgram("flatMap") { witness in
      witness.observe(Observable.of(1, 2).flatMap { Observable.of($0, $0 * 10) })
    },
    WitnessedProgram("flatMap waits for its inner sequences") { witness in
      let (outer, inner) = (PublishSubject<Int>(), PublishSubject<String>())
      witness.observe(outer.flatMap { _ in inner })
      outer.onNext(1)
      outer.onCompleted()
      inner.onNext("a")
    },
    WitnessedProgram("flatMapLatest disposes the older one") { witness in
      let inners = [PublishSubject<String>(), PublishSubject<String>()]
      let outer = PublishSubject<Int>()
      witness.observe(outer.flatMapLatest { inners[$0] })
      outer.onNext(0)
      inners[0].onNext("a")
      outer.onNext(1)
      inners[0].onNext("b")
      inners[1].onNext("c")
      outer.onCompleted()
      inners[1].onCompleted()
    },
    WitnessedProgram("flatMapFirst, concatMap") { witness in
      witness.observe(Observable.of(1, 2).flatMapFirst { Observable.of($0, $0) })
      witness.observe(Observable.of(1, 2).concatMap { Observable.of($0, $0) })
    },
    WitnessedProgram("an inner sequence fails") { witness in
      let outer = PublishSubject<Int>()
      witness.observe(outer.flatMap { $0 == 2 ? Observable.error(Offline()) : Observable.just($0) })
      for number in 1...3 { outer.onNext(number) }
    },
  ]

  private static let combining = [
    WitnessedProgram("merge, concat") { witness in
      let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      witness.observe(Observable.merge(one, other))
      witness.observe(one.concat(other))
      one.onNext(1)
      other.onNext(2)
      one.onCompleted()
      other.onNext(3)
      other.onCompleted()
    },
    WitnessedProgram("zip, combineLatest, withLatestFrom") { witness in
      let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      witness.observe(Observable.zip(one, other) { "\($0)\($1)" })
      witness.observe(Observable.combineLatest(one, other) { "\($0)\($1)" })
      witness.observe(one.withLatestFrom(other))
      for number in 1...3 { one.onNext(number) }
      other.onNext(9)
      one.onNext(4)
      other.onCompleted()
      one.onCompleted()
    },
    WitnessedProgram("takeUntil, skipUntil, sample") { witness in
      let (source, signal) = (PublishSubject<Int>(), PublishSubject<Void>())
      witness.observe(source.take(until: signal))
      witness.observe(source.skip(until: signal))
      witness.observe(source.sample(signal))
      source.onNext(1)
      signal.onNext(())
      source.onNext(2)
    },
    WitnessedProgram("startWith, amb, switchLatest") { witness in
      let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      witness.observe(one.startWith(0))
      witness.observe(Observable.amb([one.asObservable(), other.asObservable()]))
      witness.observe(Observable.of(one, other).switchLatest())
      other.onNext(1)
      one.onNext(2)
      other.onCompleted()
    },
  ]

  private static let errors = [
    WitnessedProgram("catch, retry") { witness in
      let failing = Observable.of(1).concat(Observable<Int>.error(Offline()))
      witness.observe(failing.catchAndReturn(0))
      witness.observe(failing.catch { _ in Observable.of(7, 8) })
      witness.observe(failing.retry(2))
    },
    WitnessedProgram("a closure throws") { witness in
      witness.observe(
        Observable.of(1, 2, 3).map { number in
          if number == 2 { throw Offline() }
          return number
        })
    },
    WitnessedProgram("retry when a signal comes") { witness in
      let signal = PublishSubject<Void>()
      let source = PublishSubject<Int>()
      witness.observe(
        source.map { if $0 < 0 { throw Offline() } else { $0 } }.retry { (_: Observable<any Error>) in signal })
      source.onNext(1)
      source.onNext(-1)
      source.onNext(2)
      signal.onNext(())
      source.onNext(3)
    },
  ]

  private static let sharing = [
    WitnessedProgram("two observers of a shared sequence") { witness in
      let subject = PublishSubject<Int>()
      let shared = subject.map { $0 * 2 }.share()
      let first = witness.observe(shared)
      witness.observe(shared)
      subject.onNext(1)
      first.dispose()
      subject.onNext(2)
      subject.onCompleted()
    },
    WitnessedProgram("a shared sequence replays, and connects again") { witness in
      let subject = PublishSubject<Int>()
      let shared = subject.share(replay: 1)
      let first = witness.observe(shared)
      subject.onNext(1)
      witness.observe(shared).dispose()
      first.dispose()
      witness.observe(shared)
      subject.onNext(2)
    },
    WitnessedProgram("publish and connect") { witness in
      let connectable = Observable.of(1, 2).publish()
      witness.observe(connectable)
      _ = connectable.connect()
    },
    WitnessedProgram("subjects that replay") { witness in
      let (replay, behaviour, last) = (
        ReplaySubject<Int>.create(bufferSize: 2), BehaviorSubject(value: 0), AsyncSubject<Int>()
      )
      for number in 1...3 {
        replay.onNext(number)
        behaviour.onNext(number)
        last.onNext(number)
      }
      for subject in [replay, behaviour, last] as [Observable<Int>] { witness.observe(subject) }
      last.onCompleted()
      replay.onError(Offline())
      witness.observe(replay)
    },
    WitnessedProgram("a relay") { witness in
      let relay = BehaviorRelay(value: 1)
      witness.observe(relay)
      relay.accept(2)
    },
    WitnessedProgram("a subject that has ended") { witness in
      let subject = PublishSubject<Int>()
      subject.onCompleted()
      witness.observe(subject)
    },
  ]

  private static let time = [
    WitnessedProgram("debounce, throttle, delay") { witness in
      let clock = Clock()
      let subject = PublishSubject<Int>()
      witness.observe(subject.debounce(.seconds(2), scheduler: clock.scheduler))
      witness.observe(subject.throttle(.seconds(2), scheduler: clock.scheduler))
      witness.observe(subject.delay(.seconds(2), scheduler: clock.scheduler))
      for time in 1...6 {
        subject.onNext(time)
        clock.advance(time == 3 ? 3 : 1)
      }
      subject.onCompleted()
      clock.advance(10)
    },
    WitnessedProgram("an end that waits when the program stops") { witness in
      let clock = Clock()
      witness.observe(Observable.of(1, 2).delay(.seconds(5), scheduler: clock.scheduler))
      clock.advance(1)
    },
    WitnessedProgram("interval, timer, timeout") { witness in
      let clock = Clock()
      let interval = witness.observe(Observable<Int>.interval(.seconds(1), scheduler: clock.scheduler))
      witness.observe(Observable<Int>.timer(.seconds(2), scheduler: clock.scheduler))
      witness.observe(Observable<Int>.never().timeout(.seconds(3), scheduler: clock.scheduler))
      for _ in 1...4 { clock.advance(1) }
      interval.dispose()
      clock.advance(5)
    },
    WitnessedProgram("a request that is left") { witness in
      let clock = Clock()
      let request = witness.observe(clock.request("page"))
      clock.advance(0.05)
      request.dispose()
      witness.observe(clock.request("other"))
      clock.advance(1)
    },
    WitnessedProgram("buffer and window") { witness in
      let clock = Clock()
      let subject = PublishSubject<Int>()
      witness.observe(subject.buffer(timeSpan: .seconds(5), count: 2, scheduler: clock.scheduler))
      for number in 1...5 { subject.onNext(number) }
      clock.advance(6)
      subject.onCompleted()
    },
  ]

  private static let threads = [
    WitnessedProgram("moved to a queue") { witness in
      let queue = DispatchQueue(label: "work")
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "moved")
      let done = DispatchSemaphore(value: 0)
      witness.observe(Observable.of(1, 2, 3).observe(on: scheduler).do(onDispose: { done.signal() }))
      done.wait()
      queue.sync {}
    },
    WitnessedProgram("two threads, each with a subject of its own") { witness in
      nonisolated(unsafe) let subjects = [PublishSubject<Int>(), PublishSubject<Int>()]
      for subject in subjects { witness.observe(subject.map { $0 * 2 }) }
      DispatchQueue.concurrentPerform(iterations: 2) { place in
        for number in 1...100 { subjects[place].onNext(number) }
        subjects[place].onCompleted()
      }
    },
    WitnessedProgram("one thread sends, then another disposes") { witness in
      let subject = PublishSubject<Int>()
      nonisolated(unsafe) let subscription = witness.observe(subject.map { $0 + 1 })
      subject.onNext(1)
      let isDisposed = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        subscription.dispose()
        isDisposed.signal()
      }
      isDisposed.wait()
      subject.onNext(2)
    },
    WitnessedProgram("merged from two threads") { witness in
      nonisolated(unsafe) let subjects = [PublishSubject<Int>(), PublishSubject<Int>()]
      witness.observe(Observable.merge(subjects.map { $0.asObservable() }))
      DispatchQueue.concurrentPerform(iterations: 2) { place in
        for number in 1...50 { subjects[place].onNext(number) }
        subjects[place].onCompleted()
      }
    },
  ]
}
