import Foundation
import Measuring
import Rx

/// Operators of time on a virtual clock, as tests of programs use them.
let virtualTimes: [Workload] = [
  Workload("debounce, each superseded", goal: 6, each(1) { $0.debounce(.milliseconds(10), scheduler: $1) }),
  Workload("debounce, each fires", goal: 6, each(20) { $0.debounce(.milliseconds(10), scheduler: $1) }),
  Workload("throttle", goal: 6, each(1) { $0.throttle(.milliseconds(10), scheduler: $1) }),
  Workload("timeout", goal: 6, each(1) { $0.timeout(.milliseconds(10), scheduler: $1) }),
  Workload("delay", goal: 6, each(1) { $0.delay(.milliseconds(10), scheduler: $1) }),
  Workload(
    "buffer by 10, virtual", goal: 5,
    each(1) { $0.buffer(timeSpan: .seconds(1), count: 10, scheduler: $1).map { $0.count &+ $0[0] } }),
  Workload(
    "window by 10, virtual", goal: 6, each(1) { $0.window(timeSpan: .seconds(1), count: 10, scheduler: $1).merge() }),
  Workload(
    "search box", goal: 6,
    each(20) { texts, clock in
      texts.debounce(.milliseconds(10), scheduler: clock).distinctUntilChanged()
        .flatMapLatest { Observable.just($0).delay(.milliseconds(5), scheduler: clock) }
    }),
  Workload("interval, virtual", goal: 2) { count in
    var sum = 0
    let clock = VirtualClock()
    let ticks = Observable<Int>.interval(.milliseconds(1), scheduler: clock)
    let subscription = ticks.subscribe(onNext: { sum &+= $0 })
    clock.advanceTo(count)
    subscription.dispose()
    return sum
  },
]

/// Sends a number each so many virtual milliseconds, and sums what `build` makes of them.
private func each(
  _ step: Int, _ build: @escaping @Sendable (Observable<Int>, VirtualClock) -> Observable<Int>
) -> @Sendable (Int) -> Int {
  { count in
    var sum = 0
    let clock = VirtualClock()
    let subject = PublishSubject<Int>()
    let subscription = build(subject, clock).subscribe(onNext: { sum &+= $0 })
    for number in 0..<count {
      subject.onNext(number)
      clock.advanceTo((number + 1) * step)
    }
    subscription.dispose()
    return sum
  }
}

/// A scheduler like that of `RxTest`, whose library needs XCTest.
private final class VirtualClock: VirtualTimeScheduler<Milliseconds> {
  init() { super.init(initialClock: 0, converter: Milliseconds()) }
}

/// Virtual time in milliseconds.
private struct Milliseconds: VirtualTimeConverterType {
  func convertFromVirtualTime(_ time: Int) -> RxTime { Date(timeIntervalSince1970: Double(time) / 1_000) }
  func convertToVirtualTime(_ time: RxTime) -> Int { convertToVirtualTimeInterval(time.timeIntervalSince1970) }
  func convertFromVirtualTimeInterval(_ interval: Int) -> TimeInterval { Double(interval) / 1_000 }
  func convertToVirtualTimeInterval(_ seconds: TimeInterval) -> Int { Int((seconds * 1_000).rounded()) }
  func offsetVirtualTime(_ time: Int, offset: Int) -> Int { time + offset }

  func compareVirtualTime(_ left: Int, _ right: Int) -> VirtualTimeComparison {
    left < right ? .lessThan : left == right ? .equal : .greaterThan
  }
}
