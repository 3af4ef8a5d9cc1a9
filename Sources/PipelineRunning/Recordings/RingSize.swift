import TraceFormat

/// The size that a recording's file never exceeds.
public struct RingSize: Sendable {
  package let bytes: Int

  /// The smallest size, as text.
  package static let least = "1MB"
  private static let leastBytes = ByteSize(least)!.bytes

  /// - Parameter text: a number with its unit, such as `64MB`.
  /// - Returns: nil for another text, and for a size that is too small.
  package init?(_ text: String) {
    guard let size = ByteSize(text), size.bytes >= Self.leastBytes else { return nil }
    bytes = size.bytes
  }

  /// The bytes for what the program records. An eighth is left for the symbols and the source, which come last.
  package var bytesOfRecords: Int { bytes - bytes / 8 }
}
