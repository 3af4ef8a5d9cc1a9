/// How long it takes to read a page.
enum ReadingTime {
  /// For prose about a technical matter.
  private static let wordsPerMinute = 200
  /// Of Chinese or Japanese, which spaces do not separate into words.
  private static let charactersPerMinute = 350

  /// Whole minutes, at least one. Code is not counted, but the notes of chains are.
  ///
  ///     ReadingTime.minutes(of: "one two three")  // 1
  static func minutes(of markdown: ArraySlice<UInt8>) -> Int {
    var count = Count()
    var fence: Fence?
    for line in markdown.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ">") }
      if let open = fence {
        if text.starts(with: open.mark) { fence = nil } else if open.isChain { count.add(note(of: text)) }
      } else if let mark = ["```", "~~~"].map({ Array($0.utf8) }).first(where: { text.starts(with: $0) }) {
        fence = Fence(mark: mark, isChain: text.dropFirst(3).starts(with: "chain".utf8))
      } else {
        count.add(text)
      }
    }
    let minutes =
      Double(count.words) / Double(wordsPerMinute) + Double(count.characters) / Double(charactersPerMinute)
    return max(1, Int(minutes.rounded()))
  }

  private struct Fence {
    var mark: [UInt8]
    var isChain: Bool
  }

  private struct Count {
    var words = 0
    var characters = 0

    mutating func add(_ line: ArraySlice<UInt8>) {
      var isInWord = false
      for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
        if CharacterClass.isUnspaced(scalar.value) {
          characters += 1
          isInWord = false
        } else {
          let isLetter = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          if isLetter && !isInWord { words += 1 }
          // `it's` and `forwardOn(_:)` are one word each.
          isInWord = isLetter || isInWord && "'’_.:()".unicodeScalars.contains(scalar)
        }
      }
    }
  }

  /// The note of a step stands behind a bar.
  private static func note(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.firstIndex(of: UInt8(ascii: "|")).map { line[($0 + 1)...] } ?? []
  }
}
