/// The time that it takes to read a page.
enum ReadingTime {
  /// The speed of reading technical prose.
  private static let wordsPerMinute = 200
  /// The speed of reading Chinese or Japanese, which have no spaces between words.
  private static let charactersPerMinute = 350

  /// Whole minutes, at least one. Code and notes for authors (`[//]: # "…"`) are not counted, but the notes of chains and
  /// journeys are.
  ///
  ///     ReadingTime.minutes(of: "one two three")  // 1
  static func minutes(of markdown: ArraySlice<UInt8>) -> Int {
    var count = Count()
    markdown.withUnsafeBufferPointer { bytes in
      var fence: (count: Int, hasNotes: Bool)?
      for line in ByteLines(bytes) {
        let start = bytes.firstOfText(line)
        let marks = bytes.fenceMarks(from: start, in: line)
        if let open = fence {
          if let marks, marks >= open.count {
            fence = nil
          } else if open.hasNotes, let bar = bytes[line].firstIndex(of: UInt8(ascii: "|")) {
            count.add(bytes[bar..<line.upperBound])
          }
        } else if let marks {
          let info = bytes[(start + marks)..<line.upperBound]
          fence = (marks, info.starts(with: "chain".utf8) || info.starts(with: "journey".utf8))
        } else if !bytes[start..<line.upperBound].starts(with: "[//]:".utf8) {
          count.add(bytes[start..<line.upperBound])
        }
      }
    }
    let minutes =
      Double(count.words) / Double(wordsPerMinute) + Double(count.characters) / Double(charactersPerMinute)
    return max(1, Int(minutes.rounded()))
  }

  private struct Count {
    var words = 0
    var characters = 0

    /// Signs within a word, as in `it's` and `forwardOn(_:)`, do not end it.
    mutating func add(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
      var isInWord = false
      var rest = line
      while let byte = rest.popFirst() {
        if byte >= 0xE3, byte < 0xF0, rest.count >= 2 {
          let scalar =
            UInt32(byte & 0x0F) << 12 | UInt32(rest[rest.startIndex] & 0x3F) << 6
            | UInt32(rest[rest.startIndex + 1] & 0x3F)
          rest = rest.dropFirst(2)
          if CharacterClass.isUnspaced(scalar) { characters += 1 }
          isInWord = false
        } else {
          let isLetter = byte >= 0x80 || CharacterClass.isLetterOrDigit(byte)
          if isLetter && !isInWord { words += 1 }
          isInWord = isLetter || isInWord && "'_.:()".utf8.contains(byte)
        }
      }
    }
  }
}
