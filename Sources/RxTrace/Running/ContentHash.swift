import Foundation

/// A hash by which contents are told apart: 128 bits, of which nobody tries to find two that agree.
///
/// It reads eight bytes at a time through a pointer, so that even a debug build hashes an engine of some megabytes in a
/// few hundredths of a second, every time, and never trusts a time stamp.
package struct ContentHash {
  private var lanes: (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F)

  package init() {}

  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds a file's contents without copying them.
  package mutating func add(contentsOf path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    data.withUnsafeBytes { add($0) }
  }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    mix(UInt64(bytes.count))
    let words = bytes.count / 8
    if let base = bytes.baseAddress {
      var index = 0
      while index < words {
        mix(base.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
        index &+= 1
      }
    }
    var rest: UInt64 = 0
    for byte in bytes[(words * 8)...] { rest = rest << 8 | UInt64(byte) }
    mix(rest)
  }

  @inline(__always)
  private mutating func mix(_ word: UInt64) {
    let first = (lanes.0 ^ word) &* 0xFF51_AFD7_ED55_8CCD
    let second = (lanes.1 &+ word) &* 0xC4CE_B9FE_1A85_EC53
    // A product's high bits depend on all bits of its factors, its low bits on few: each lane lends the other its high ones.
    lanes = (first ^ second >> 29, second ^ first >> 32)
  }

  /// 32 hexadecimal digits.
  package var text: String {
    String(unsafeUninitializedCapacity: 32) { digits in
      for place in 0..<16 {
        digits[place] = Self.digit(lanes.0, place)
        digits[place + 16] = Self.digit(lanes.1, place)
      }
      return 32
    }
  }

  private static func digit(_ lane: UInt64, _ place: Int) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: lane >> UInt64(60 - 4 * place)) & 15
    return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
