import Rx

extension Shape {
  static let glitch: [Shape] = [
    Shape("two ways from one relay", .glitch) {
      let (number, bag) = (BehaviorRelay(value: 1), DisposeBag())
      Observable.combineLatest(number.map { $0 * 10 }, number.map { $0 * 100 }) { "\($0) \($1)" }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for next in 2...4 { number.accept(next) }
    },
    Shape("two ways from a shared sequence, one through flatMap", .glitch) {
      let (numbers, bag) = (PublishSubject<Int>(), DisposeBag())
      let shared = numbers.map { $0 + 1 }.share(replay: 1)
      Observable.combineLatest(shared, shared.flatMap { Observable.just($0 * 10) }).subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      for next in 2...4 { numbers.onNext(next) }
    },
    Shape("a stage whose input is another such stage", .glitch) {
      let (name, mail, bag) = (BehaviorRelay(value: "Ada"), BehaviorRelay(value: "ada@example.com"), DisposeBag())
      let form = Observable.combineLatest(name, mail) { "\($0) \($1)" }
      Observable.combineLatest(form, name).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      name.accept("Grace")
    },
    Shape("withLatestFrom whose other input is later", .glitch) {
      let (number, bag) = (PublishSubject<Int>(), DisposeBag())
      let shared = number.map { $0 }.share()
      shared.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      shared.withLatestFrom(number.map { $0 * 10 }.startWith(0)) { "\($0) \($1)" }.subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      for next in 1...3 { number.onNext(next) }
    },
    Shape("two relays, one of which is bound to the other", .glitch) {
      let (prices, rebate, bag) = (BehaviorRelay(value: [3]), BehaviorRelay(value: 0), DisposeBag())
      prices.map { $0.count > 1 ? 10 : 0 }.bind(to: rebate).disposed(by: bag)
      Observable.combineLatest(prices, rebate) { $0.reduce(0, +) * (100 - $1) }.subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      for next in [[100, 200], [100]] { prices.accept(next) }
    },
    Shape("two relays, one of which a closure sets for each element of the other", .glitch) {
      let (text, count, bag) = (BehaviorRelay(value: ""), BehaviorRelay(value: 0), DisposeBag())
      Observable.combineLatest(text, count) { "\($0) \($1)" }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      text.subscribe(onNext: { count.accept($0.count) }).disposed(by: bag)
      for next in ["a", "ab"] { text.accept(next) }
    },
  ]

  static let consistent: [Shape] = [
    Shape("two relays") {
      let (one, other, bag) = (BehaviorRelay(value: 1), BehaviorRelay(value: 1), DisposeBag())
      Observable.combineLatest(one, other).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for next in 2...4 {
        one.accept(next)
        other.accept(next)
      }
    },
    Shape("one way, and a part of it that does not change") {
      let (number, bag) = (BehaviorRelay(value: 1), DisposeBag())
      Observable.combineLatest(number, number.map { $0 > 0 }.distinctUntilChanged()).subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      for next in 2...4 { number.accept(next) }
    },
    Shape("two ways to a result that is the same meanwhile") {
      let (number, bag) = (BehaviorRelay(value: 1), DisposeBag())
      Observable.combineLatest(number.map { $0 > 0 }, number.map { $0 < 9 }) { $0 && $1 }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for next in 2...4 { number.accept(next) }
    },
    Shape("a closure that sets two relays") {
      let (taps, one, other, bag) = (
        PublishSubject<Int>(), BehaviorRelay(value: 1), BehaviorRelay(value: 1), DisposeBag()
      )
      Observable.combineLatest(one, other).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.subscribe(onNext: { tap in
        one.accept(tap)
        other.accept(tap)
      }).disposed(by: bag)
      for tap in 2...4 { taps.onNext(tap) }
    },
    Shape("two ways, and a debounce behind them") {
      let (clock, number, bag) = (Clock(), BehaviorRelay(value: 1), DisposeBag())
      Observable.combineLatest(number.map { $0 * 10 }, number.map { $0 * 100 })
        .debounce(.milliseconds(10), scheduler: clock.scheduler).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for next in 2...4 {
        number.accept(next)
        clock.advance(0.1)
      }
    },
    Shape("zip of two ways") {
      let (number, bag) = (BehaviorRelay(value: 1), DisposeBag())
      Observable.zip(number.map { $0 * 10 }, number.map { $0 * 100 }).subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      for next in 2...4 { number.accept(next) }
    },
    Shape("withLatestFrom whose other input is earlier") {
      let (number, bag) = (PublishSubject<Int>(), DisposeBag())
      number.withLatestFrom(number.map { $0 * 10 }) { "\($0) \($1)" }.subscribe(onNext: { ignore($0) }).disposed(
        by: bag)
      for next in 1...3 { number.onNext(next) }
    },
    Shape("taps with the count that they raise") {
      let (taps, count, bag) = (PublishSubject<Void>(), BehaviorRelay(value: 0), DisposeBag())
      taps.withLatestFrom(count).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.subscribe(onNext: { count.accept(count.value + 1) }).disposed(by: bag)
      for _ in 1...3 { taps.onNext(()) }
    },
  ]
}
