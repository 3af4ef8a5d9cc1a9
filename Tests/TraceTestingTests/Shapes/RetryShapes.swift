import Rx

extension Shape {
  /// A request that fails some time after it has been made, the first times.
  private static func flaky(_ clock: Clock, failures: Int) -> Observable<String> {
    let attempts = Counter()
    return Observable.deferred {
      attempts.count += 1
      let isFailure = attempts.count <= failures
      return clock.request("answer", 10).map { if isFailure { throw Offline() } else { $0 } }
    }
  }

  private static func advance(_ clock: Clock, times: Int) { for _ in 0..<times { clock.advance(0.02) } }

  /// Each failure is answered by a sequence that has the same answer.
  private static func insist(_ clock: Clock, _ left: Int) -> Observable<String> {
    clock.failure().catch { _ in left > 0 ? insist(clock, left - 1) : .just("given up") }
  }

  /// A program that subscribes again when its subscription fails.
  private static func reconnect(
    _ connection: Observable<String>, _ bag: DisposeBag, left: Int, pause: ((@escaping () -> Void) -> Void)? = nil
  ) {
    connection.subscribe(
      onNext: { ignore($0) },
      onError: { _ in
        guard left > 0 else { return }
        let again = { reconnect(connection, bag, left: left - 1, pause: pause) }
        if let pause { pause(again) } else { again() }
      }
    ).disposed(by: bag)
  }

  /// A request whose failure becomes an element, to which the same request is the answer.
  private static func persist(_ request: Observable<String>, _ left: Int) -> Observable<String> {
    request.materialize().flatMap { event -> Observable<String> in
      switch event {
      case .next(let answer): .just(answer)
      case .error: left > 0 ? persist(request, left - 1) : .just("given up")
      case .completed: .empty()
      }
    }
  }

  /// The same with a result for the failure, and with a pause.
  private static func resolve(
    _ request: Observable<String>, _ left: Int, pause: ((Observable<Void>) -> Observable<Void>) = { $0 }
  ) -> Observable<String> {
    let pausing = pause(.just(()))
    return request.map { Result<String, any Error>.success($0) }.catch { .just(.failure($0)) }
      .flatMap { result -> Observable<String> in
        switch result {
        case .success(let answer): .just(answer)
        case .failure: left > 0 ? pausing.flatMap { resolve(request, left - 1) } : .just("given up")
        }
      }
  }

  /// An observer of materialized events that subscribes again.
  private static func observe(_ connection: Observable<String>, _ bag: DisposeBag, left: Int) {
    connection.materialize().subscribe(onNext: { event in
      if event.error != nil, left > 0 { observe(connection, bag, left: left - 1) }
    }).disposed(by: bag)
  }

  static let retryStorm: [Shape] = [
    Shape("a flatMap behind materialize that begins again", .retryStorm) {
      let (clock, bag) = (Clock(), DisposeBag())
      persist(clock.failure(), 20).subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("a result of a failure, for which a request is made again", .retryStorm) {
      let (clock, bag) = (Clock(), DisposeBag())
      resolve(flaky(clock, failures: 20), 30).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      advance(clock, times: 30)
    },
    Shape("an observer of materialized events that subscribes again", .retryStorm) {
      let (clock, bag) = (Clock(), DisposeBag())
      observe(flaky(clock, failures: 20), bag, left: 30)
      advance(clock, times: 30)
    },
    Shape("a closure for the error that subscribes again", .retryStorm) {
      let (clock, bag) = (Clock(), DisposeBag())
      reconnect(flaky(clock, failures: 20), bag, left: 30)
      advance(clock, times: 30)
    },
    Shape("retry of what fails at once", .retryStorm) {
      let (clock, bag) = (Clock(), DisposeBag())
      clock.failure().retry(40).subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
    },
    Shape("retry of a request that fails later", .retryStorm) {
      let (clock, bag) = (Clock(), DisposeBag())
      flaky(clock, failures: 20).retry().subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      advance(clock, times: 30)
    },
    Shape("retry(when:) without a pause", .retryStorm) {
      let (clock, bag) = (Clock(), DisposeBag())
      flaky(clock, failures: 20).retry(when: { (errors: Observable<any Error>) in errors })
        .subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      advance(clock, times: 30)
    },
    Shape("retry of a Single within flatMapLatest", .retryStorm) {
      let (clock, taps, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      taps.flatMapLatest { _ in flaky(clock, failures: 20).asSingle().retry(40).asObservable() }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
      advance(clock, times: 30)
    },
    Shape("retry behind a relay whose value makes it fail", .retryStorm) {
      let (number, bag) = (BehaviorRelay(value: 0), DisposeBag())
      number.map { if $0 == 0 { throw Offline() } else { $0 } }.retry(40)
        .subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
    },
    Shape("a catch that begins again", .retryStorm) {
      let (clock, bag) = (Clock(), DisposeBag())
      insist(clock, 20).subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("an empty sequence that is repeated", .retryStorm) {
      let (clock, bag) = (Clock(), DisposeBag())
      let poll = clock.request("nothing", 10).filter { $0.isEmpty }
      Observable.concat(Array(repeating: poll, count: 20)).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      advance(clock, times: 30)
    },
  ]

  static let patient: [Shape] = [
    Shape("a flatMap behind materialize that begins again three times") {
      let (clock, bag) = (Clock(), DisposeBag())
      persist(clock.failure(), 3).subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("a result of a failure, for which a request is made again after a pause") {
      let (clock, bag) = (Clock(), DisposeBag())
      let delay = { (now: Observable<Void>) in now.delay(.milliseconds(10), scheduler: clock.scheduler) }
      func insist(_ left: Int) -> Observable<String> {
        resolve(flaky(clock, failures: 1), left > 0 ? 1 : 0, pause: delay)
          .concat(left > 0 ? insist(left - 1) : .empty())
      }
      insist(15).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      advance(clock, times: 90)
    },
    Shape("a connection that each tap makes fail, and that an observer makes again") {
      let (taps, bag) = (PublishSubject<Int>(), DisposeBag())
      reconnect(taps.map { _ in throw Offline() }, bag, left: 30)
      for tap in 1...20 { taps.onNext(tap) }
    },
    Shape("three attempts") {
      let (clock, bag) = (Clock(), DisposeBag())
      clock.failure().retry(3).subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
    },
    Shape("ten attempts") {
      let (clock, bag) = (Clock(), DisposeBag())
      flaky(clock, failures: 20).retry(10).subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      advance(clock, times: 30)
    },
    Shape("retry(when:) with a pause") {
      let (clock, bag) = (Clock(), DisposeBag())
      flaky(clock, failures: 20)
        .retry(when: { (errors: Observable<any Error>) in
          errors.delay(.milliseconds(10), scheduler: clock.scheduler)
        })
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      advance(clock, times: 60)
    },
    Shape("a pause before each attempt") {
      let (clock, bag) = (Clock(), DisposeBag())
      flaky(clock, failures: 20).delaySubscription(.milliseconds(10), scheduler: clock.scheduler).retry()
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      advance(clock, times: 60)
    },
    Shape("a timer at the beginning of each attempt") {
      let (clock, bag, attempts) = (Clock(), DisposeBag(), Counter())
      Observable<Int>.timer(.milliseconds(10), scheduler: clock.scheduler)
        .flatMap { _ -> Observable<String> in
          attempts.count += 1
          return attempts.count < 20 ? .error(Offline()) : .just("connected")
        }
        .retry().subscribe(onNext: { ignore($0) }).disposed(by: bag)
      advance(clock, times: 60)
    },
    Shape("a closure for the error that subscribes again after a pause") {
      let (clock, bag) = (Clock(), DisposeBag())
      reconnect(flaky(clock, failures: 20), bag, left: 30) { again in
        _ = clock.scheduler.scheduleRelative((), dueTime: .milliseconds(10)) { _ in
          again()
          return Disposables.create()
        }
      }
      advance(clock, times: 60)
    },
    Shape("a closure for the error that tries three times") {
      let (clock, bag) = (Clock(), DisposeBag())
      reconnect(clock.failure(), bag, left: 3)
    },
    Shape("a stream that is connected to again, and sends something each time") {
      let (clock, bag) = (Clock(), DisposeBag())
      Observable.just("connected").concat(flaky(clock, failures: 20)).retry()
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      advance(clock, times: 30)
    },
    Shape("fifteen servers, one after another") {
      let (clock, bag) = (Clock(), DisposeBag())
      Observable.catch(sequence: (0..<15).map { _ in clock.failure() } + [.just("found")])
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("twenty empty lists, one after another") {
      let bag = DisposeBag()
      Observable.concat((0..<20).map { _ in Observable<Int>.empty() }).subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
    },
    Shape("a request for each tap, which fails and is caught") {
      let (clock, taps, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      taps.flatMap { _ in clock.failure().catchAndReturn("offline") }.subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      for tap in 1...20 { taps.onNext(tap) }
    },
    Shape("retry behind a source of taps that fail") {
      let (clock, taps, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      taps.flatMap { _ in clock.failure() }.retry().subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...20 { taps.onNext(tap) }
    },
  ]
}

private final class Counter: @unchecked Sendable {
  var count = 0
}
