/// A time within a run as people write and read it.
package enum RunTime {
  private static let units: [(name: String, size: Double)] = [
    ("ns", 1), ("us", 1e3), ("µs", 1e3), ("μs", 1e3), ("ms", 1e6), ("min", 60e9), ("s", 1e9),
  ]

  /// The nanoseconds of `1.2s`, `300ms` or `50us`; nil if the text is not a number with a unit.
  package static func nanoseconds(_ text: String) -> UInt64? {
    guard let unit = units.first(where: { text.hasSuffix($0.name) }) else { return nil }
    return number(text.dropLast(unit.name.count).filter { $0 != " " })
      .flatMap { UInt64(exactly: ($0 * unit.size).rounded()) }
  }

  /// The number in `250` or `2.5`; nil if the text is anything else.
  package static func number(_ text: String) -> Double? {
    let isPlain = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") }
    return isPlain ? Double(text) : nil
  }

  /// A time such as `850 µs`, `12.4 ms` or `1.204 s`, with as many digits as tell the lines of a run apart.
  package static func text(_ nanoseconds: UInt64) -> String {
    switch nanoseconds {
    case ..<1_000_000: "\(nanoseconds / 1000) µs"
    case ..<1_000_000_000: decimal(nanoseconds / 100_000, 1) + " ms"
    default: decimal(nanoseconds / 1_000_000, 3) + " s"
    }
  }

  /// A number of tenths, hundredths, … with its point.
  private static func decimal(_ number: UInt64, _ digits: Int) -> String {
    let text = String(repeating: "0", count: max(0, digits + 1 - "\(number)".count)) + "\(number)"
    return text.dropLast(digits) + "." + text.suffix(digits)
  }
}
