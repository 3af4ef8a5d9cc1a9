/// Which characters, and which pairs of neighbours, a page has, for text that is written without spaces.
///
/// Words cannot be told apart in such text, so a question is answered by the pairs of characters in it. To name the
/// pairs would take a third of the text. Instead each is a number below a bound, sorted, with the differences in
/// Golomb's code (Golomb, *Run-length encodings*, 1966): three or four bits for each. A pair that the page does not
/// have is taken for one that it has in one of four to sixteen cases; a question of three characters is wrong about
/// once in a hundred pages.
struct CharacterPairs {
  /// At most this part of the characters' bytes goes into the index.
  private static let share = 0.12

  private var hashes: [UInt32] = []
  private var slots = [UInt32](repeating: 0, count: 1 << 10)
  private var previous: (scalar: UInt32, end: Int) = (0, -1)
  private var characters = 0

  /// Notes a character of three bytes or more, whose first byte is at `position`.
  mutating func add(_ scalar: UInt32, at position: Int) {
    insert(Self.hash(scalar, 0))
    if previous.end == position { insert(Self.hash(previous.scalar, scalar)) }
    previous = (scalar, position + (scalar < 0x10000 ? 3 : 4))
    characters += 1
  }

  /// A number for two characters, or for one and zero. `site/scripts/search.js` has the same.
  static func hash(_ first: UInt32, _ second: UInt32) -> UInt32 {
    var hash = first &* 0x9E37_79B1 ^ (second &+ 0x7F4A_7C15) &* 0x85EB_CA6B
    hash = (hash ^ hash >> 15) &* 0x2C1B_3C6D
    return hash ^ hash >> 13
  }

  /// How many there are, how many bits of each difference are written as they are, and the bits as text; nil for none.
  func encoded() -> (count: Int, bits: Int, text: [UInt8])? {
    guard !hashes.isEmpty else { return nil }
    let allowed = Self.share * Double(characters * 3) * DigitText.bitsPerCharacter / Double(hashes.count)
    let bits = max(1, min(6, Int(allowed - 1.5)))
    let bound = UInt32(hashes.count) << UInt32(bits)
    var isThere = [UInt64](repeating: 0, count: Int(bound) / 64 + 1)
    for hash in hashes {
      let number = Int(hash % bound)
      isThere[number >> 6] |= 1 << UInt64(number & 63)
    }
    return (hashes.count, bits, Self.differences(isThere, bits))
  }

  private static func differences(_ isThere: [UInt64], _ bits: Int) -> [UInt8] {
    var text = DigitText()
    var last = -1
    for (index, word) in isThere.enumerated() {
      var left = word
      while left != 0 {
        let number = index << 6 + left.trailingZeroBitCount
        let difference = number - last - 1
        text.appendUnary(difference >> bits)
        text.append(UInt32(difference & (1 << bits - 1)), bits: bits)
        last = number
        left &= left - 1
      }
    }
    return text.finished()
  }

  // MARK: A set of hashes

  private mutating func insert(_ hash: UInt32) {
    // Zero stands for an empty slot.
    let hash = hash == 0 ? 1 : hash
    guard place(hash) else { return }
    hashes.append(hash)
    guard hashes.count * 2 > slots.count else { return }
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    for hash in hashes { _ = place(hash) }
  }

  /// False for one that is there already.
  private mutating func place(_ hash: UInt32) -> Bool {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      if slots[slot] == hash { return false }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = hash
    return true
  }
}

/// Bits as printable characters, thirteen bits in two of them, none of which has to be escaped in a script.
struct DigitText {
  static let bitsPerCharacter = 6.5
  /// Every printable ASCII character but the quotation mark, the backslash, the space and `<`.
  static let alphabet: [UInt8] = (0x21...0x7E).filter { ![0x22, 0x5C, 0x3C].contains($0) }

  private var text: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingBits = 0

  /// The lowest bits of a number, the lowest first.
  mutating func append(_ number: UInt32, bits: Int) {
    pending |= number << UInt32(pendingBits)
    pendingBits += bits
    while pendingBits >= 13 { flush() }
  }

  /// As many ones, and a zero.
  mutating func appendUnary(_ number: Int) {
    var left = number
    while left >= 8 {
      append(0xFF, bits: 8)
      left -= 8
    }
    append(1 << UInt32(left) - 1, bits: left + 1)
  }

  func finished() -> [UInt8] {
    var copy = self
    while copy.pendingBits > 0 { copy.flush() }
    return copy.text
  }

  private mutating func flush() {
    let number = Int(pending & 0x1FFF)
    text.append(Self.alphabet[number % 91])
    text.append(Self.alphabet[number / 91])
    pending >>= 13
    pendingBits -= 13
  }
}
