import Foundation

extension DispatchTimeInterval {
  /// The remaining part of the interval at `moment`, if the interval began at `start`; zero if it is over.
  ///
  /// In microseconds, whatever the interval's own unit is, because the rest of a second may be a fraction of a second.
  func rest(since start: Date, at moment: Date) -> DispatchTimeInterval {
    guard let length = inMicroseconds else { return .never }
    let rest = (length - moment.timeIntervalSince(start) * 1e6).rounded()
    return .microseconds(rest <= 0 ? 0 : Int(exactly: rest) ?? .max)
  }

  /// Whether there is nothing to wait for.
  var isNow: Bool { inMicroseconds.map { $0 <= 0 } ?? false }

  /// Nil for `never`.
  private var inMicroseconds: Double? {
    switch self {
    case .seconds(let count): Double(count) * 1e6
    case .milliseconds(let count): Double(count) * 1e3
    case .microseconds(let count): Double(count)
    case .nanoseconds(let count): Double(count) / 1e3
    case .never: nil
    @unknown default: nil
    }
  }
}
