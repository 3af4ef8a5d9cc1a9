import Foundation

/// A hash by which contents are told apart: 128 bits, of which nobody tries to find two that agree.
///
/// It reads sixteen bytes at a time through a pointer, so that even a debug build hashes an engine of some megabytes in a
/// few thousandths of a second, every time, and never trusts a time stamp.
package struct ContentHash {
  private var lanes: (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F)

  package init() {}

  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds a file's contents: those of a large one without copying them, which takes longer for a small one.
  package mutating func add(contentsOf path: String) throws {
    if let bytes = [UInt8](contentsOfFile: path, atMost: 1 << 18) { return bytes.withUnsafeBytes { add($0) } }
    let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    data.withUnsafeBytes { add($0) }
  }

  /// The hash of a file's contents; nil where it cannot be read.
  package static func text(ofFile path: String) -> String? {
    var hash = ContentHash()
    return (try? hash.add(contentsOf: path)) == nil ? nil : hash.text
  }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    mix(UInt64(bytes.count), 0)
    guard let base = bytes.baseAddress else { return }
    if UInt(bitPattern: base) % 8 == 0 { return mix(base, bytes.count) }
    withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 8) { copy in
      copy.copyMemory(from: bytes)
      mix(UnsafeRawPointer(copy.baseAddress!), bytes.count)
    }
  }

  /// - Parameter base: Begins at a multiple of eight, so that it may be read through a pointer to words: the one way that
  ///   is as fast in a debug build, where nothing generic is.
  private mutating func mix(_ base: UnsafeRawPointer, _ count: Int) {
    let words = count / 16 * 2
    base.withMemoryRebound(to: UInt64.self, capacity: words) { start in
      var word = start
      let end = start + words
      while word != end {
        mix(word.pointee, (word + 1).pointee)
        word += 2
      }
    }
    guard words * 8 < count else { return }
    var rest: (UInt64, UInt64) = (0, 0)
    base.withMemoryRebound(to: UInt8.self, capacity: count) { start in
      var byte = start + words * 8
      while byte != start + count {
        rest = (rest.0 << 8 | rest.1 >> 56, rest.1 << 8 | UInt64(byte.pointee))
        byte += 1
      }
    }
    mix(rest.0, rest.1)
  }

  /// The halves of a product of 64 bits by 64 depend on all that went in, as in Wang Yi's wyhash. What went in is added
  /// once more, because a factor of zero would lose the other one.
  @inline(__always)
  private mutating func mix(_ first: UInt64, _ second: UInt64) {
    let product = (first ^ lanes.0).multipliedFullWidth(by: second ^ lanes.1)
    lanes = (product.low &+ second, product.high ^ first)
  }

  /// 32 hexadecimal digits.
  package var text: String {
    var end = self
    // The last that was added has gone through no product yet.
    for _ in 0..<2 { end.mix(0xFF51_AFD7_ED55_8CCD, 0xC4CE_B9FE_1A85_EC53) }
    return String(unsafeUninitializedCapacity: 32) { digits in
      for place in 0..<16 {
        digits[place] = Self.digit(end.lanes.0, place)
        digits[place + 16] = Self.digit(end.lanes.1, place)
      }
      return 32
    }
  }

  private static func digit(_ lane: UInt64, _ place: Int) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: lane >> UInt64(60 - 4 * place)) & 15
    return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
