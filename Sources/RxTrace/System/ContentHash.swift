import Foundation

/// A hash that tells contents apart: MurmurHash3 in its form for 64-bit machines with 128 bits, by Austin Appleby.
///
/// It does not protect against someone who looks for two contents with one hash; a cache holds only its own user's
/// files. It reads sixteen bytes at a time through a pointer, so that even a debug build hashes an engine of some
/// megabytes in some thousandths of a second, every time, and never trusts a time stamp.
///
///     var hash = ContentHash()
///     hash.add("hello")
///     print(hash.text.count)
///     // Prints: 32
package struct ContentHash {
  private var first: UInt64
  private var second: UInt64
  private var count: UInt64 = 0
  /// The bytes that do not fill a block yet, with the earliest in the lowest bits.
  private var rest: (UInt64, UInt64) = (0, 0)

  package init() { self.init(seed: 0) }

  init(seed: UInt32) {
    (first, second) = (UInt64(seed), UInt64(seed))
  }

  /// Adds a text as a part of its own: the parts `a` and `bc` have another hash than `ab` and `c`.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds a file's contents as a part of their own. A large file is mapped, because copying it takes longer. A small
  /// file is copied, because mapping it takes longer.
  package mutating func add(contentsOf path: String) throws {
    if let bytes = [UInt8](contentsOfFile: path, atMost: 1 << 18) { return bytes.withUnsafeBytes { add($0) } }
    var status = stat()
    // Other kinds of files are refused, because reading a pipe would wait.
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw SystemError.failed("\(path): is not a file")
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    data.withUnsafeBytes { add($0) }
  }

  /// The hash of a file's contents; nil if the file cannot be read.
  package static func text(ofFile path: String) -> String? {
    var hash = ContentHash()
    return (try? hash.add(contentsOf: path)) == nil ? nil : hash.text
  }

  /// Adds bytes as a part of their own.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { append($0) }
    append(bytes)
  }

  /// Adds bytes that continue the last ones.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard var next = bytes.baseAddress else { return }
    let end = next + bytes.count
    while count & 15 != 0, next != end {
      appendByte(next.load(as: UInt8.self))
      next += 1
    }
    let blocks = (end - next) & ~15
    mixBlocks(next, next + blocks)
    count &+= UInt64(blocks)
    next += blocks
    while next != end {
      appendByte(next.load(as: UInt8.self))
      next += 1
    }
  }

  private mutating func appendByte(_ byte: UInt8) {
    let place = count & 15
    if place < 8 { rest.0 |= UInt64(byte) << (8 * place) } else { rest.1 |= UInt64(byte) << (8 * (place - 8)) }
    count &+= 1
    guard count & 15 == 0 else { return }
    withUnsafeBytes(of: (rest.0.littleEndian, rest.1.littleEndian)) { block in
      mixBlocks(block.baseAddress!, block.baseAddress! + 16)
    }
    rest = (0, 0)
  }

  private static let factors: (UInt64, UInt64) = (0x87C3_7B91_1142_53D5, 0x4CF5_AD43_2745_937F)

  /// The rotations are written out, with local names, because a debug build would call a function for each rotation.
  private mutating func mixBlocks(_ start: UnsafeRawPointer, _ end: UnsafeRawPointer) {
    let (factor1, factor2) = Self.factors
    var (hash1, hash2, next) = (first, second, start)
    while next != end {
      var low = UInt64(littleEndian: next.loadUnaligned(as: UInt64.self)) &* factor1
      low = (low &<< 31 | low &>> 33) &* factor2
      hash1 ^= low
      hash1 = ((hash1 &<< 27 | hash1 &>> 37) &+ hash2) &* 5 &+ 0x52DC_E729
      var high = UInt64(littleEndian: (next + 8).loadUnaligned(as: UInt64.self)) &* factor2
      high = (high &<< 33 | high &>> 31) &* factor1
      hash2 ^= high
      hash2 = ((hash2 &<< 31 | hash2 &>> 33) &+ hash1) &* 5 &+ 0x3849_5AB5
      next += 16
    }
    (first, second) = (hash1, hash2)
  }

  /// The hash of all that was added.
  var halves: (UInt64, UInt64) {
    let (factor1, factor2) = Self.factors
    var (hash1, hash2) = (first, second)
    let high = rest.1 &* factor2
    hash2 ^= (high &<< 33 | high &>> 31) &* factor1
    let low = rest.0 &* factor1
    hash1 ^= (low &<< 31 | low &>> 33) &* factor2
    hash1 ^= count
    hash2 ^= count
    hash1 &+= hash2
    hash2 &+= hash1
    hash1 = Self.finished(hash1)
    hash2 = Self.finished(hash2)
    hash1 &+= hash2
    return (hash1, hash2 &+ hash1)
  }

  private static func finished(_ number: UInt64) -> UInt64 {
    var number = (number ^ number &>> 33) &* 0xFF51_AFD7_ED55_8CCD
    number = (number ^ number &>> 33) &* 0xC4CE_B9FE_1A85_EC53
    return number ^ number &>> 33
  }

  /// 32 hexadecimal digits.
  package var text: String {
    let halves = halves
    return String(unsafeUninitializedCapacity: 32) { digits in
      for place in 0..<16 {
        digits[place] = Self.digit(halves.0, place)
        digits[place + 16] = Self.digit(halves.1, place)
      }
      return 32
    }
  }

  private static func digit(_ half: UInt64, _ place: Int) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: half &>> UInt64(60 - 4 * place)) & 15
    return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
