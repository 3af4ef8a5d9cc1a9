/// A range of numbers as people write it: `7`, `7-12`, `7...12`, `7...`, `...12`.
///
///     NumberRange("7...12")?.contains(9)
///     // Result: true
public struct NumberRange: Hashable, Sendable, LosslessStringConvertible {
  public let lowest: Int
  public let highest: Int

  public init(_ lowest: Int, _ highest: Int) {
    (self.lowest, self.highest) = (lowest, highest)
  }

  /// Nil if the text is not a range, or if the range is empty.
  public init?(_ text: String) {
    guard let bounds = Self.bounds(text) else { return nil }
    let lowest = bounds.first.isEmpty ? 0 : Int(bounds.first)
    let highest = bounds.last.isEmpty ? Int.max : Int(bounds.last)
    guard let lowest, let highest, lowest >= 0, lowest <= highest, bounds.first != "" || bounds.last != "" else {
      return nil
    }
    (self.lowest, self.highest) = (lowest, highest)
  }

  public func contains(_ number: Int) -> Bool { lowest <= number && number <= highest }

  public var description: String {
    if lowest == highest { return "\(lowest)" }
    return highest == .max ? "\(lowest)..." : "\(lowest)...\(highest)"
  }

  private static func bounds(_ text: String) -> (first: Substring, last: Substring)? {
    if text.allSatisfy(\.isNumber) { return (text[...], text[...]) }
    for separator in ["...", "-"] {
      let parts = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { return (parts[0], parts[1]) }
    }
    return nil
  }
}
