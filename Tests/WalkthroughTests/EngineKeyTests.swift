import TestSupport
import Testing

@testable import Walkthrough

/// Claims that only a debug engine can check.
@Suite(.oneAtATime) struct EngineKeyTests {
  private static let claim = "```output pipeline=flow.swift engine=debug\n<b>nobody printed\n```"

  @Test func `a claim about a debug engine is checked by one`() throws {
    #expect(try MiniatureSite(page: Self.claim).errors().hasPrefix("content/page.md:5:1: error: claimed"))
  }

  @Test func `another engine shows the claim and says that nothing checks it`() throws {
    let header = "---\ntitle: Page\n---\n"
    let site = try MiniatureSite(
      ["page.md": header + Self.claim, "page.zh-Hans.md": header + Self.claim], hasDebugEngine: false)
    let body = try site.body()
    #expect(body.contains("<figcaption>Not checked in this build: it holds with a debug build of the engine."))
    #expect(body.contains("<code>&lt;b&gt;nobody printed\n</code>"))
    #expect(try site.written("page.zh-Hans.html").contains("这次生成没有核对"))
    #expect(site.recordings.names.isEmpty)
  }

  @Test func `engine is debug or left out`() throws {
    #expect(
      try MiniatureSite(page: "```output pipeline=flow.swift engine=release\n```").errors()
        == "content/page.md:4:38: error: `engine` is left out or `debug`, not `release`")
  }

  @Test func `a page is made again for another engine`() throws {
    let files = ["page.md": "---\ntitle: Page\n---\n" + Self.claim]
    let site = try MiniatureSite(files, hasDebugEngine: false)
    try site.build()
    site.useDebugEngine()
    #expect(try site.errors().contains("error: claimed"))
  }
}
