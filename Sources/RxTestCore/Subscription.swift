/// The times at which a subscription to a sequence began and ended.
///
///     print(Subscription(200, 250), Subscription(300))
///     // Prints: (200: 250) (300: Infinity)
public struct Subscription: Hashable, Sendable, CustomDebugStringConvertible {
  /// The time at which it began, in ticks.
  public let subscribe: TestTime

  /// The time at which it ended, in ticks; `Int.max` if it has not.
  public let unsubscribe: TestTime

  /// A subscription that goes on.
  public init(_ subscribe: TestTime) {
    self.init(subscribe, .max)
  }

  /// A subscription that ended.
  public init(_ subscribe: TestTime, _ unsubscribe: TestTime) {
    self.subscribe = subscribe
    self.unsubscribe = unsubscribe
  }

  public var debugDescription: String {
    "(\(subscribe): \(unsubscribe == .max ? "Infinity" : "\(unsubscribe)"))"
  }
}
