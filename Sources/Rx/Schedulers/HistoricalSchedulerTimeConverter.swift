import Foundation

/// Virtual time in dates and seconds, like real time.
public struct HistoricalSchedulerTimeConverter: VirtualTimeConverterType, Sendable {
  public typealias VirtualTimeUnit = RxTime
  public typealias VirtualTimeIntervalUnit = TimeInterval

  public func convertFromVirtualTime(_ virtualTime: RxTime) -> RxTime { virtualTime }

  public func convertToVirtualTime(_ time: RxTime) -> RxTime { time }

  public func convertFromVirtualTimeInterval(_ virtualTimeInterval: TimeInterval) -> TimeInterval {
    virtualTimeInterval
  }

  public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> TimeInterval { timeInterval }

  public func offsetVirtualTime(_ time: RxTime, offset: TimeInterval) -> RxTime { time.addingTimeInterval(offset) }

  public func compareVirtualTime(_ lhs: RxTime, _ rhs: RxTime) -> VirtualTimeComparison {
    if lhs < rhs { return .lessThan }
    return lhs > rhs ? .greaterThan : .equal
  }
}
