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

  @Test func `a variant leaves a claim out that another engine cannot check`() throws {
    let claim = "```output engine=debug\nnobody printed\n```\n\nBelow.\n"
    let site = try VariantTests().site("- .take(3)\n+ .take(1)\n\nAbove.\n\n" + claim)
    #expect(try site.errors().contains("content/page.md:11:1: error: claimed"))
    site.useEngine(isDebug: false)
    let html = try site.body()
    #expect(!html.contains("nobody printed"))
    let parts = ["Above.", "The first step at which", "Below."].compactMap { html.range(of: $0)?.lowerBound }
    #expect(parts.count == 3 && parts == parts.sorted())
  }

  @Test func `a page is made again for another engine`() throws {
    let files = ["page.md": "---\ntitle: Page\n---\n" + Self.claim]
    let site = try MiniatureSite(files, hasDebugEngine: false)
    try site.build()
    site.useEngine(isDebug: true)
    #expect(try site.errors().contains("error: claimed"))
  }
}
