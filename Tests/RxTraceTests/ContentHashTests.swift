import TestSupport
import Testing

@testable import RxTrace

@Suite("The hash of contents", .oneAtATime)
struct ContentHashTests {
  private static func hash(_ bytes: some Sequence<UInt8>, seed: UInt32 = 0) -> [UInt64] {
    var hash = ContentHash(seed: seed)
    Array(bytes).withUnsafeBytes { hash.append($0) }
    return [hash.halves.0, hash.halves.1]
  }

  @Test("It is MurmurHash3: the published value of a known sentence, and zero for no bytes")
  func knownValues() {
    let sentence = "The quick brown fox jumps over the lazy dog"
    #expect(Self.hash(sentence.utf8) == [0xE34B_BC7B_BC07_1B6C, 0x7A43_3CA9_C49A_9347])
    #expect(Self.hash([]) == [0, 0])
  }

  @Test("It passes the algorithm's own verification: keys of every length to 255, and the hash of their hashes")
  func verification() {
    var hashes: [UInt8] = []
    for length in 0..<256 {
      let halves = Self.hash((0..<length).map { UInt8($0) }, seed: UInt32(256 - length))
      for half in halves { withUnsafeBytes(of: half.littleEndian) { hashes += $0 } }
    }
    #expect(UInt32(truncatingIfNeeded: Self.hash(hashes)[0]) == 0x6384_BA69)
  }

  @Test("Bytes that come in pieces of any size have the hash of the whole")
  func pieces() {
    let bytes = (0..<200).map { UInt8($0 &* 7 & 0xFF) }
    for size in 1...40 {
      var hash = ContentHash()
      for start in stride(from: 0, to: bytes.count, by: size) {
        Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { hash.append($0) }
      }
      #expect([hash.halves.0, hash.halves.1] == Self.hash(bytes))
    }
  }

  @Test("Parts do not run into each other")
  func parts() {
    func text(_ parts: String...) -> String {
      var hash = ContentHash()
      for part in parts { hash.add(part) }
      return hash.text
    }
    #expect(text("a", "bc") != text("ab", "c"))
    #expect(text("", "a") != text("a", ""))
    #expect(text("a", "bc") == text("a", "bc"))
    #expect(text("a").count == 32)
  }
}
