/// Nanoseconds that one of `count` operations takes: the best of several rounds, so that what else the machine does is
/// left out.
func nanoseconds(per count: Int, rounds: Int = 9, _ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  let best = (0..<rounds).map { _ in clock.measure(body) }.min()!
  let (seconds, attoseconds) = best.components
  return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count)
}

/// A figure, and what it is to reach.
struct Figure {
  var name: String
  var value: Double
  var unit: String
  var limit: Double?
  /// Said behind the figure.
  var remark = ""

  var isReached: Bool { limit.map { value <= $0 } ?? true }

  var row: String {
    let number = format(value)
    let goal = limit.map { "≤ \(format($0))" } ?? ""
    let row = name.padded(to: 66) + number.padded(to: 9, leading: true) + " " + unit.padded(to: 5)
    return row + goal.padded(to: 8) + remark + (isReached ? "" : "   NOT REACHED")
  }
}

func format(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let fraction = String(hundredths % 100)
  return "\(hundredths / 100)." + (fraction.count == 1 ? "0" : "") + fraction
}

extension String {
  fileprivate func padded(to width: Int, leading: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - count))
    return leading ? space + self : self + space
  }
}
