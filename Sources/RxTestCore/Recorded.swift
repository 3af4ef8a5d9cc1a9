/// A value together with the virtual time at which it came.
///
///     let element: Recorded<Event<Int>> = .next(210, 1)
///     print(element)
///     // Prints: next(1) @ 210
public struct Recorded<Value>: CustomDebugStringConvertible {
  /// The time at which it came, in ticks.
  public let time: TestTime

  /// The value, usually an event.
  public let value: Value

  public init(time: TestTime, value: Value) {
    self.time = time
    self.value = value
  }

  public var debugDescription: String { "\(value) @ \(time)" }
}

extension Recorded: Equatable where Value: Equatable {}

extension Recorded: Hashable where Value: Hashable {}

extension Recorded: Sendable where Value: Sendable {}
