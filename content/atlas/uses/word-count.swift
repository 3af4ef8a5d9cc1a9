import RxSwift

_ = Observable.of("tea", "milk", "tea", "bread", "tea")
  .scan(into: [String: Int]()) { counts, item in counts[item, default: 0] += 1 }
  .map { counts in counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" } }
  .subscribe(onNext: { print($0.joined(separator: ", ")) })
