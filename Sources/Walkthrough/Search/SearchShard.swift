/// The part of the search index that tells of some pages, and depends on nothing else.
///
///     let page = SearchablePage(path: "a.html", title: "A")
///     let text = SearchText(of: [SearchText.Page(markdown: Array("some words".utf8))])
///     let shard = SearchShard(pages: [page], text: text, language: "en", name: "en-1")
///     print(String(decoding: shard.file(), as: UTF8.self))
///     // Prints: (self.headwaterSearch=self.headwaterSearch||[]).push({"name":"en-1","language":"en",
///     //   "pages":[["a","A",[],[]]],"words":"0some~0words~"})
struct SearchShard: Sendable {
  let pages: [SearchablePage]
  /// Of these pages, in this order.
  let text: SearchText
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
      Self.add(text, &script)
    }
    return script.finished()
  }

  /// The bytes of the file with the pages' texts, which is loaded when a result shows a part of one.
  func textFile() -> [UInt8] {
    var script = ScriptText(calling: "headwaterSearch")
    script.object { script in
      script.key("name")
      script.string(name)
      script.key("texts")
      script.list { script in
        for text in text.texts { script.string(text) }
      }
    }
    return script.finished()
  }

  /// Path, title, headings and synonyms. A heading is its text, with the identifier if the text does not give it.
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
      script.list { script in
        for synonym in page.synonyms { script.string(synonym) }
      }
    }
  }

  /// True if the page's script makes the same identifier of the text: letters of any script other than ASCII's, and
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

  private static func add(_ text: SearchText, _ script: inout ScriptText) {
    script.key("words")
    script.string(text.words)
  }
}
