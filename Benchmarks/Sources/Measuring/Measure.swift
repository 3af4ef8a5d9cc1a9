import Foundation

/// Nanoseconds of processor time that one of `count` operations takes: the best of several rounds, so that what else the
/// machine does is left out.
public func nanoseconds(per count: Int, rounds: Int = 9, _ body: () -> Void) -> Double {
  let best = (0..<rounds).map { _ in
    let start = processorTime()
    body()
    return processorTime() - start
  }.min()!
  return best * 1e9 / Double(count)
}

/// Seconds that the processors have worked for this process, in all its threads.
public func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// A figure, and what it is to reach.
public struct Figure {
  public var name: String
  public var value: Double
  public var unit: String
  public var limit: Double?
  /// Said behind the figure.
  public var remark: String

  public init(name: String, value: Double, unit: String, limit: Double? = nil, remark: String = "") {
    (self.name, self.value, self.unit, self.limit, self.remark) = (name, value, unit, limit, remark)
  }

  public var isReached: Bool { limit.map { value <= $0 } ?? true }

  public var row: String {
    let goal = limit.map { "≤ \(format($0))" } ?? ""
    let row = name.padded(to: 66) + format(value).padded(to: 9, leading: true) + " " + unit.padded(to: 5)
    return row + goal.padded(to: 8) + remark + (isReached ? "" : "   NOT REACHED")
  }
}

public func format(_ value: Double, digits: Int = 2) -> String { String(format: "%.\(digits)f", value) }

extension String {
  public func padded(to width: Int, leading: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - count))
    return leading ? space + self : self + space
  }
}
