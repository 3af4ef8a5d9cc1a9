import Foundation
import Testing

@testable import Walkthrough

/// DocC's pages as a part of a site.
@Suite struct APIPagesTests {
  private func site() throws -> MiniatureSite {
    let site = try MiniatureSite([
      "a.md": "---\ntitle: A\n---\ntext", "a.zh-Hans.md": "---\ntitle: 甲\n---\n文字", "c/b.md": "---\ntitle: B\n---\n",
    ])
    let page = #"{"metadata": {"title": "Rx"}, "abstract": [{"text": "An engine & "}, {"code": "map"}]}"#
    try site.write(page, to: "api/data/documentation/rx.json")
    try site.write("<!doctype html>", to: "api/documentation/rx/index.html")
    try site.write("<!doctype html>", to: "api/index.html")
    return site
  }

  @Test func theyBecomePartOfTheSite() throws {
    let site = try site()
    try site.build(api: "api")
    #expect(try site.written("api/documentation/rx/index.html") == "<!doctype html>")
    #expect(site.exists("dist/api/data/documentation/rx.json"))
    #expect(try site.written("c/b.html").contains("<a href=\"../api/index.html\">Swift API</a>"))
    #expect(try site.written("a.zh-Hans.html").contains("<a href=\"api/index.zh-Hans.html\">Swift API</a>"))
  }

  @Test func aPageOfOursLeadsToTheModules() throws {
    let site = try site()
    try site.build(api: "api")
    let html = try site.written("api/index.html")
    #expect(html.contains("<a href=\"documentation/rx/\">Rx</a><p>An engine &amp; map</p>"))
    #expect(html.contains("need a web server"))
    #expect(html.contains("<a href=\"../api/index.html\" aria-current=\"true\">Swift API</a>"))
    #expect(try site.written("api/index.zh-Hans.html").contains("网页服务器"))
  }

  @Test func theyAreWrittenOnceAndKept() throws {
    let site = try site()
    try site.build(api: "api")
    let whole = try site.tree("dist")
    #expect(try site.build(api: "api").written == 0)
    try site.write("---\ntitle: A\n---\nother text", to: "content/a.md")
    try site.build(api: "api")
    #expect(try site.tree("dist").filter { $0.key.hasPrefix("api/") } == whole.filter { $0.key.hasPrefix("api/") })
    try site.write("<!doctype html><p>", to: "api/documentation/rx/index.html")
    #expect(try site.build(api: "api").written == 1)
    #expect(try site.written("api/documentation/rx/index.html") == "<!doctype html><p>")
  }

  @Test func aSiteWithoutThemHasNothingOfThem() throws {
    let site = try site()
    try site.build(api: "api")
    try site.build()
    #expect(!site.exists("dist/api"))
    #expect(try !site.written("a.html").contains("api/"))
    #expect(try site.tree("dist") == site.clean())
  }

  @Test func whatIsNoArchiveIsSaidToBeNone() throws {
    let site = try site()
    try site.write("{", to: "api/data/documentation/rx.json")
    #expect {
      try site.build(api: "api")
    } throws: { error in
      "\(error)".hasSuffix("api/data/documentation/rx.json: is not a page of DocC")
    }
    #expect {
      try site.build(api: "nothing")
    } throws: { error in
      "\(error)".hasSuffix("nothing: no such folder (API)")
    }
  }
}
