import RxTrace

/// How the figures of a watched program are written.
package enum WatchText {
  /// `12.0 s`, `4:05 min`, `27:00 h`
  package static func time(_ nanoseconds: UInt64) -> String {
    let tenths = nanoseconds / 100_000_000
    let seconds = tenths / 10
    if seconds < 100 { return "\(seconds).\(tenths % 10) s" }
    func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if seconds < 6000 { return "\(seconds / 60):\(two(seconds % 60)) min" }
    return "\(seconds / 3600):\(two(seconds / 60 % 60)) h"
  }

  /// The whole seconds, minutes or hours since something: `3 s`
  package static func idle(_ nanoseconds: UInt64?) -> String {
    guard let seconds = nanoseconds.map({ $0 / 1_000_000_000 }) else { return "·" }
    return seconds < 100 ? "\(seconds) s" : seconds < 6000 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }

  /// A dot stands for zero.
  package static func count(_ number: Int) -> String { number == 0 ? "·" : "\(number)" }

  /// Events a second, with a tenth below ten.
  package static func rate(_ rate: Double) -> String {
    if rate <= 0 { return "·" }
    if rate < 0.05 { return "<0.1" }
    let tenths = Int((rate * 10).rounded())
    return tenths < 100 && tenths % 10 > 0 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(rate.rounded()))"
  }

  /// A part of the time: `3.4 %`
  package static func share(_ share: Double) -> String { share <= 0 ? rate(0) : "\(rate(share * 100)) %" }

  package static func value(_ value: TracedValue, columns: Int) -> String {
    let text = ShownText.printable(value.text.prefix(columns + 1)) + (value.isComplete ? "" : "…")
    return ShownText.fitted(text, columns: columns)
  }

  package static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - ShownText.width(text)))
  }

  package static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - ShownText.width(text))) + text
  }
}
