import RxRelay
import RxSwift

let prices = ["tea": BehaviorRelay(value: 3), "salt": BehaviorRelay(value: 1)]

final class PriceList {
  private let rows = CompositeDisposable()
  private var keys: [String: CompositeDisposable.DisposeKey] = [:]

  func rowAppears(_ item: String) {
    guard let price = prices[item] else { return }
    keys[item] = rows.insert(price.subscribe(onNext: { print("\(item): \($0) €") }))
  }

  func rowDisappears(_ item: String) {
    keys.removeValue(forKey: item).map { rows.remove(for: $0) }
  }

  func close() { rows.dispose() }
}

let list = PriceList()
list.rowAppears("tea")
list.rowAppears("salt")
list.rowDisappears("tea")
prices["tea"]?.accept(4)
prices["salt"]?.accept(2)
list.close()
prices["salt"]?.accept(5)
