import Rx

extension Shape {
  static let lostBefore: [Shape] = [
    Shape("a refresh before the subscription", .lostBefore) {
      let (refresh, bag) = (PublishSubject<Void>(), DisposeBag())
      refresh.onNext(())
      refresh.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("a relay with operators behind it", .lostBefore) {
      let (errors, bag) = (PublishRelay<String>(), DisposeBag())
      errors.accept("offline")
      errors.map { $0.uppercased() }.filter { !$0.isEmpty }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("connect before the subscription", .lostBefore) {
      let bag = DisposeBag()
      let numbers = Observable.of(1, 2).concat(Observable.never()).publish()
      numbers.connect().disposed(by: bag)
      numbers.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("connect before the subscription, of a sequence that ends", .lostBefore) {
      let bag = DisposeBag()
      let numbers = Observable.of(1, 2).publish()
      numbers.connect().disposed(by: bag)
      numbers.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("a connection that is over before the subscription", .lostBefore) {
      let (source, bag) = (PublishSubject<Int>(), DisposeBag())
      let numbers = source.multicast { PublishSubject<Int>() }
      for number in 1...2 {
        let connection = numbers.connect()
        source.onNext(number)
        connection.dispose()
      }
      numbers.map { $0 + 1 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("a connection that nobody listens to, beside another one of its source", .nobodySubscribed) {
      let (source, bag) = (PublishSubject<Int>(), DisposeBag())
      let (numbers, others) = (source.publish(), source.publish())
      numbers.connect().disposed(by: bag)
      source.onNext(1)
      others.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      others.connect().disposed(by: bag)
      source.onNext(2)
    },
    Shape("another pipeline sends before anybody listens", .lostBefore) {
      let (total, bag) = (PublishRelay<Int>(), DisposeBag())
      Observable.just(1).bind(to: total).disposed(by: bag)
      total.asObservable().subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("a share of the subject", .lostBefore) {
      let (taps, bag) = (PublishSubject<Int>(), DisposeBag())
      let shared = taps.map { $0 + 1 }.share()
      taps.onNext(1)
      shared.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
  ]

  /// Only the names of operators tell these from a subscription that is meant to be later.
  static let movedSubscription: [Shape] = [
    Shape("a subscription that subscribe(on:) makes later", .lostBefore) {
      let (clock, taps, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      taps.subscribe(on: clock.scheduler).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
      clock.advance(1)
    }
  ]

  static let nothingBefore: [Shape] = [
    Shape("a subscription that is meant to be later") {
      let (clock, taps, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      taps.delaySubscription(.seconds(1), scheduler: clock.scheduler).subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      taps.onNext(1)
      clock.advance(2)
    },
    Shape("a relay that keeps the value") {
      let (name, bag) = (BehaviorRelay(value: ""), DisposeBag())
      name.accept("Ada")
      name.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("a replaying subject") {
      let (name, bag) = (ReplaySubject<String>.create(bufferSize: 1), DisposeBag())
      name.onNext("Ada")
      name.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("connect behind the subscription") {
      let bag = DisposeBag()
      let numbers = Observable.of(1, 2).publish()
      numbers.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      numbers.connect().disposed(by: bag)
    },
    Shape("a second connection between two observers") {
      let (source, bag) = (PublishSubject<Int>(), DisposeBag())
      let numbers = source.publish()
      for number in 1...3 {
        let observer = number == 2 ? Disposables.create() : numbers.subscribe(onNext: { ignore($0) })
        let connection = numbers.connect()
        source.onNext(number)
        connection.dispose()
        observer.dispose()
      }
      source.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("a subject that goes on sending") {
      let (prices, bag) = (PublishSubject<Int>(), DisposeBag())
      prices.onNext(1)
      prices.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      prices.onNext(2)
    },
    Shape("the trigger of an end, which ends nothing the first time") {
      let (cancel, ticks, bag) = (PublishSubject<Void>(), PublishSubject<Int>(), DisposeBag())
      cancel.onNext(())
      ticks.take(until: cancel).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      ticks.onNext(1)
    },
    Shape("a sequence that flatMapLatest observes from a tap on") {
      let (prices, taps, bag) = (PublishSubject<Int>(), PublishSubject<Void>(), DisposeBag())
      taps.flatMapLatest { prices }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      prices.onNext(1)
      taps.onNext(())
    },
    Shape("a sequence that concat observes when the first one has ended") {
      let (first, second, bag) = (PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
      first.concat(second).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      second.onNext(1)
      first.onCompleted()
    },
    Shape("retry(when:), whose errors come before the closure subscribes") {
      let (clock, bag) = (Clock(), DisposeBag())
      clock.failure().retry(when: { (errors: Observable<any Error>) in errors.take(1) }).subscribe(onNext: {
        ignore($0)
      })
      .disposed(by: bag)
    },
  ]
}
