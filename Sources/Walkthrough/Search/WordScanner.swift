/// Takes the UTF-8 bytes of a Markdown page apart, without making a `String` of anything.
struct WordScanner {
  /// Longer words are found by their beginning.
  static let longestWord = 48

  private let bytes: UnsafeBufferPointer<UInt8>
  private let counts: UnsafeBufferPointer<UInt64>
  private var position: Int
  private var fence: Fence?
  /// The bytes of the last character that is written without spaces, and whether it is part of a pair.
  private var previous: (range: Range<Int>, isPaired: Bool)?

  private struct Fence {
    var mark: UInt8
    var length: Int
  }

  /// `counts` are ``CharacterClass/counts``.
  init(_ bytes: UnsafeBufferPointer<UInt8>, counts: UnsafeBufferPointer<UInt64>) {
    self.bytes = bytes
    self.counts = counts
    position = Self.endOfFrontMatter(bytes)
  }

  /// Hands over every word and, of text that is written without spaces, every pair of neighbours: words cannot be told
  /// apart in it, and a question's pairs find nearly the pages that have the question.
  mutating func scan(into words: inout WordTable) {
    startLine()
    while position < bytes.count {
      let byte = bytes[position]
      if counts[Int(byte)] != 0 {
        word(into: &words)
      } else if byte < 0x80 {
        skip(byte)
      } else {
        wide(into: &words)
      }
    }
    endRun(&words)
  }

  // MARK: Words

  private mutating func wide(into words: inout WordTable) {
    let (scalar, width) = scalar(at: position)
    if CharacterClass.isUnspaced(scalar) {
      pair(position..<(position + width), &words)
      position += width
    } else if CharacterClass.isSeparator(scalar) {
      position += width
    } else {
      word(into: &words)
    }
  }

  private mutating func pair(_ range: Range<Int>, _ words: inout WordTable) {
    let isPaired = previous?.range.upperBound == range.lowerBound
    if isPaired, let first = previous?.range.lowerBound {
      words.add(UnsafeBufferPointer(rebasing: bytes[first..<range.upperBound]), lowercased: false)
    } else {
      endRun(&words)
    }
    previous = (range, isPaired)
  }

  /// A character without neighbours is a word.
  private mutating func endRun(_ words: inout WordTable) {
    guard let last = previous, !last.isPaired else { return }
    words.add(UnsafeBufferPointer(rebasing: bytes[last.range]), lowercased: false)
    previous = nil
  }

  private mutating func word(into words: inout WordTable) {
    let start = position
    var end = start
    var total: UInt64 = 0
    while end < bytes.count {
      let count = counts[Int(bytes[end])]
      if count != 0 {
        total &+= count
        end += 1
      } else {
        guard bytes[end] >= 0x80 else { break }
        let (scalar, width) = scalar(at: end)
        guard !CharacterClass.isUnspaced(scalar), !CharacterClass.isSeparator(scalar) else { break }
        total &+= 1
        end += width
      }
    }
    position = end
    // Only underscores are not a word.
    guard total & 0xFFFF_FFFF_FFFF != 0 else { return }
    words.add(UnsafeBufferPointer(rebasing: bytes[start..<shortened(start, end)]), lowercased: isFolded(total, start))
  }

  /// A name in camel case keeps its case, which separates its parts.
  private func isFolded(_ total: UInt64, _ start: Int) -> Bool {
    let uppercase = total >> 16 & 0xFFFF
    let isCapitalised = uppercase == 1 && (0x41...0x5A).contains(bytes[start])
    return uppercase > 0 && (isCapitalised || total & 0xFFFF == 0)
  }

  private func shortened(_ start: Int, _ end: Int) -> Int {
    guard end - start > Self.longestWord else { return end }
    var end = start + Self.longestWord
    while bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }

  private func scalar(at index: Int) -> (scalar: UInt32, width: Int) {
    let lead = UInt32(bytes[index])
    let width = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard lead >= 0xC0, index + width <= bytes.count else { return (0xFFFD, 1) }
    var scalar = lead & (0x7F >> UInt32(width))
    for offset in 1..<width { scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F) }
    return (scalar, width)
  }
}

// MARK: Markup that readers do not see

extension WordScanner {
  private mutating func skip(_ byte: UInt8) {
    position += 1
    if byte == UInt8(ascii: "\n") {
      startLine()
    } else if byte == UInt8(ascii: "]"), fence == nil, position < bytes.count, bytes[position] == UInt8(ascii: "(") {
      skipDestination()
    }
  }

  /// The target of a link: up to the title, or to the end of the parentheses.
  private mutating func skipDestination() {
    var depth = 0
    var end = position
    while end < bytes.count, bytes[end] > 0x20 {
      if bytes[end] == UInt8(ascii: "(") { depth += 1 }
      if bytes[end] == UInt8(ascii: ")") { depth -= 1 }
      end += 1
      if depth == 0 { break }
    }
    position = end
  }

  /// Notes the beginning or the end of fenced code, and skips the rest of the line.
  private mutating func startLine() {
    var mark = position
    while mark < bytes.count, bytes[mark] == 0x20 || bytes[mark] == 0x09 || bytes[mark] == 0x3E { mark += 1 }
    guard mark < bytes.count, bytes[mark] == UInt8(ascii: "`") || bytes[mark] == UInt8(ascii: "~") else { return }
    var behind = mark
    while behind < bytes.count, bytes[behind] == bytes[mark] { behind += 1 }
    guard behind - mark >= 3 else { return }
    var end = behind
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    let rest = bytes[behind..<end]
    if let open = fence {
      guard open.mark == bytes[mark], behind - mark >= open.length, rest.allSatisfy({ $0 <= 0x20 }) else { return }
      fence = nil
    } else {
      guard bytes[mark] == UInt8(ascii: "~") || !rest.contains(UInt8(ascii: "`")) else { return }
      fence = Fence(mark: bytes[mark], length: behind - mark)
    }
    position = end
  }

  private static func endOfFrontMatter(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var start = isMarked ? 3 : 0
    guard isFrontMatterFence(bytes[start...]) else { return start }
    let first = start
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      start = end + 1
      if isFrontMatterFence(bytes[start...]) { return start + 3 }
    }
    return first
  }

  private static func isFrontMatterFence(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard bytes.starts(with: [0x2D, 0x2D, 0x2D]) else { return false }
    return bytes.dropFirst(3).prefix { $0 != UInt8(ascii: "\n") }.allSatisfy { $0 <= 0x20 }
  }
}
