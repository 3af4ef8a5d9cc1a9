/// The characters that a reader does not see, or that make text look like other text.
///
/// They control a terminal, break a line, change the direction of writing or have no width. Every form and every message
/// escapes these characters and no others.
package enum HiddenScalars {
  package static let ranges: [ClosedRange<UInt32>] =
    control + separators + directions + widthless + unassigned
  /// C0, whose ESC begins a terminal's control sequences; DEL; and C1, whose CSI and OSC begin them as well.
  private static let control: [ClosedRange<UInt32>] = [0...0x1F, 0x7F...0x9F]
  private static let separators: [ClosedRange<UInt32>] = [0x2028...0x2029]
  private static let directions: [ClosedRange<UInt32>] = [
    0x61C...0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x206A...0x206F,
  ]
  /// Joiners and spaces without width, soft hyphens, fillers, the byte order mark, annotation marks, tags.
  private static let widthless: [ClosedRange<UInt32>] = [
    0xAD...0xAD, 0x34F...0x34F, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200D, 0x2060...0x2065,
    0x3164...0x3164, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF0...0xFFFB, 0x13430...0x13440, 0x1BCA0...0x1BCA3,
    0x1D173...0x1D17A, 0xE0000...0xE0FFF,
  ]
  /// Noncharacters; XML forbids some of them.
  private static let unassigned: [ClosedRange<UInt32>] =
    [0xFDD0...0xFDEF] + (0...16).map { plane in plane << 16 | 0xFFFE...plane << 16 | 0xFFFF }

  /// The ranges in ascending order, for a binary search.
  private static let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }

  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    let place = sorted.partitioningIndex { $0.upperBound >= scalar.value }
    return place < sorted.count && sorted[place].contains(scalar.value)
  }

  /// Whether a joiner between two characters makes one emoji of them, so that it can be seen.
  static func isSeenJoiner(_ scalar: Unicode.Scalar, after before: Unicode.Scalar?, before after: Unicode.Scalar?)
    -> Bool
  {
    guard scalar == "\u{200D}", let before, let after else { return false }
    return (isEmoji(before) || before == "\u{FE0F}") && isEmoji(after)
  }

  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool { scalar.value > 0xFF && scalar.properties.isEmoji }
}
