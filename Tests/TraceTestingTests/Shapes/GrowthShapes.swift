import Rx
import TraceAnalysis

extension Shape {
  /// A cell that is used for one item after another, and keeps all of its subscriptions.
  private final class Cell {
    private(set) var bag = DisposeBag()

    func show(_ item: Int, of items: Observable<Int>) {
      items.filter { $0 == item }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    }

    func prepareForReuse() { bag = DisposeBag() }
  }

  static let growing: [Shape] = [
    Shape("a cell that is used again, and filters what it shows", .growing) {
      let (items, cell) = (PublishSubject<Int>(), Cell())
      for item in [1, 2, 3, 1] {
        cell.show(item, of: items)
        items.onNext(9)
      }
      items.onNext(1)
      kept.append(cell.bag)
    },
    Shape("the same with a shared sequence", .growing) {
      let (items, cell) = (PublishSubject<Int>(), Cell())
      let shared = items.map { $0 + 1 }.share()
      for item in [2, 3, 4, 2] {
        cell.show(item, of: shared)
        items.onNext(9)
      }
      items.onNext(1)
      kept.append(cell.bag)
    },
    Shape("a subscription each time a screen appears", .growing) {
      let (prices, model) = (PublishSubject<Int>(), Held())
      model.bag = DisposeBag()
      func appear() { prices.subscribe(onNext: { ignore($0) }).disposed(by: model.bag!) }
      for price in 1...4 {
        appear()
        prices.onNext(price)
      }
      kept.append(model.bag!)
    },
    Shape("a pipeline that is put together anew each time", .growing) {
      let (prices, bag) = (PublishSubject<Int>(), DisposeBag())
      for price in 1...4 {
        prices.map { $0 * 2 }.filter { $0 > 0 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
        prices.onNext(price)
      }
      kept.append(bag)
    },
    Shape("a subscription within an observer", .growing) {
      let (taps, prices, bag) = (PublishSubject<Void>(), BehaviorSubject(value: 0), DisposeBag())
      taps.subscribe(onNext: { prices.subscribe(onNext: { ignore($0) }).disposed(by: bag) }).disposed(by: bag)
      for price in 1...4 {
        taps.onNext(())
        prices.onNext(price)
      }
      kept.append(bag)
    },
    Shape("a relay that is observed by each request", .growing) {
      let (token, bag) = (BehaviorRelay(value: "a"), DisposeBag())
      for number in 1...4 {
        token.asObservable().subscribe(onNext: { ignore($0) }).disposed(by: bag)
        token.accept("token \(number)")
      }
      kept.append(bag)
    },
    Shape("a shared sequence that each row observes when it is shown", .growing) {
      let (ticks, bag) = (PublishSubject<Int>(), DisposeBag())
      let shared = ticks.map { $0 + 1 }.share()
      for tick in 1...4 {
        shared.subscribe(onNext: { ignore($0) }).disposed(by: bag)
        ticks.onNext(tick)
      }
      kept.append(bag)
    },
  ]

  static let steady: [Shape] = [
    Shape("a cell that ends its subscription before it is used again") {
      let (items, cell) = (PublishSubject<Int>(), Cell())
      for item in [1, 2, 3, 1] {
        cell.prepareForReuse()
        cell.show(item, of: items)
        items.onNext(9)
      }
      items.onNext(1)
      kept.append(cell.bag)
    },
    Shape("rooms that are opened one after another, each with messages of its own") {
      let messages = PublishSubject<Int>()
      let rooms = (1...4).map { room in
        let cell = Cell()
        cell.show(room, of: messages)
        messages.onNext(room)
        return cell
      }
      for room in 1...4 { messages.onNext(room) }
      kept += rooms.map(\.bag)
    },
    Shape("cells that are shown at once, some of them for the same item") {
      let (items, cells) = (PublishSubject<Int>(), (0..<4).map { _ in Cell() })
      for (number, cell) in cells.enumerated() { cell.show(number / 2, of: items) }
      for item in 0...3 { items.onNext(item) }
      kept += cells.map(\.bag)
    },
    Shape("a new bag each time a screen appears") {
      let (prices, held) = (PublishSubject<Int>(), Held())
      for price in 1...4 {
        held.bag = DisposeBag()
        prices.subscribe(onNext: { ignore($0) }).disposed(by: held.bag!)
        prices.onNext(price)
      }
    },
    Shape("the rows of a list, all at once") {
      let (ticks, bag) = (PublishSubject<Int>(), DisposeBag())
      for row in 1...5 { ticks.subscribe(onNext: { ignore($0 + row) }).disposed(by: bag) }
      for tick in 1...3 { ticks.onNext(tick) }
      kept.append(bag)
    },
    Shape("subscriptions that take one element each") {
      let (ticks, bag) = (PublishSubject<Int>(), DisposeBag())
      for tick in 1...5 {
        ticks.take(1).subscribe(onNext: { ignore($0) }).disposed(by: bag)
        ticks.onNext(tick)
      }
    },
    Shape("three lines that subscribe to one relay") {
      let (name, bag) = (BehaviorRelay(value: ""), DisposeBag())
      name.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      name.accept("a")
      name.map { $0.count }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      name.accept("b")
      name.filter { !$0.isEmpty }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      name.accept("c")
      kept.append(bag)
    },
    Shape("flatMapLatest, which ends the older subscription") {
      let (taps, prices, bag) = (PublishSubject<Void>(), BehaviorSubject(value: 0), DisposeBag())
      taps.flatMapLatest { prices }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for price in 1...4 {
        taps.onNext(())
        prices.onNext(price)
      }
      kept.append(bag)
    },
  ]
}
