import Foundation
import Rx

/// Virtual time in ticks, each of a fixed number of seconds.
public struct TestSchedulerVirtualTimeConverter: VirtualTimeConverterType, Sendable {
  public typealias VirtualTimeUnit = TestTime
  public typealias VirtualTimeIntervalUnit = TestTime

  /// The length of a tick, in seconds.
  private let resolution: Double

  init(resolution: Double) {
    self.resolution = resolution
  }

  public func convertFromVirtualTime(_ virtualTime: TestTime) -> RxTime {
    Date(timeIntervalSince1970: convertFromVirtualTimeInterval(virtualTime))
  }

  public func convertToVirtualTime(_ time: RxTime) -> TestTime {
    convertToVirtualTimeInterval(time.timeIntervalSince1970)
  }

  public func convertFromVirtualTimeInterval(_ virtualTimeInterval: TestTime) -> TimeInterval {
    TimeInterval(virtualTimeInterval) * resolution
  }

  /// The nearest number of ticks, rounded up if two are equally near; `Int.max` if the interval is too long.
  public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> TestTime {
    TestTime(exactly: (timeInterval / resolution + 0.5).rounded(.down)) ?? (timeInterval < 0 ? .min : .max)
  }

  public func offsetVirtualTime(_ time: TestTime, offset: TestTime) -> TestTime { time + offset }

  public func compareVirtualTime(_ lhs: TestTime, _ rhs: TestTime) -> VirtualTimeComparison {
    if lhs < rhs { return .lessThan }
    return lhs > rhs ? .greaterThan : .equal
  }
}
