/// A number of bytes as people write it, with its unit.
///
///     ByteSize("64MB")?.bytes
///     // Result: 64000000
///     ByteSize("64MiB")?.bytes
///     // Result: 67108864
public struct ByteSize: Sendable, Equatable {
  public let bytes: Int

  /// - Parameter text: a whole number and one of B, KB, MB and GB, which count in thousands, or KiB, MiB and GiB, which count
  ///   in 1,024s; small letters do too.
  /// - Returns: nil for any other text, and for more bytes than can be counted.
  public init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).lowercased()
    guard let number = Int(digits), let factor = Self.units[unit] else { return nil }
    let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: factor)
    guard !isTooLarge else { return nil }
    self.bytes = bytes
  }

  private static let units = [
    "b": 1, "kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
  ]
}
