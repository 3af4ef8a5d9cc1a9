import Foundation
import Rx
import TraceAnalysis

extension Shape {
  private static func page(_ number: Int) -> Observable<String> {
    number == 2 ? .error(Offline()) : .just("page \(number)")
  }

  static let endedByError: [Shape] = [
    Shape("catchAndReturn behind flatMapLatest", .endedByError) {
      let (bag, taps) = (DisposeBag(), PublishSubject<Int>())
      taps.flatMapLatest { page($0) }.catchAndReturn("offline").subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...4 { taps.onNext(tap) }
    },
    Shape("an alert for the error, and dead buttons after it", .endedByError) {
      let (bag, taps) = (DisposeBag(), PublishSubject<Int>())
      taps.flatMap { page($0) }.subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      for tap in 1...4 { taps.onNext(tap) }
    },
    Shape("a map that throws", .endedByError) {
      let (bag, input) = (DisposeBag(), PublishSubject<String>())
      input.map { text in
        guard let number = Int(text) else { throw Offline() }
        return number
      }
      .subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      for text in ["1", "two", "3"] { input.onNext(text) }
    },
    Shape("a shared sequence between the subject and the failure", .endedByError) {
      let (bag, taps) = (DisposeBag(), PublishSubject<Int>())
      taps.share().flatMapLatest { page($0) }.catchAndReturn("offline").subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      for tap in 1...4 { taps.onNext(tap) }
    },
    Shape("a relay whose pipeline goes on with another sequence", .endedByError) {
      let (bag, current) = (DisposeBag(), BehaviorRelay(value: 1))
      current.flatMapLatest { page($0) }.catch { _ in .of("a", "b") }.subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      for page in 2...4 { current.accept(page) }
    },
    Shape("one of two pipelines of a subject", .endedByError) {
      let (bag, taps) = (DisposeBag(), PublishSubject<Int>())
      taps.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.flatMap { page($0).asSingle() }.map { $0.count }
        .subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      for tap in 1...4 { taps.onNext(tap) }
    },
    Shape("a request that fails later", .endedByError) {
      let (clock, bag, taps) = (Clock(), DisposeBag(), PublishSubject<Int>())
      taps.flatMapLatest { tap in clock.request("answer \(tap)").map { _ -> String in throw Offline() } }
        .catchAndReturn("offline").subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
      clock.advance(1)
      taps.onNext(2)
      clock.advance(1)
    },
  ]

  static let unhandledErrors: [Shape] = [
    Shape("a Single without a closure for the error", .unhandledError) {
      let (bag, clock) = (DisposeBag(), Clock())
      clock.failure().asSingle().subscribe(onSuccess: { ignore($0) }).disposed(by: bag)
    },
    Shape("a Completable without a closure for the error", .unhandledError) {
      let (bag, clock) = (DisposeBag(), Clock())
      clock.failure().ignoreElements().asCompletable().subscribe(onCompleted: { ignore(()) }).disposed(by: bag)
    },
    Shape("an observable without a closure for the error", .unhandledError) {
      let (bag, clock) = (DisposeBag(), Clock())
      clock.failure().subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
  ]

  static let survivesErrors: [Shape] = [
    Shape("a catch within flatMapLatest") {
      let (bag, taps) = (DisposeBag(), PublishSubject<Int>())
      taps.flatMapLatest { page($0).catchAndReturn("offline") }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...4 { taps.onNext(tap) }
    },
    Shape("retry behind flatMap") {
      let (bag, taps) = (DisposeBag(), PublishSubject<Int>())
      taps.flatMap { page($0) }.retry().subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...4 { taps.onNext(tap) }
    },
    Shape("retry(when:) with a pause") {
      let (clock, bag, taps) = (Clock(), DisposeBag(), PublishSubject<Int>())
      taps.flatMap { page($0) }
        .retry(when: { (errors: Observable<any Error>) in
          errors.delay(.milliseconds(10), scheduler: clock.scheduler)
        })
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...4 {
        taps.onNext(tap)
        clock.advance(1)
      }
    },
    Shape("a replacement that fails when it is time to try again") {
      let (bag, online) = (DisposeBag(), PublishSubject<Bool>())
      var attempts = 0
      Observable<Int>.deferred {
        attempts += 1
        return attempts == 1 ? .error(Offline()) : .never()
      }
      .catch { error in online.filter { $0 }.flatMap { _ in Observable.error(error) }.startWith(0) }
      .retry().subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for isOnline in [true, false, true] { online.onNext(isOnline) }
    },
    Shape("failures as elements") {
      let (bag, taps) = (DisposeBag(), PublishSubject<Int>())
      taps.flatMapLatest { page($0).materialize() }.compactMap { $0.element }.subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      for tap in 1...4 { taps.onNext(tap) }
    },
    Shape("an error that nothing follows") {
      let (bag, taps) = (DisposeBag(), PublishSubject<Int>())
      taps.flatMap { page($0) }.subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      for tap in 1...2 { taps.onNext(tap) }
    },
    Shape("one answer that is enough") {
      let (bag, ids) = (DisposeBag(), BehaviorRelay(value: 2))
      ids.take(1).flatMap { page($0) }.subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      for id in 3...4 { ids.accept(id) }
    },
    Shape("a program that subscribes again itself") {
      let (bag, taps) = (DisposeBag(), PublishSubject<Int>())
      let again = Again()
      again.start = { [unowned again] in
        taps.flatMap { page($0) }
          .subscribe(onNext: { ignore($0) }, onError: { [unowned again] _ in again.start() }).disposed(by: bag)
      }
      again.start()
      for tap in 1...4 { taps.onNext(tap) }
    },
    Shape("a Single and a Completable with a closure for the error") {
      let (bag, clock) = (DisposeBag(), Clock())
      clock.failure().asSingle().subscribe(onSuccess: { ignore($0) }, onFailure: { ignore($0) }).disposed(by: bag)
      clock.failure().ignoreElements().asCompletable().subscribe(onCompleted: {}, onError: { ignore($0) })
        .disposed(by: bag)
      clock.failure().asMaybe().subscribe { ignore($0) }.disposed(by: bag)
    },
    Shape("a subject that fails itself") {
      let (bag, lines) = (DisposeBag(), PublishSubject<String>())
      lines.map { $0.count }.subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      lines.onNext("one")
      lines.onError(Offline())
    },
  ]
}

private final class Again: @unchecked Sendable {
  var start: () -> Void = {}
}
