import Rx
import TraceAnalysis

/// What cells of a list show: each item has a sequence of its own.
private final class Item {
  let title: BehaviorSubject<String>

  init(_ title: String) { self.title = BehaviorSubject(value: title) }
}

/// A cell that forgets its subscriptions when it is used again for another item.
private final class ForgetfulCell {
  let bag = DisposeBag()
  private(set) var text = ""

  func configure(_ item: Item) {
    item.title
      .subscribe(onNext: { [weak self] in self?.text = $0 })
      .disposed(by: bag)
  }

  func prepareForReuse() { text = "" }
}

/// The same with a bag that could be replaced, behind operators.
private final class LazyCell {
  private var rowBag = DisposeBag()
  private(set) var length = 0
  var kept: DisposeBag { rowBag }

  func configure(_ item: Item) {
    item.title.map { $0.count }.distinctUntilChanged()
      .bind(onNext: { [weak self] in self?.length = $0 })
      .disposed(by: rowBag)
  }

  func prepareForReuse() { length = 0 }
}

/// Stands for the class of UIKit.
private class UITableViewCell {
  func prepareForReuse() {}
}

/// A cell that does not know that it is used again.
private final class PlainCell: UITableViewCell {
  private(set) var onlyBag = DisposeBag()
  private(set) var text = ""

  func configure(_ item: Item) {
    item.title
      .subscribe(onNext: { [weak self] in self?.text = $0 })
      .disposed(by: onlyBag)
  }
}

/// A cell that ends its subscriptions as it is given another item.
private final class RefilledCell: UITableViewCell {
  private(set) var filledBag = DisposeBag()

  func configure(_ item: Item) {
    filledBag = DisposeBag()
    item.title.subscribe(onNext: { ignore($0) }).disposed(by: filledBag)
  }
}

/// A list that shows one more row for each item, as long as it lives.
private final class GrowingList {
  let rowsBag = DisposeBag()

  func add(_ item: Item) { item.title.subscribe(onNext: { ignore($0) }).disposed(by: rowsBag) }
}

/// A cell that ends its subscriptions when it is used again.
private final class TidyCell {
  private(set) var cellBag = DisposeBag()

  func configure(_ item: Item) { item.title.subscribe(onNext: { ignore($0) }).disposed(by: cellBag) }

  func prepareForReuse() { cellBag = DisposeBag() }
}

/// A cell that ends its subscriptions as it is given another item.
private final class RenewingCell {
  private(set) var itemBag = DisposeBag()

  func configure(_ item: Item) {
    itemBag = DisposeBag()
    item.title.subscribe(onNext: { ignore($0) }).disposed(by: itemBag)
  }

  func prepareForReuse() {}
}

/// A cell that subscribes to its own buttons once, when it is made.
private final class ButtonCell {
  let taps = PublishSubject<Void>()
  let ownBag = DisposeBag()

  init() { listen() }

  private func listen() { taps.subscribe(onNext: { ignore(()) }).disposed(by: ownBag) }

  func prepareForReuse() {}
}

/// A row that is made for one item.
private final class Row {
  let bagOfRow = DisposeBag()

  func show(_ item: Item) { item.title.subscribe(onNext: { ignore($0) }).disposed(by: bagOfRow) }
}

extension Shape {
  static let reused: [Shape] = [
    Shape("a cell that is used again for other items, with one bag", .neverDisposed) {
      let (cell, items) = (ForgetfulCell(), (1...4).map { Item("item \($0)") })
      for item in items {
        cell.prepareForReuse()
        cell.configure(item)
        items[0].title.onNext("changed")
      }
      kept.append(cell.bag)
    },
    Shape("a cell that comes back to an item, with operators before the binding", .neverDisposed) {
      let (cell, items) = (LazyCell(), (1...2).map { Item("item \($0)") })
      for place in [0, 1, 0] {
        cell.prepareForReuse()
        cell.configure(items[place])
        items[place].title.onNext("changed")
      }
      kept.append(cell.kept)
    },
    Shape("a cell of a table without prepareForReuse", .neverDisposed) {
      let (cell, items) = (PlainCell(), (1...4).map { Item("item \($0)") })
      for item in items {
        cell.prepareForReuse()
        cell.configure(item)
        items[0].title.onNext("changed")
      }
      kept.append(cell.onlyBag)
    },
  ]

  static let renewed: [Shape] = [
    Shape("a cell with a new bag when it is used again") {
      let (cell, items) = (TidyCell(), (1...4).map { Item("item \($0)") })
      for item in items {
        cell.prepareForReuse()
        cell.configure(item)
        items[0].title.onNext("changed")
      }
      kept.append(cell.cellBag)
    },
    Shape("a cell with a new bag for each item") {
      let (cell, items) = (RenewingCell(), (1...4).map { Item("item \($0)") })
      for item in items {
        cell.configure(item)
        items[0].title.onNext("changed")
      }
      kept.append(cell.itemBag)
    },
    Shape("a cell of a table with a new bag for each item") {
      let (cell, items) = (RefilledCell(), (1...4).map { Item("item \($0)") })
      for item in items {
        cell.configure(item)
        items[0].title.onNext("changed")
      }
      kept.append(cell.filledBag)
    },
    Shape("a list with one bag that shows a new item from time to time") {
      let list = GrowingList()
      for number in 1...4 {
        let item = Item("item \(number)")
        list.add(item)
        item.title.onNext("changed")
      }
      kept.append(list.rowsBag)
    },
    Shape("cells that each subscribe to their own button once") {
      for _ in 1...4 {
        let cell = ButtonCell()
        cell.taps.onNext(())
        kept.append(cell.ownBag)
      }
    },
    Shape("a list that grows by a row for each new item") {
      for number in 1...4 {
        let (row, item) = (Row(), Item("item \(number)"))
        row.show(item)
        item.title.onNext("changed")
        kept.append(row.bagOfRow)
      }
    },
  ]
}
