/// The index of some pages' text: every word with its pages. In text that is written without spaces, each pair of
/// neighbouring characters is a word.
struct SearchText: Sendable {
  /// As ``WordList`` writes them.
  let words: [UInt8]
  /// Of each page, the text that a result shows a part of: as ``PlainText`` writes it.
  let texts: [[UInt8]]

  struct Page: Sendable {
    /// The bytes of the page's file, which are UTF-8. Front matter, the opening lines of fences and the targets of links are not
    /// searched.
    var markdown: [UInt8]
    var summary = ""
  }

  init(of pages: [Page]) {
    var words = WordTable()
    for page in pages {
      words.startPage()
      Self.scan(page, &words)
    }
    texts = pages.map { PlainText($0.markdown, summary: $0.summary).bytes }
    var list = WordList(pages: pages.count)
    words.forEachSorted { word, pages in list.append(word, pages: pages) }
    self.words = list.text
  }

  private static func scan(_ page: Page, _ words: inout WordTable) {
    CharacterClass.counts.withUnsafeBufferPointer { counts in
      for text in [page.markdown, Array(page.summary.utf8)] {
        text.withUnsafeBufferPointer { bytes in
          var scanner = WordScanner(bytes, counts: counts)
          scanner.scan(into: &words)
        }
      }
    }
  }
}
