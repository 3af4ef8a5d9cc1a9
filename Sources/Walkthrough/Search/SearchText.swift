/// The index of some pages' text: every word with its pages, and for each page its pairs of characters.
struct SearchText: Sendable {
  /// As ``WordList`` writes them.
  let words: [UInt8]
  /// As ``CharacterPairs`` writes them; nil for a page in whose text spaces stand between the words.
  let pairs: [(count: Int, bits: Int, text: [UInt8])?]

  struct Page: Sendable {
    /// The bytes of the page's file. Front matter, the opening lines of fences and the targets of links are not
    /// searched.
    var markdown: [UInt8]
    var summary = ""
  }

  init(of pages: [Page]) {
    var words = WordTable()
    pairs = pages.map { page in
      words.startPage()
      return Self.scan(page, &words)
    }
    var list = WordList(pages: pages.count)
    words.forEachSorted { word, pages in list.append(word, pages: pages) }
    self.words = list.text
  }

  private static func scan(_ page: Page, _ words: inout WordTable) -> (count: Int, bits: Int, text: [UInt8])? {
    var pairs = CharacterPairs()
    CharacterClass.counts.withUnsafeBufferPointer { counts in
      for text in [page.markdown, Array(page.summary.utf8)] {
        text.withUnsafeBufferPointer { bytes in
          var scanner = WordScanner(bytes, counts: counts)
          scanner.scan(into: &words, pairs: &pairs)
        }
      }
    }
    return pairs.encoded()
  }
}
