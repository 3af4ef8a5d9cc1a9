import Foundation

/// Defines the time of a ``VirtualTimeScheduler``, and converts it to and from real time.
public protocol VirtualTimeConverterType {
  /// A moment on the virtual clock.
  associatedtype VirtualTimeUnit

  /// The interval between two such moments.
  associatedtype VirtualTimeIntervalUnit

  /// The date of a virtual moment.
  func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime

  /// The virtual moment nearest to a date.
  func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit

  /// A virtual interval in seconds.
  func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval

  /// The virtual interval nearest to a number of seconds.
  func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit

  /// The moment `offset` after `time`.
  func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit

  /// Which of two moments comes first.
  func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison
}

/// The order of two moments of virtual time.
public enum VirtualTimeComparison: Sendable {
  /// The first comes before the second.
  case lessThan
  /// Both are the same moment.
  case equal
  /// The first comes after the second.
  case greaterThan
}
