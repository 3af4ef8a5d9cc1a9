import Foundation

/// Defines the ticks of a ``VirtualTimeScheduler``, and how they relate to real time.
public protocol VirtualTimeConverterType {
  /// A moment on the virtual clock.
  associatedtype VirtualTimeUnit

  /// The distance between two such moments.
  associatedtype VirtualTimeIntervalUnit

  /// The date that a virtual moment stands for.
  func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime

  /// The virtual moment that is nearest to a date.
  func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit

  /// A virtual distance in seconds.
  func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval

  /// The virtual distance that is nearest to a number of seconds.
  func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit

  /// The moment that lies `offset` after `time`.
  func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit

  /// Which of two moments comes first.
  func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison
}

/// How two moments of virtual time stand to each other.
public enum VirtualTimeComparison: Sendable {
  /// The first comes before the second.
  case lessThan
  /// Both are the same moment.
  case equal
  /// The first comes after the second.
  case greaterThan
}
