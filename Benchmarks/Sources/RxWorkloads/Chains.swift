import Measuring
import Rx

/// Events through operators that stand in a row.
let chains: [Workload] = [
  Workload("six operators", goal: 7) { count in
    sum(sixOperators(numbers(count)))
  },
  Workload("six operators, strings", goal: 10) { count in
    let text = String(repeating: "text ", count: 10)
    var sum = 0
    Observable<String>.create { observer in
      for _ in 0..<count { observer.onNext(text) }
      return Disposables.create()
    }
    .map { $0 }.filter { !$0.isEmpty }.map { $0 }.filter { !$0.isEmpty }.map { $0 }.filter { !$0.isEmpty }
    .subscribe(onNext: { sum &+= $0.utf8.count }).dispose()
    return sum
  },
  Workload("six operators, from a subject", goal: 14, through { sixOperators($0) }),
  Workload("chain of 50 maps", goal: 9, through { (0..<50).reduce($0) { chain, _ in chain.map { $0 &+ 1 } } }),
  Workload("range, map, scan", goal: 48) { count in
    sum(Observable.range(start: 0, count: count).map { $0 &+ 1 }.scan(0) { $0 &+ $1 })
  },
  Workload("scan, 64 bytes", goal: 10, through { $0.scan(Totals()) { $0.adding($1) }.map(\.last) }),
  Workload("distinctUntilChanged", goal: 8, through { $0.map { $0 >> 1 }.distinctUntilChanged() }),
  Workload("compactMap", goal: 6, through { $0.compactMap { $0 & 1 == 0 ? $0 : nil } }),
  Workload(
    "do(onNext:), enumerated", goal: 12,
    through { $0.do(onNext: { _ in }).enumerated().map { $0.index &+ $0.element } }),
  Workload("materialize, dematerialize", goal: 4, through { $0.materialize().dematerialize() }),
  Workload("skip, take", goal: 17, through { $0.skip(1).take(.max) }),
  Workload("takeUntil, startWith", goal: 14, through(2) { $0[0].startWith(1).take(until: $0[1].filter { $0 < 0 }) }),
]

/// So many numbers from `create`, which are the whole sequence.
func numbers(_ count: Int) -> Observable<Int> {
  .create { observer in
    for number in 0..<count { observer.onNext(number) }
    observer.onCompleted()
    return Disposables.create()
  }
}

/// (map, filter) × 3.
func sixOperators(_ source: Observable<Int>) -> Observable<Int> {
  source
    .map { $0 &+ 1 }.filter { $0 != -1 }
    .map { $0 &* 3 }.filter { $0 != -1 }
    .map { $0 &- 2 }.filter { $0 != -1 }
}

/// The sum of what a sequence sends at once.
func sum(_ source: Observable<Int>) -> Int {
  var sum = 0
  source.subscribe(onNext: { sum &+= $0 }).dispose()
  return sum
}

/// An element that is larger than the registers that pass it.
private struct Totals {
  var (first, second, third, fourth) = (0, 0, 0, 0)
  var (fifth, sixth, seventh, last) = (0, 0, 0, 0)

  func adding(_ number: Int) -> Totals {
    var totals = self
    totals.first &+= number
    totals.last &+= totals.first
    return totals
  }
}
