import Foundation

/// Numbers for a page's script in base64, each in as few bytes as it needs: seven bits a byte, the lowest bits first.
struct NumberWriter {
  private(set) var bytes: [UInt8] = []

  /// The bytes so far in base64; only the last piece may be padded.
  mutating func takeText(isLast: Bool) -> String {
    let count = isLast ? bytes.count : bytes.count - bytes.count % 3
    defer { bytes.removeFirst(count) }
    return Data(bytes[..<count]).base64EncodedString()
  }

  /// Writes 0 for nil, otherwise 1 plus twice the distance, or twice the distance if it goes backwards.
  mutating func put(_ number: Int?, near other: Int) {
    guard let number else { return bytes.append(0) }
    let distance = Int64(number) - Int64(other)
    put(UInt64(bitPattern: distance << 1 ^ distance >> 63) + 1)
  }

  mutating func put(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
