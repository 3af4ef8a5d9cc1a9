import Foundation
import TestSupport
import Testing

@testable import Walkthrough

/// Pages of public declarations.
@Suite(.oneAtATime) struct APIPagesTests {
  private static let module = """
    /// Counts, up & down.
    public struct Counter {
      public var value = 0
      var secret = 0
      /// Adds to the value.
      ///
      /// - Parameter step: how much.
      public mutating func count(by step: Int = 1) -> Int { value += step; return value }
      public init() {}
      public enum Limit { case low, high }
    }
    struct Hidden { public func shown() {} }
    extension Hidden { public func alsoHidden() {} }
    extension Int { public var doubled: Int { self * 2 } }
    public func tally() {}

    """

  private func site(settings: String = "api: [../Kit, ../Rx]") throws -> MiniatureSite {
    let site = try MiniatureSite([
      "a.md": "---\ntitle: A\n---\ntext", "a.zh-Hans.md": "---\ntitle: 甲\n---\n文字", "c/b.md": "---\ntitle: B\n---\n",
      "site.yml": settings,
    ])
    try site.write(Self.module, to: "Kit/Counter.swift")
    return site
  }

  @Test func `each module and each type has a page`() throws {
    let site = try site()
    try site.build()
    let modules = try site.written("api/index.html")
    #expect(modules.contains("<a href=\"../api/Kit/index.html\">Kit</a>"))
    let module = try site.written("api/Kit/index.html")
    #expect(
      module.contains("<a href=\"../../api/Kit/Counter.html\"><code>Counter</code></a><p>Counts, up &amp; down.</p>"))
    #expect(module.contains("func</span> tally()"))
    let type = try site.written("api/Kit/Counter.html")
    #expect(type.contains("<p>Counts, up &amp; down.</p>") && type.contains("<p>Adds to the value.</p>"))
    #expect(type.contains("id=\"count-by\"") && type.contains("<h2 id=\"apiMethods\">Methods</h2>"))
    #expect(site.exists("dist/api/Kit/Counter.Limit.html") && site.exists("dist/api/Kit/Int.html"))
  }

  @Test func `pages have titles and descriptions of their own`() throws {
    let site = try site()
    let comment = "Counts, up & down."
    let translated = "Counter:\n  of: \(TranslatedComments.identifier(of: comment))\n  text: 上下计数。第二句。\n"
    try site.write(translated, to: "content/comments.zh-Hans.yml")
    try site.build()
    let head = { (path: String) in
      let html = try site.written(path)
      return String(html[..<html.range(of: "</head>")!.lowerBound])
    }
    let type = try head("api/Kit/Counter.html")
    #expect(type.contains("<title>Counter – Kit – "))
    #expect(type.contains("<meta name=\"description\" content=\"Counts, up &amp; down.\">"))
    #expect(try head("api/Kit/Counter.zh-Hans.html").contains("content=\"上下计数。\">"))
    #expect(try head("api/Kit/Int.html").contains("content=\"The public members of Int in the module Kit.\">"))
    #expect(try head("api/Kit/index.html").contains("<title>Kit – Swift API – "))
    #expect(DocComment.firstSentence(of: "Calls `a.b`. Then *more*.\n\nElse.") == "Calls a.b.")
  }

  @Test func `only what other modules can name is shown`() throws {
    let site = try site()
    try site.build()
    #expect(try !site.written("api/Kit/Counter.html").contains("secret"))
    #expect(!site.exists("dist/api/Kit/Hidden.html"))
    #expect(try site.written("api/Rx/Observable.html").contains("class</span> <span class=\"hl-type\">Observable"))
    #expect(!site.exists("dist/api/Rx/Just.html"))
  }

  @Test func `they stay in the reader's language and in the site's frame`() throws {
    let site = try site()
    try site.build()
    #expect(try site.written("c/b.html").contains("<a href=\"../api/index.html\">Swift API</a>"))
    #expect(try site.written("a.zh-Hans.html").contains("<a href=\"api/index.zh-Hans.html\">"))
    let type = try site.written("api/Rx/Observable.zh-Hans.html")
    #expect(type.contains("lang=\"zh-Hans\"") && type.contains("../../source/Rx/Core.zh-Hans.html#L1"))
    #expect(type.contains("<a href=\"../../api/Rx/index.zh-Hans.html\">Rx</a>"))
    // A module whose sources have no pages leads to none.
    #expect(try !site.written("api/Kit/Counter.html").contains("source/Kit"))
  }

  @Test func `they are made again only when a source changes`() throws {
    let site = try site()
    try site.build()
    let whole = try site.tree("dist")
    #expect(try site.build().written == 0)
    try site.write("---\ntitle: A\n---\nother text", to: "content/a.md")
    try site.build()
    #expect(try site.tree("dist").filter { $0.key.hasPrefix("api/") } == whole.filter { $0.key.hasPrefix("api/") })
    #expect(try site.tree("dist") == site.clean())
    try site.write(Self.module + "public func another() {}\npublic class New {}\n", to: "Kit/Counter.swift")
    try site.build()
    #expect(try site.written("api/Kit/index.html").contains("another") && site.exists("dist/api/Kit/New.html"))
    #expect(try site.tree("dist") == site.clean())
  }

  @Test func `a site that asks for none has none`() throws {
    let site = try site(settings: "title: T")
    try site.build()
    #expect(!site.exists("dist/api"))
    #expect(try !site.written("a.html").contains("api/"))
  }

  @Test func `a folder that is not there is reported`() throws {
    let site = try site(settings: "api: [../Nothing]")
    let message = "content/site.yml:1:7: error: nothing is in `../Nothing`, a path from the content folder"
    #expect(try site.errors() == message)
  }
}
