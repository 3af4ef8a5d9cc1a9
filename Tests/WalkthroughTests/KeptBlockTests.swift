import RxTrace
import TestSupport
import Testing

@testable import Walkthrough

/// A program that builds a site again and again keeps the fenced blocks of an edited page that were not edited.
@Suite(.oneAtATime) struct KeptBlockTests {
  private static let chain = """
    ```chain pipeline=flow.swift
    ObservableType.subscribe(onNext:) | see [there](other.md#there) and `Producer.nothing`
      …
    ```
    """

  private static let source = "```source symbol=\"Producer.run\"\n```"

  private let site: MiniatureSite
  private let memory = BuildMemory()

  init() throws {
    site = try MiniatureSite(["other.md": "---\ntitle: Other\n---\n## There\n"])
  }

  @discardableResult private func build(_ parts: String...) throws -> BuildReport {
    try site.write(Self.page(parts), to: "content/page.md")
    return try site.build(.preview, memory: memory)
  }

  private static func page(_ parts: [String]) -> String {
    "---\ntitle: Page\n---\n" + parts.joined(separator: "\n\n") + "\n"
  }

  /// The address of each kept block's HTML in memory, which tells whether it was made again.
  private var storage: Set<UnsafeRawPointer> {
    Set(
      memory.blocks.blocks(ofPage: "page.html").values.compactMap { kept in
        kept.html.bytes.withUnsafeBytes { $0.baseAddress }
      })
  }

  /// The same as a build that knows of no other one.
  private func expectClean(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try site.tree("dist") == site.clean(.preview), sourceLocation: sourceLocation)
  }

  @Test func `a sentence leaves the blocks as they are`() throws {
    try build("Text.", Self.chain, Self.source)
    let before = storage
    #expect(before.count == 2)
    try build("Other text,\nof two lines.", Self.chain, "And more.", Self.source)
    #expect(storage == before)
    try expectClean()
  }

  @Test func `what they tell of moves with them`() throws {
    let first = try build(Self.chain)
    let second = try build("A line.", Self.chain.replacing("there", with: "their"))
    let third = try build("A line.", "A line.", Self.chain.replacing("there", with: "their"))
    #expect(first.warnings.map(\.line) == [5])
    #expect(second.problems.map(\.line) == [7])
    #expect(third.problems.map(\.line) == [9])
    #expect(third.warnings.map(\.line) == [9])
  }

  @Test func `one more before them is counted`() throws {
    try build(Self.chain)
    try build(Self.chain, Self.chain)
    #expect(try site.written("page.html").contains("id=\"chain-2-step-1\""))
    try expectClean()
  }

  @Test func `a name that is taken is not given twice`() throws {
    try build("Text.", Self.chain)
    try build("## chain 1", Self.chain)
    try expectClean()
    try build("Text.", Self.chain)
    try expectClean()
  }

  @Test func `those that hold footnotes are made again`() throws {
    let chain = Self.chain.replacing("see", with: "see[^b]")
    let notes = "[^a]: one\n[^b]: two"
    try build(chain, "Text.[^a]", notes)
    try build("Text.[^a]", chain, notes)
    #expect(storage.isEmpty)
    try expectClean()
  }

  @Test func `another pipeline makes them anew`() throws {
    try build(Self.chain)
    let before = storage
    try site.write(MiniatureSite.pipeline + "// more\n", to: "content/flow.swift")
    try build(Self.chain)
    #expect(storage.isDisjoint(with: before))
    try expectClean()
  }

  @Test func `other sources make them anew`() throws {
    try build(Self.source)
    let before = storage
    try site.write("// one line more\n" + MiniatureSite.engine, to: "Rx/Core.swift")
    try build(Self.source)
    #expect(storage.isDisjoint(with: before))
    try expectClean()
  }

  @Test func `a page that is opened is ready to be edited`() throws {
    try site.write(Self.page([Self.chain, Self.source]), to: "content/page.md")
    #expect(try site.builder(memory: memory).prepare(page: "page.html")?.lastPathComponent == "page.md")
    let ready = storage
    #expect(ready.count == 2)
    #expect(memory.rememberedSources != nil)
    #expect(!site.exists("dist"))
    try build("Text.", Self.chain, Self.source)
    #expect(storage == ready)
    try expectClean()
  }

  @Test func `another file that is opened has the sources read`() throws {
    #expect(try site.builder(memory: memory).prepare(page: "source/index.html") == nil)
    #expect(memory.rememberedSources != nil)
    #expect(storage.isEmpty)
  }

  @Test func `what is wrong is not kept`() throws {
    let wrong = "```source symbol=\"Nothing\"\n```"
    #expect(try build(Self.source, wrong).problems.count == 1)
    #expect(storage.count == 1)
    #expect(try build("Text.", Self.source, wrong).problems.count == 1)
    try expectClean()
  }

  @Test func `a translation takes the place of the page`() throws {
    try build(Self.source)
    try site.write("---\ntitle: 别的\n---\n", to: "content/other.zh-Hans.md")
    try build(Self.source)
    let text = Self.page([Self.source])
    try site.write(text, to: "content/page.zh-Hans.md")
    try site.build(.preview, memory: memory)
    try expectClean()
  }
}
