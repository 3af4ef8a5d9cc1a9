import Measuring
import Rx

/// What a screen of an app does, on the main thread.
let screens: [Workload] = [
  Workload("Driver chain", goal: 8) { count in
    var sum = 0
    let relay = BehaviorRelay(value: 0)
    let subscription = relay.asDriver().map { $0 &+ 1 }.filter { $0 != -1 }.distinctUntilChanged()
      .drive(onNext: { sum &+= $0 })
    for number in 0..<count { relay.accept(number) }
    subscription.dispose()
    return sum
  },
  Workload("form of three fields", goal: 7, batch: 3) { count in
    var sum = 0
    let fields = (0..<3).map { _ in BehaviorRelay(value: "") }
    let isValid = Driver.combineLatest(fields[0].asDriver(), fields[1].asDriver(), fields[2].asDriver()) {
      !$0.isEmpty && !$1.isEmpty && !$2.isEmpty
    }
    let subscription = isValid.distinctUntilChanged().drive(onNext: { sum &+= $0 ? 2 : 1 })
    for round in 0..<count / 3 {
      for field in fields { field.accept(round & 1 == 0 ? "text" : "") }
    }
    subscription.dispose()
    return sum
  },
  Workload("cell bound and reused", per: .cell, goal: 6) { count in
    let cell = Cell()
    let (title, price, isLiked) = (BehaviorRelay(value: "title"), BehaviorRelay(value: 5), BehaviorRelay(value: true))
    for _ in 0..<count {
      cell.bag = DisposeBag()
      title.asDriver().distinctUntilChanged().drive(onNext: { cell.shown &+= $0.utf8.count }).disposed(by: cell.bag)
      price.asDriver().map { $0 &+ 1 }.drive(onNext: { cell.shown &+= $0 }).disposed(by: cell.bag)
      isLiked.asDriver().map { $0 ? 2 : 1 }.drive(onNext: { cell.shown &+= $0 }).disposed(by: cell.bag)
    }
    return cell.shown
  },
]

private final class Cell {
  var bag = DisposeBag()
  var shown = 0
}
