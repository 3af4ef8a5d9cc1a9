import Rx

extension Shape {
  static let backlog: [Shape] = [
    Shape("zip for values that belong together at any time", .backlog) {
      let (price, quantity, bag) = (PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
      Observable.zip(price, quantity) { $0 * $1 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for number in 1...24 {
        price.onNext(number)
        if number.isMultiple(of: 8) { quantity.onNext(number) }
      }
    },
    Shape("zip of a collection with one slow input", .backlog) {
      let (inputs, bag) = ((0..<3).map { _ in PublishSubject<Int>() }, DisposeBag())
      Observable.zip(inputs).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for number in 0..<24 {
        inputs[0].onNext(number)
        inputs[1].onNext(number)
        if number % 8 == 7 { inputs[2].onNext(number) }
      }
    },
    Shape("zip whose other input has completed", .backlog) {
      let (items, bag) = (PublishSubject<Int>(), DisposeBag())
      Observable.zip(items, Observable.of("a", "b")) { "\($0)\($1)" }.subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      for item in 1...6 { items.onNext(item) }
    },
    Shape("concatMap of a relay, which does not end", .backlog) {
      let (taps, state, bag) = (PublishSubject<Int>(), BehaviorRelay(value: 0), DisposeBag())
      taps.concatMap { tap in state.map { $0 + tap } }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...5 { taps.onNext(tap) }
    },
    Shape("map and concat of a subject", .backlog) {
      let (taps, state, bag) = (PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
      taps.map { _ in state }.concat().subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...5 { taps.onNext(tap) }
    },
    Shape("requests that take longer than the time between two", .backlog) {
      let (clock, ticks, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      ticks.concatMap { clock.request("answer \($0)", 300) }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tick in 1...15 {
        ticks.onNext(tick)
        clock.advance(0.1)
      }
    },
    Shape("the same, two at a time", .backlog) {
      let (clock, ticks, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      ticks.map { clock.request("answer \($0)", 500) }.merge(maxConcurrent: 2)
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tick in 1...20 {
        ticks.onNext(tick)
        clock.advance(0.1)
      }
    },
  ]

  static let keepingUp: [Shape] = [
    Shape("a list that is given out at the ticks of a clock") {
      let (ticks, bag) = (PublishSubject<Int>(), DisposeBag())
      Observable.zip(Observable.from(Array(1...40)), ticks) { item, _ in item }.subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      for tick in 1...3 { ticks.onNext(tick) }
    },
    Shape("two inputs that keep pace") {
      let (questions, answers, bag) = (PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
      Observable.zip(questions, answers).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for number in 1...30 {
        questions.onNext(number)
        if number > 3 { answers.onNext(number) }
      }
    },
    Shape("many questions, which are then answered") {
      let (questions, answers, bag) = (PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
      Observable.zip(questions, answers).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for number in 1...20 { questions.onNext(number) }
      for number in 1...10 { answers.onNext(number) }
    },
    Shape("a list of requests, one after another") {
      let (clock, bag) = (Clock(), DisposeBag())
      Observable.from(Array(1...30)).concatMap { clock.request("answer \($0)", 300) }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(0.7)
    },
    Shape("requests that keep pace") {
      let (clock, ticks, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      ticks.concatMap { clock.request("answer \($0)", 50) }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tick in 1...15 {
        ticks.onNext(tick)
        clock.advance(0.1)
      }
    },
    Shape("taps while a request is under way") {
      let (clock, taps, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      taps.concatMap { clock.request("answer \($0)", 300) }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...12 { taps.onNext(tap) }
      clock.advance(1.5)
    },
    Shape("combineLatest for values that belong together at any time") {
      let (price, quantity, bag) = (PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
      Observable.combineLatest(price, quantity) { $0 * $1 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for number in 1...24 {
        price.onNext(number)
        if number.isMultiple(of: 8) { quantity.onNext(number) }
      }
    },
    Shape("concatMap of the first value of a relay") {
      let (taps, state, bag) = (PublishSubject<Int>(), BehaviorRelay(value: 0), DisposeBag())
      taps.concatMap { _ in state.take(1) }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...12 { taps.onNext(tap) }
    },
    Shape("flatMapFirst, which drops what comes meanwhile") {
      let (taps, state, bag) = (PublishSubject<Int>(), BehaviorRelay(value: 0), DisposeBag())
      taps.flatMapFirst { _ in state }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...12 { taps.onNext(tap) }
    },
  ]

  static let crowded: [Shape] = [
    Shape("taps that wait for a request when the program ends", .backlog) {
      let (clock, taps, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      taps.concatMap { clock.request("answer \($0)", 300) }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...12 { taps.onNext(tap) }
    },
    Shape("forty requests at once", .manyInners) {
      let (clock, bag) = (Clock(), DisposeBag())
      Observable.from(Array(1...40)).flatMap { clock.request("answer \($0)") }.subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      clock.advance(1)
    },
    Shape("requests that pile up", .manyInners) {
      let (clock, ticks, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      ticks.map { clock.request("answer \($0)", 5_000) }.merge().subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tick in 1...60 {
        ticks.onNext(tick)
        clock.advance(0.1)
      }
    },
  ]

  static let manyInners: [Shape] = [
    Shape("flatMap of a relay at each tap", .manyInners) {
      let (taps, state, bag) = (PublishSubject<Int>(), BehaviorRelay(value: 0), DisposeBag())
      taps.flatMap { _ in state }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...4 { taps.onNext(tap) }
      state.accept(1)
    },
    Shape("map and merge of a shared sequence", .manyInners) {
      let (taps, source, bag) = (PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
      let shared = source.map { $0 + 1 }.share()
      taps.map { _ in shared }.merge().subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...4 {
        taps.onNext(tap)
        source.onNext(tap)
      }
    },
    Shape("a driver in flatMap", .manyInners) {
      let held = Held()
      Wait.onMain {
        held.bag = DisposeBag()
        let (taps, state) = (PublishRelay<Int>(), BehaviorRelay(value: 0))
        let shown = state.asDriver()
        taps.asDriver(onErrorJustReturn: 0).flatMap { _ in shown }.drive(onNext: { ignore($0) }).disposed(by: held.bag!)
        for tap in 1...4 { taps.accept(tap) }
        state.accept(1)
      }
      Wait.onMain { held.bag = nil }
    },
    Shape("a part of a relay's state, mapped anew at each tick", .manyInners) {
      let (ticks, state, bag) = (PublishSubject<Int>(), BehaviorRelay(value: 1), DisposeBag())
      ticks.flatMap { _ in state.map { "level \($0)" } }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tick in 1...4 {
        ticks.onNext(tick)
        state.accept(tick * 10)
      }
    },
  ]

  static let fewInners: [Shape] = [
    Shape("flatMapLatest of a relay") {
      let (taps, state, bag) = (PublishSubject<Int>(), BehaviorRelay(value: 0), DisposeBag())
      taps.flatMapLatest { _ in state }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...4 { taps.onNext(tap) }
      state.accept(1)
    },
    Shape("the next value of a relay") {
      let (taps, state, bag) = (PublishSubject<Int>(), PublishRelay<Int>(), DisposeBag())
      taps.flatMap { _ in state.take(1) }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...4 { taps.onNext(tap) }
      state.accept(1)
      state.accept(2)
    },
    Shape("a watch on one relay for each row") {
      let (rows, selection, bag) = (PublishSubject<Int>(), PublishRelay<Int>(), DisposeBag())
      rows.flatMap { row in selection.filter { $0 == row } }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for row in 1...10 { rows.onNext(row) }
      for row in 1...10 { selection.accept(row) }
    },
    Shape("rooms, each with its messages") {
      let (opened, bag) = (PublishSubject<PublishSubject<String>>(), DisposeBag())
      let rooms = (0..<10).map { _ in PublishSubject<String>() }
      opened.flatMap { $0 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for room in rooms { opened.onNext(room) }
      for room in rooms { room.onNext("hello") }
    },
    Shape("one sequence, merged with itself") {
      let (source, bag) = (PublishSubject<Int>(), DisposeBag())
      Observable.merge(source, source, source.asObservable()).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      source.onNext(1)
    },
    Shape("forty requests, four at a time") {
      let (clock, bag) = (Clock(), DisposeBag())
      Observable.from(Array(1...40)).map { clock.request("answer \($0)") }.merge(maxConcurrent: 4)
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(5)
    },
    Shape("a hundred answers that come at once") {
      let (numbers, bag) = (PublishSubject<Int>(), DisposeBag())
      numbers.flatMap { Observable.of($0, -$0) }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for number in 1...100 { numbers.onNext(number) }
    },
    Shape("rows that each look at their own part of one state, which is often the same") {
      let (rows, selected, bag) = (PublishSubject<Int>(), BehaviorRelay(value: 0), DisposeBag())
      rows.flatMap { row in selected.map { $0 == row } }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for row in 1...4 { rows.onNext(row) }
      for row in [9, 2, 8, 1, 7] { selected.accept(row) }
    },
    Shape("one value of a mapped relay for each tick") {
      let (ticks, state, bag) = (PublishSubject<Int>(), BehaviorRelay(value: 1), DisposeBag())
      ticks.flatMap { _ in state.map { "level \($0)" }.take(1) }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tick in 1...4 {
        ticks.onNext(tick)
        state.accept(tick * 10)
      }
    },
  ]
}
