import TestSupport
import Testing

@testable import Walkthrough

/// The words that pages of a language do not use, in `terms.LANGUAGE.yml`.
@Suite(.oneAtATime) struct TermTableTests {
  private static let terms = """
    race: {word: 竞态, not: [竞争, 竞赛], except: [数据竞争]}
    relay: {word: Relay, not: [relay]}

    """

  private func site(_ chinese: String, _ more: [String: String] = [:]) throws -> MiniatureSite {
    let pages = [
      "terms.zh-Hans.yml": Self.terms, "page.md": "---\ntitle: Page\n---\nA relay.\n",
      "page.zh-Hans.md": "---\ntitle: 页面\n---\n\(chinese)\n",
    ]
    return try MiniatureSite(pages.merging(more) { $1 })
  }

  private func errors(_ chinese: String, _ more: [String: String] = [:]) throws -> [String] {
    try site(chinese, more).errors().split(separator: "\n").map(String.init)
  }

  @Test func `a word that is not used is an error at its place`() throws {
    #expect(
      try errors("第一行。\n\n这是竞争。") == [
        "content/page.zh-Hans.md:6:3: error: write `竞态` for race, not `竞争`: terms.zh-Hans.yml says so"
      ])
    #expect(try errors("`竞争`是竞争").map { $0.prefix(30) } == ["content/page.zh-Hans.md:4:6: e"])
    #expect(try errors("一个relay、一个 relay 。").count == 2)
  }

  @Test(arguments: [
    "这是竞态。", "数据竞争也是。", "`竞争`是代码。", "[代码](relay.md)", "```swift unchecked=\"so\"\n// 竞争\n```",
    "PublishRelay和relay.swift不同", "[//]: # \"竞争\"", "in English a relay is one",
  ])
  func `these are no mistakes`(chinese: String) throws {
    let relay = ["relay.md": "---\ntitle: Relay\n---\n", "site.yml": "unchecked: {swift: so}\n"]
    let site = try site(chinese, relay)
    try site.build()
  }

  @Test func `notes of chains are prose`() throws {
    let chain = "```chain pipeline=flow.swift\n…\nJustSink.forwardOn(next:) 1 | 竞争\n…\n```"
    #expect(try errors(chain).contains { $0.contains(":6:") && $0.contains("not `竞争`") })
  }

  @Test(arguments: [
    ("````variant pipeline=flow.swift\n- $0\n+ $0 // 竞争\n\n竞争\n````", ["8:1:"]),
    ("```compare left=flow.swift right=flow.swift\nsame | 竞争\n```", ["5:8:"]),
    ("````example\n竞争\n\n```swift\n竞争\n```\n````", ["5:1:"]),
  ])
  func `the words in blocks are prose, and their code is not`(block: String, places: [String]) throws {
    let found = try errors(block).filter { $0.contains("not `竞争`") }
    #expect(found.map { String($0.dropFirst("content/page.zh-Hans.md:".count).prefix(4)) } == places)
  }

  @Test func `the words of the glossary are held to the table`() throws {
    let glossary = "page: page.md\nterms:\n  - name: {en: Race, zh-Hans: 竞赛}\n    text: {en: A relay., zh-Hans: 竞态}\n"
    let files = ["glossary.yml": glossary, "page.md": "---\ntitle: Page\n---\n```glossary\n```\n"]
    #expect(try errors("文字。", files).map { $0.prefix(25) } == ["content/glossary.yml:3:31"])
  }

  @Test func `a change of the table is noticed`() throws {
    let site = try site("文字。")
    try site.build()
    try site.write("text: {word: 正文, not: [文字]}\n", to: "content/terms.zh-Hans.yml")
    #expect(try site.errors().hasPrefix("content/page.zh-Hans.md:4:1: error: write `正文` for text, not `文字`"))
  }

  @Test(arguments: [
    ("- race\n", "1:1: error: the terms must be a map from terms to `word` and `not`"),
    ("race: {not: [竞争]}\n", "1:1: error: the term `race` needs a `word`: write `{word: 竞态, not: [竞争]}`"),
    ("race: {word: 竞态, nots: [竞争]}\n", "1:18: error: unknown key `nots` of a term; nearest: `not`"),
    ("race: {word: 竞态, not: 竞争}\n", "1:23: error: the words of a term must be a list: write `[one, two]`"),
  ])
  func `a table that cannot be read is an error`(yaml: String, message: String) throws {
    #expect(try errors("文字。", ["terms.zh-Hans.yml": yaml]) == ["content/terms.zh-Hans.yml:" + message])
  }
}
