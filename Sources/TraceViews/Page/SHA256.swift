/// SHA-256 (FIPS 180-4), by which a page's policy names the script and the style that it admits. ``ContentHash`` is faster
/// by far, but no browser knows it.
///
///     print(SHA256.hash(of: Array("abc".utf8)).prefix(2))
///     // Prints: [186, 120]
enum SHA256 {
  static func hash(of message: [UInt8]) -> [UInt8] {
    var state = squareRoots
    let padded = pad(message)
    for block in stride(from: 0, to: padded.count, by: 64) { add(padded[block..<block + 64], to: &state) }
    return state.flatMap { word in stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  /// Appends a bit, zeros and the number of bits, up to whole blocks of 64 bytes.
  private static func pad(_ message: [UInt8]) -> [UInt8] {
    let zeros = (119 - message.count % 64) % 64
    let length = UInt64(message.count) * 8
    return message + [0x80] + [UInt8](repeating: 0, count: zeros)
      + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: length >> $0) }
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
      block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
      let second = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let first = h &+ mixed &+ (e & f ^ ~e & g) &+ cubeRoots[index] &+ words[index]
      let second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  /// The first 32 bits of the fractions of the square roots of the first eight primes, and of the cube roots of 64.
  private static let squareRoots = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
  private static let cubeRoots = primes.map { fraction(cubeRoot(Double($0))) }

  private static let primes = (2..<312).filter { number in !(2..<number).contains { number % $0 == 0 } }

  private static func fraction(_ number: Double) -> UInt32 {
    UInt32((number - number.rounded(.down)) * 4_294_967_296)
  }

  /// The cube root by Newton's method.
  private static func cubeRoot(_ number: Double) -> Double {
    var root = number / 2
    for _ in 0..<64 { root -= (root * root * root - number) / (3 * root * root) }
    return root
  }
}
