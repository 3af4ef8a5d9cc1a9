/// How long things of one kind took: how many there were, the sum of all, and the percentiles.
///
/// Lengths that differ by less than a hundredth are counted together, so that memory does not grow with the number of things.
/// The longest is exact.
struct Durations {
  private(set) var count = 0
  /// The sum of all lengths, in nanoseconds.
  private(set) var sum: UInt64 = 0
  private(set) var longest: UInt64 = 0
  private var counts: [UInt16: Int] = [:]

  /// The number of bits that tell lengths between a power of two and the next one apart.
  private static let steps = 7

  mutating func add(_ nanoseconds: UInt64) {
    count += 1
    sum += nanoseconds
    longest = max(longest, nanoseconds)
    counts[Self.place(of: nanoseconds), default: 0] += 1
  }

  /// The length that is not exceeded by a share of the things, exact to half a percent.
  /// - Parameter share: above 0, up to 1.
  func percentile(_ share: Double) -> UInt64 {
    var left = Int((share * Double(count)).rounded(.up))
    for place in counts.keys.sorted() {
      left -= counts[place]!
      if left <= 0 { return min(longest, Self.middle(of: place)) }
    }
    return longest
  }

  private static func place(of length: UInt64) -> UInt16 {
    let doublings = max(0, 63 - steps - length.leadingZeroBitCount)
    return UInt16(doublings << steps) + UInt16(length >> UInt64(doublings))
  }

  private static func middle(of place: UInt16) -> UInt64 {
    let doublings = max(0, Int(place >> UInt16(steps)) - 1)
    return UInt64(Int(place) - doublings << steps) << UInt64(doublings) + (1 << UInt64(doublings)) / 2
  }
}
