import Rx
import TraceAnalysis

extension Shape {
  static let outliving: [Shape] = [
    Shape("take(until:) before flatMapLatest of a stream", .innerGoesOn) {
      let (rooms, leave, messages, bag) = (
        PublishRelay<Int>(), PublishRelay<Void>(), PublishSubject<Int>(), DisposeBag()
      )
      rooms.take(until: leave).flatMapLatest { room in messages.map { room + $0 } }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      rooms.accept(10)
      messages.onNext(1)
      leave.accept(())
      for message in 2...4 { messages.onNext(message) }
    },
    Shape("take(until:) with operators between it and switchLatest", .innerGoesOn) {
      let (symbols, close, ticker, bag) = (
        BehaviorRelay(value: 2), PublishSubject<Void>(), PublishSubject<Int>(), DisposeBag()
      )
      symbols.take(until: close).distinctUntilChanged().map { symbol in ticker.map { $0 * symbol } }.switchLatest()
        .map { $0 + 1 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      ticker.onNext(1)
      close.onNext(())
      for price in 2...3 { ticker.onNext(price) }
    },
    Shape("take(until:) before flatMap of an interval", .innerGoesOn) {
      let (clock, start, stop, bag) = (Clock(), PublishSubject<Int>(), PublishSubject<Void>(), DisposeBag())
      start.take(until: stop)
        .flatMap { _ in Observable<Int>.interval(.milliseconds(10), scheduler: clock.scheduler) }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      start.onNext(1)
      stop.onNext(())
      clock.advance(0.05)
      kept.append(bag)
    },
  ]

  static let ending: [Shape] = [
    Shape("take(until:) behind flatMapLatest of a stream") {
      let (rooms, leave, messages, bag) = (
        PublishRelay<Int>(), PublishRelay<Void>(), PublishSubject<Int>(), DisposeBag()
      )
      rooms.flatMapLatest { room in messages.map { room + $0 } }.take(until: leave)
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      rooms.accept(10)
      messages.onNext(1)
      leave.accept(())
    },
    Shape("take(until:) before a request, whose answer is wanted") {
      let (clock, saves, leave, bag) = (Clock(), PublishSubject<Int>(), PublishSubject<Void>(), DisposeBag())
      saves.take(until: leave).flatMap { clock.request("saved \($0)") }.subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      saves.onNext(1)
      leave.onNext(())
      clock.advance(1)
    },
    Shape("the first login, and what comes from then on") {
      let (logins, messages, bag) = (PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
      logins.take(1).flatMapLatest { login in messages.map { login + $0 } }.subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      logins.onNext(10)
      for message in 1...3 { messages.onNext(message) }
    },
    Shape("take(until:) before flatMapLatest, disposed with it") {
      let (rooms, leave, messages, bag) = (
        PublishRelay<Int>(), PublishRelay<Void>(), PublishSubject<Int>(), DisposeBag()
      )
      let subscription = rooms.take(until: leave).flatMapLatest { room in messages.map { room + $0 } }
        .subscribe(onNext: { ignore($0) })
      leave.subscribe(onNext: { subscription.dispose() }).disposed(by: bag)
      rooms.accept(10)
      messages.onNext(1)
      leave.accept(())
    },
  ]
}
