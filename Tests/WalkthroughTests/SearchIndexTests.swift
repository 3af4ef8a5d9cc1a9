import Foundation
import TestSupport
import Testing

@testable import Walkthrough

/// Text in, found pages out.
@Suite(.oneAtATime) struct SearchIndexTests {
  private func words(_ markdown: String) throws -> [String] {
    try SearchReader(texts: [markdown]).words.keys.sorted()
  }

  @Test func wordsWithTheirPages() throws {
    let reader = try SearchReader(texts: ["one two", "Two", "three two. TWO", "one"])
    #expect(reader.words == ["one": [0, 3], "two": [0, 1, 2], "three": [2]])
  }

  @Test func namesKeepTheirHumps() throws {
    #expect(
      try words("withLatestFrom(URLSession) Observable MAX_SIZE snake_case _private __ utf8")
        == ["MAX_SIZE", "Observable", "URLSession", "_private", "snake_case", "utf8", "withLatestFrom"].map {
          ["MAX_SIZE", "Observable"].contains($0) ? $0.lowercased() : $0
        }.sorted())
  }

  @Test(arguments: [
    ("a—b “c” d…e ×f →g 1️⃣", ["1", "a", "b", "c", "d", "e", "f", "g"]),
    ("naïve Ångström привет", ["naïve", "Ångström", "привет"]),
    ("x😀y", ["x", "y"]), ("\u{1D400}bc", ["\u{1D400}bc"]), ("", []), ("__ ` ~~~", []),
  ])
  func punctuationSeparatesAndLettersOfAllScriptsDoNot(text: String, expected: [String]) throws {
    #expect(try words(text) == expected.sorted())
  }

  @Test func frontMatterIsNotSearched() throws {
    #expect(try words("---\ntitle: hidden\n---\nshown") == ["shown"])
    #expect(try words("\u{FEFF}---\r\ntitle: hidden\r\n---\r\nshown") == ["shown"])
    #expect(try words("---\nnever ends") == ["ends", "never"])
    #expect(try words("shown\n---\nalso\n---") == ["also", "shown"])
  }

  @Test(arguments: [
    "```hidden key=hidden\nshown\n```", "~~~ hidden\nshown\n~~~ \n", "> ````hidden\n> shown\n> ````",
    "- ```hidden\n".replacing("- ", with: "  ") + "  shown",
  ])
  func whatStandsBehindAFenceIsNotSearched(markdown: String) throws {
    #expect(try words(markdown) == ["shown"])
  }

  @Test func aFenceWithinALongerOneIsText() throws {
    #expect(try words("````hidden\n```shown\n````\n```hidden") == ["shown"])
    #expect(try words("```code``` shown") == ["code", "shown"])
  }

  @Test func whereLinksLeadIsNotSearched() throws {
    #expect(try words("[shown](hidden.md#hidden \"also\") [x](a(b)c) y") == ["also", "shown", "x", "y"])
    #expect(try words("```\nlist[0](shown)\n```") == ["0", "list", "shown"])
  }

  @Test func longWordsAreFoundByTheirBeginning() throws {
    let long = String(repeating: "ab", count: 100)
    #expect(try words(long) == [String(long.prefix(WordScanner.longestWord))])
    #expect(try words(String(repeating: "é", count: 30) + "x") == [String(repeating: "é", count: 24)])
  }

  @Test func aCharacterWithoutNeighboursIsAWord() throws {
    #expect(try words("锁 a 有，好的") == ["a", "好的", "有", "锁"].sorted())
  }

  @Test func textsAreShownWithoutMarkup() {
    let markdown = """
      ---
      title: hidden
      ---
      ## A *heading*

      One [link](hidden.md) and `code`
      in two lines.

      | a | `b` |
      | --- | --- |
      | c | d |

      ```hidden
      let hidden = [1]
      // 中文
      ```
      ```chain pipeline=hidden
      Hidden.run | a `note`
      ```
      - item

      1. first
      2. second

      > [!NOTE]
      > A note
      """
    #expect(
      PlainText(Array(markdown.utf8), summary: "Summary").text
        == "Summary\nA heading\nOne link and code in two lines.\na · b\nc · d\n// 中文\na note\nitem\n"
        + "1. first\n2. second\nA note"
    )
    #expect(PlainText(Array("一行\n两行\na\nb".utf8)).text == "一行两行a b")
  }

  @Test func pairsOfChinese() throws {
    let reader = try SearchReader(texts: ["可观察序列由观察者订阅", "锁由 sink 持有。者订"])
    for text in ["观察者", "序列", "订阅", "可"] { #expect(reader.has(text, page: 0)) }
    for text in ["锁", "持有", "者订"] { #expect(reader.has(text, page: 1)) }
    #expect(!reader.has("可观察序列由", page: 1) && !reader.has("锁由汇持有", page: 0))
    #expect(!reader.has("观列", page: 0) && !reader.has("有者", page: 1))
    #expect(reader.words["sink"] == [1] && reader.words["锁由"] == [1] && reader.words["观察"] == [0])
  }

  @Test func pagesAreDescribed() throws {
    let page = SearchedPage(
      path: "a/b.html", title: "Title \"quoted\" \\ \u{1}", summary: "summary",
      headings: [.init(text: "Who calls whom?", id: "who-calls-whom"), .init(text: "Twice", id: "twice-2")],
      markdown: [])
    let reader = try SearchReader(SearchShard(pages: [page], language: "zh-Hans", name: "zh-Hans-1").file())
    #expect(reader.object["language"] as? String == "zh-Hans")
    #expect(reader.pages[0][0] as? String == "a/b")
    #expect(reader.pages[0][1] as? String == "Title \"quoted\" \\ \u{1}")
    let headings = try #require(reader.pages[0][2] as? [Any])
    #expect(headings[0] as? String == "Who calls whom?")
    #expect(headings[1] as? [String] == ["Twice", "twice-2"])
    #expect(reader.words == ["summary": [0]])
  }

  @Test func symbolsStandUnderTheirOwners() throws {
    let source = SearchableSource(
      path: "source/Rx/A.html",
      symbols: [
        .init(owner: "", name: "Sink", line: 3), .init(owner: "Sink", name: "on(_:)", line: 4),
        .init(owner: "Sink", name: "==(_:_:)", line: 9), .init(owner: "", name: "free()", line: 12),
      ])
    let reader = try SearchReader(SearchSymbols(sources: [source], name: "symbols-1").file())
    let described = try #require((reader.object["sources"] as? [[String]])?.first)
    #expect(described == ["source/Rx/A", "Sink 3,=Sink,on(_:) 4,==(_:_:) 9,=,free() 12"])
  }
}

/// Texts of chance, every word of which must be found.
@Suite(.oneAtATime) struct SearchFuzzTests {
  private static let letters = Array("abcdefgxyzABCXYZ_019éßжЖ")
  private static let separators = [" ", "\n", ".", "(", "):", " — ", "`", "**", "\t", "、", "\r\n", "-", "'", "🚀"]
  private static let unspaced = Array("可观察序列由者订阅锁持有的时候カナひら")

  private struct Sample {
    var text = ""
    var words: Set<String> = []
    var runs: Set<String> = []

    init(using dice: inout Dice) {
      for _ in 0..<Int.random(in: 0...200, using: &dice) {
        if Int.random(in: 0...3, using: &dice) == 0 {
          let run = Self.random(unspaced, upTo: 8, using: &dice)
          runs.insert(run)
          text += run + " "
        } else {
          let word = Self.random(letters, upTo: Int.random(in: 1...60, using: &dice), using: &dice)
          words.insert(word)
          text += word + separators.randomElement(using: &dice)!
        }
      }
    }

    private static func random(_ characters: [Character], upTo count: Int, using dice: inout Dice) -> String {
      String((0..<Int.random(in: 1...count, using: &dice)).map { _ in characters.randomElement(using: &dice)! })
    }
  }

  /// The same numbers on every run.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      let mixed = (state ^ state >> 31) &* 0xBF58_476D_1CE4_E5B9
      return mixed ^ mixed >> 29
    }
  }

  @Test(arguments: 1...40)
  func everyWordIsFound(seed: UInt64) throws {
    var dice = Dice(state: seed)
    let samples = (0..<Int.random(in: 1...170, using: &dice) / 4 + 1).map { _ in Sample(using: &dice) }
    let reader = try SearchReader(texts: samples.map(\.text))
    let found = Dictionary(reader.words.map { ($0.lowercased(), Set($1)) }) { $0.union($1) }
    for (page, sample) in samples.enumerated() {
      for word in sample.words where word.contains(where: { $0 != "_" }) {
        #expect(found[Self.shortened(word).lowercased()]?.contains(page) == true, "\(word) of page \(page)")
      }
      for run in sample.runs { #expect(reader.has(run, page: page), "\(run) of page \(page)") }
    }
  }

  private static func shortened(_ word: String) -> String {
    var word = word
    while word.utf8.count > WordScanner.longestWord { word.unicodeScalars.removeLast() }
    return word
  }

  @Test(arguments: 1...20)
  func bytesOfChanceDoNoHarm(seed: UInt64) throws {
    var dice = Dice(state: seed)
    let bytes = (0..<2000).map { _ in
      [0x0A, 0x60, 0x2D, 0x5D, 0x28, UInt8.random(in: 0...255, using: &dice)].randomElement(using: &dice)!
    }
    let page = SearchedPage(path: "a.html", title: "", markdown: bytes)
    #expect(!SearchShard(pages: [page], language: "en", name: "en").file().isEmpty)
  }
}

/// The shard of each page, and the shards that an edit changes.
@Suite(.oneAtATime) struct SearchShardTests {
  private func pages(_ count: Int) -> [SearchedPage] {
    (0..<count).map { SearchedPage(path: "part/page-\($0).html", title: "\($0)", markdown: Array("text \($0)".utf8)) }
  }

  private func files(_ pages: [SearchedPage]) -> [String: [UInt8]] {
    let files = WholeSearchIndex(pages: ["en": pages], sources: []).files(words: [:])
    return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })
  }

  @Test func theSamePagesGiveTheSameFiles() {
    let pages = pages(300)
    #expect(files(pages) == files(pages.reversed()))
  }

  @Test func anEditedPageRewritesOneShard() {
    var pages = pages(300)
    let before = files(pages)
    pages[123].markdown = Array("something else".utf8)
    let after = files(pages)
    #expect(before.count > 3 && before.keys == after.keys)
    #expect(before.filter { after[$0.key] != $0.value }.count == 1)
  }

  @Test func aNewPageRewritesFewShards() {
    let pages = pages(1000)
    let (before, after) = (
      files(pages), files(pages + [SearchedPage(path: "part/page-5a.html", title: "", markdown: [])])
    )
    let kept = after.filter { before[$0.key] == $0.value }.count
    #expect(after.count - kept <= 5 && after.count > 10)
  }

  @Test func everyPageIsInOneShardOfABoundedSize() {
    let ranges = SearchGroups.ranges(of: (0..<5000).map { "\($0)" })
    #expect(ranges.flatMap { Array($0) } == Array(0..<5000))
    #expect(ranges.allSatisfy { $0.count <= 48 } && ranges.dropLast().allSatisfy { $0.count >= 16 })
    #expect(SearchGroups.ranges(of: []).isEmpty)
  }

  @Test func theHeadListsEveryShard() throws {
    let index = WholeSearchIndex(
      pages: ["en": pages(200), "zh-Hans": pages(2)], sources: [SearchableSource(path: "source/a.html", symbols: [])])
    let head = try SearchReader(index.head(words: ["en": ["search": "Search"]]))
    let names = try #require(head.object["shards"] as? [String])
    let paths = index.files(words: [:]).dropFirst().map(\.path)
    #expect(names.map { SearchIndex.path(ofShard: $0) } == paths && Set(paths).count == paths.count)
    #expect((head.object["words"] as? [String: [String: String]])?["en"] == ["search": "Search"])
  }

  /// Chinese has a pair for each character, where English has a word for six.
  @Test(arguments: [("en", 0.15), ("zh-Hans", 0.45)])
  func theIndexOfTheRepositorysPagesIsSmall(language: String, share: Double) throws {
    let content = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("content")
    let names = ContentFolder(content).pages(languages: ["en", "zh-Hans"])
      .filter { $0.template == nil && $0.name.language == language }.map(\.path)
    let pages = try names.map { name in
      SearchedPage(
        path: name, title: name, markdown: [UInt8](try Data(contentsOf: content.appendingPathComponent(name))))
    }
    let text = pages.reduce(0) { $0 + $1.markdown.count }
    let index = files(pages).values.reduce(0) { $0 + $1.count }
    #expect(text > 50_000 && Double(index) <= share * Double(text))
  }
}
