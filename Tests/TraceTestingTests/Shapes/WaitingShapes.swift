import Rx

/// Something else that the program is given.
private func sendElsewhere() {
  let (other, bag) = (PublishSubject<Int>(), DisposeBag())
  other.subscribe(onNext: { ignore($0) }).disposed(by: bag)
  other.onNext(1)
}

extension Shape {
  static let waiting: [Shape] = [
    Shape("combineLatest with a subject that sends nothing", .waiting) {
      let (price, discount, bag) = (PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
      Observable.combineLatest(price, discount) { $0 - $1 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      price.onNext(10)
    },
    Shape("zip whose other input sends nothing", .waiting) {
      let (items, taps, bag) = (PublishSubject<Int>(), PublishRelay<Void>(), DisposeBag())
      Observable.zip(items, taps) { item, _ in item }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for item in 1...4 { items.onNext(item) }
    },
    Shape("one of many inputs", .waiting) {
      let (fields, bag) = ((0..<6).map { _ in PublishSubject<String>() }, DisposeBag())
      Observable.combineLatest(fields.map { $0.map { $0.count } }).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for (number, field) in fields.enumerated() where number != 3 { field.onNext("field \(number)") }
    },
    Shape("an input that has completed without an element", .waiting) {
      let (name, bag) = (BehaviorRelay(value: "Ada"), DisposeBag())
      Observable.combineLatest(name, Observable<Int>.empty()) { "\($0) \($1)" }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      name.accept("Grace")
    },
    Shape("an input that cannot send", .waiting) {
      let (name, bag) = (BehaviorRelay(value: "Ada"), DisposeBag())
      Observable.combineLatest(name, Observable<Int>.never()).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      name.accept("Grace")
    },
    Shape("a share whose value came before", .waiting) {
      let (user, cart, bag) = (BehaviorSubject(value: "Ada"), BehaviorRelay(value: 3), DisposeBag())
      let shared = user.share()
      shared.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      Observable.combineLatest(shared, cart).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      cart.accept(4)
    },
    Shape("zip with a share whose value came before", .waiting) {
      let (user, cart, bag) = (BehaviorSubject(value: "Ada"), BehaviorRelay(value: 3), DisposeBag())
      let shared = user.share()
      shared.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      Observable.zip(shared, cart).subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("a sequence that nobody has connected", .waiting) {
      let (cart, bag) = (BehaviorRelay(value: 3), DisposeBag())
      let user = Observable.just("Ada").publish()
      Observable.combineLatest(cart, user).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      cart.accept(4)
    },
    Shape("an input whose elements a filter drops", .waiting) {
      let (name, age, bag) = (BehaviorRelay(value: "Ada"), BehaviorRelay(value: 3), DisposeBag())
      Observable.combineLatest(name, age.filter { $0 > 17 }).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      age.accept(4)
    },
    Shape("in the only inner sequence, and above others", .waiting) {
      let (taps, token, name, bag) = (
        PublishSubject<Int>(), PublishSubject<String>(), BehaviorRelay(value: "Ada"), DisposeBag()
      )
      let greeting = taps.flatMapLatest { tap in Observable.combineLatest(Observable.just(tap), token) { "\($0) \($1)" }
      }
      Observable.combineLatest(greeting, name).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
    },
    Shape("two Singles, of which one does not answer", .waiting) {
      let bag = DisposeBag()
      Single.zip(Single.just(1), Single<Int>.never()) { $0 + $1 }.subscribe(onSuccess: { ignore($0) }).disposed(by: bag)
    },
    Shape("drivers, on the main thread", .waiting) {
      let (name, held) = (PublishSubject<String>(), Held())
      nonisolated(unsafe) let names = name
      Wait.onMain {
        held.bag = DisposeBag()
        let age = PublishRelay<Int>()
        Driver.combineLatest(names.asDriver(onErrorJustReturn: ""), age.asDriver(onErrorJustReturn: 0))
          .drive(onNext: { ignore($0) }).disposed(by: held.bag!)
        names.onNext("Ada")
      }
      Wait.onMain { held.bag = nil }
    },
    Shape("an input that waits for a stage that drops", .droppedForOther) {
      let (taps, form, name, bag) = (
        PublishSubject<Int>(), PublishSubject<String>(), BehaviorRelay(value: "Ada"), DisposeBag()
      )
      Observable.combineLatest(name, taps.withLatestFrom(form)).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
    },
  ]

  static let answered: [Shape] = [
    Shape("combineLatest with a first value") {
      let (price, discount, bag) = (PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
      Observable.combineLatest(price, discount.startWith(0)) { $0 - $1 }.subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      price.onNext(10)
    },
    Shape("an input that sends last") {
      let (price, discount, bag) = (PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
      Observable.combineLatest(price, discount) { $0 - $1 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for number in 10...14 { price.onNext(number) }
      discount.onNext(1)
    },
    Shape("requests that a newer element replaces") {
      let (clock, query, bag) = (Clock(), PublishSubject<String>(), DisposeBag())
      query.flatMapLatest { Observable.zip(clock.request("a \($0)", 50), clock.request("b \($0)", 500)) { $0 + $1 } }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for text in ["s", "sw", "swift"] {
        query.onNext(text)
        clock.advance(0.1)
      }
      clock.advance(1)
    },
    Shape("a screen that is left before its answer comes") {
      let (name, user, held) = (BehaviorRelay(value: "Ada"), PublishSubject<Int>(), Held())
      held.bag = DisposeBag()
      Observable.combineLatest(name, user).subscribe(onNext: { ignore($0) }).disposed(by: held.bag!)
      held.bag = nil
      name.accept("Grace")
    },
    Shape("a line that works in another subscription") {
      let (name, bag) = (BehaviorRelay(value: "Ada"), DisposeBag())
      func greet(_ user: Observable<Int>) {
        Observable.combineLatest(name, user).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      }
      for user in [Observable.just(1), .never()] { greet(user) }
    },
    Shape("a form that changes behind the last tap") {
      let (taps, form, bag) = (PublishSubject<Int>(), BehaviorRelay(value: "A"), DisposeBag())
      taps.withLatestFrom(form).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
      form.accept("Ada")
      kept.append(bag)
      sendElsewhere()
    },
    Shape("a form that changes behind the last tap of a driver") {
      Wait.onMain {
        let (taps, form, bag) = (PublishRelay<Int>(), BehaviorRelay(value: "A"), DisposeBag())
        taps.asDriver(onErrorJustReturn: 0).withLatestFrom(form.asDriver()).drive(onNext: { ignore($0) })
          .disposed(by: bag)
        taps.accept(1)
        form.accept("Ada")
        kept.append(bag)
        sendElsewhere()
      }
    },
    Shape("two states, of which the first one changes last") {
      let (lines, percent, bag) = (BehaviorRelay(value: 300), BehaviorRelay(value: 0), DisposeBag())
      lines.withLatestFrom(percent) { $0 * $1 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      percent.accept(50)
      lines.accept(500)
      kept.append(bag)
      sendElsewhere()
    },
    Shape("two states, of which the other one is set to what it was") {
      let (lines, percent, bag) = (BehaviorRelay(value: 300), BehaviorRelay(value: 0), DisposeBag())
      lines.withLatestFrom(percent) { $0 * $1 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      lines.accept(500)
      percent.accept(0)
      kept.append(bag)
      sendElsewhere()
    },
    Shape("two states in combineLatest, of which one changes") {
      let (lines, percent, bag) = (BehaviorRelay(value: 300), BehaviorRelay(value: 0), DisposeBag())
      Observable.combineLatest(lines, percent) { $0 * $1 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      percent.accept(50)
      kept.append(bag)
      sendElsewhere()
    },
    Shape("two states whose screen is left") {
      let (lines, percent, held) = (BehaviorRelay(value: 300), BehaviorRelay(value: 0), Held())
      held.bag = DisposeBag()
      lines.withLatestFrom(percent) { $0 * $1 }.subscribe(onNext: { ignore($0) }).disposed(by: held.bag!)
      percent.accept(50)
      held.bag = nil
      sendElsewhere()
    },
    Shape("two states, of which the other one changes at the very end") {
      let (lines, percent, bag) = (BehaviorRelay(value: 300), BehaviorRelay(value: 0), DisposeBag())
      lines.withLatestFrom(percent) { $0 * $1 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      percent.accept(50)
      kept.append(bag)
    },
    Shape("a form before the first tap") {
      let (taps, form, bag) = (PublishSubject<Int>(), PublishSubject<String>(), DisposeBag())
      taps.withLatestFrom(form).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for text in ["A", "Ad", "Ada"] { form.onNext(text) }
    },
    Shape("ticks that sample what has not changed yet") {
      let (positions, ticks, bag) = (PublishSubject<Int>(), PublishSubject<Void>(), DisposeBag())
      positions.sample(ticks).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for _ in 1...3 { ticks.onNext(()) }
    },
    Shape("a result that is empty") {
      let bag = DisposeBag()
      Observable.zip(Observable.just(1), Observable<Int>.empty()) { $0 + $1 }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("an input that fails before it has sent anything") {
      let (name, bag) = (BehaviorRelay(value: "Ada"), DisposeBag())
      Observable.combineLatest(name, Observable<Int>.error(Offline()))
        .subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
    },
    Shape("skip(until:) whose trigger comes after some elements") {
      let (taps, loaded, bag) = (PublishSubject<Int>(), PublishSubject<Void>(), DisposeBag())
      taps.skip(until: loaded).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...3 { taps.onNext(tap) }
      loaded.onNext(())
      taps.onNext(4)
    },
    Shape("inputs that all wait") {
      let (name, age, bag) = (PublishSubject<String>(), PublishSubject<Int>(), DisposeBag())
      Observable.combineLatest(name, age).subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
  ]

  static let unanswered: [Shape] = [
    Shape("sample whose sampler sends nothing", .waiting) {
      let (positions, ticks, bag) = (PublishSubject<Int>(), PublishSubject<Void>(), DisposeBag())
      positions.sample(ticks).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for position in 1...3 { positions.onNext(position) }
    },
    Shape("skip(until:) whose trigger sends nothing", .waiting) {
      let (taps, loaded, bag) = (PublishSubject<Int>(), PublishSubject<Void>(), DisposeBag())
      taps.skip(until: loaded).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...3 { taps.onNext(tap) }
    },
    Shape("a request that is under way when the program ends", .waiting) {
      let (clock, bag) = (Clock(), DisposeBag())
      Observable.zip(clock.request("a", 50), clock.request("b", 500)) { $0 + $1 }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(0.1)
      kept.append(bag)
    },
    Shape("the same in an inner sequence", .waiting) {
      let (clock, query, name, bag) = (Clock(), PublishSubject<String>(), BehaviorRelay(value: "Ada"), DisposeBag())
      Observable.combineLatest(name, query.flatMapLatest { clock.request($0, 500) })
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      query.onNext("s")
      kept.append(bag)
    },
    Shape("a screen that is left after several elements", .waiting) {
      let (name, user, held) = (BehaviorRelay(value: "Ada"), PublishSubject<Int>(), Held())
      held.bag = DisposeBag()
      Observable.combineLatest(name, user).subscribe(onNext: { ignore($0) }).disposed(by: held.bag!)
      for text in ["Grace", "Barbara", "Mary"] { name.accept(text) }
      held.bag = nil
      name.accept("Ada")
    },
    Shape("withLatestFrom of two states, of which the other one changes", .waiting) {
      let (lines, percent, bag) = (BehaviorRelay(value: 300), BehaviorRelay(value: 0), DisposeBag())
      lines.withLatestFrom(percent) { $0 * (100 - $1) / 100 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      lines.accept(500)
      percent.accept(50)
      kept.append(bag)
      sendElsewhere()
    },
    Shape("the same with an answer for the other one, between operators", .waiting) {
      let (clock, codes, bag) = (Clock(), PublishRelay<String>(), DisposeBag())
      let lines = BehaviorSubject(value: 300)
      let promo = codes.flatMapLatest { clock.request($0) }.startWith("none").share(replay: 1)
      promo.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      lines.map { $0 + 1 }.filter { $0 > 0 }.withLatestFrom(promo) { "\($0) \($1)" }.distinctUntilChanged()
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      lines.onNext(500)
      codes.accept("HALF")
      clock.advance(1)
      codes.accept("TEN")
      kept.append(bag)
    },
    Shape("the same in a driver", .waiting) {
      Wait.onMain {
        let (lines, percent, bag) = (BehaviorRelay(value: 300), BehaviorRelay(value: 0), DisposeBag())
        lines.asDriver().withLatestFrom(percent.asDriver()) { $0 * $1 }.drive(onNext: { ignore($0) }).disposed(by: bag)
        percent.accept(50)
        kept.append(bag)
        sendElsewhere()
      }
    },
  ]
}
