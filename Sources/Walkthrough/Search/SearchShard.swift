/// The part of the search index that tells of some pages, and depends on nothing else.
///
///     let page = SearchablePage(path: "a.html", title: "A", markdown: Array("some words".utf8))
///     print(String(decoding: SearchShard(pages: [page], language: "en", name: "en-1").file(), as: UTF8.self))
///     // Prints: (self.headwaterSearch=self.headwaterSearch||[]).push({"name":"en-1","language":"en",
///     //   "pages":[["a","A",[]]],"words":"0some~0words~","pairs":[]})
struct SearchShard: Sendable {
  let pages: [SearchablePage]
  let language: String
  let name: String

  /// The bytes of the file, the same for the same pages.
  func file() -> [UInt8] {
    var script = ScriptText(calling: "headwaterSearch")
    script.object { script in
      script.key("name")
      script.string(name)
      script.key("language")
      script.string(language)
      script.key("pages")
      script.list { script in
        for page in pages { Self.describe(page, &script) }
      }
      addText(&script)
    }
    return script.finished()
  }

  /// Path, title, and headings: their texts, or texts and identifiers where the text does not give the identifier.
  private static func describe(_ page: SearchablePage, _ script: inout ScriptText) {
    script.list { script in
      script.string(page.path.hasSuffix(".html") ? String(page.path.dropLast(5)) : page.path)
      script.string(page.title)
      script.list { script in
        for heading in page.headings {
          if isObvious(heading) {
            script.string(heading.text)
          } else {
            script.list { script in
              script.string(heading.text)
              script.string(heading.id)
            }
          }
        }
      }
    }
  }

  /// True where the page's script makes the same identifier of the text: letters of any script other than ASCII's, and
  /// ones that stand twice, are not left to it.
  private static func isObvious(_ heading: SearchablePage.Heading) -> Bool {
    var id = ""
    var isBetween = false
    for scalar in heading.text.unicodeScalars {
      if scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar) {
        isBetween = !id.isEmpty
      } else {
        guard scalar.isASCII || (0x4E00...0x9FFF).contains(scalar.value) else { return false }
        if isBetween { id += "-" }
        isBetween = false
        id += scalar.properties.lowercaseMapping
      }
    }
    return id == heading.id
  }

  private func addText(_ script: inout ScriptText) {
    var words = WordTable()
    let pairs = pages.map { page in
      words.startPage()
      return Self.scan(page, &words)
    }
    script.key("words")
    var list = WordList(pages: pages.count)
    words.forEachSorted { word, pages in list.append(word, pages: pages) }
    script.string(list.text)
    script.key("pairs")
    script.list { script in
      for (page, pairs) in pairs.enumerated() {
        guard let pairs else { continue }
        script.list { script in
          for number in [page, pairs.count, pairs.bits] { script.number(number) }
          script.string(pairs.text)
        }
      }
    }
  }

  private static func scan(
    _ page: SearchablePage, _ words: inout WordTable
  ) -> (count: Int, bits: Int, text: [UInt8])? {
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
