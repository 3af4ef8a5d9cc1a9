import Foundation
import Testing

@testable import Walkthrough

/// The files beside the pages: for programs that read, for servers, for browsers.
@Suite(.oneAtATime) struct SiteFilesTests {
  private let files = [
    "index.md": "---\ntitle: Home\n---\n", "part/a.md": "---\ntitle: One\nsummary: In `short`.\n---\n## Two\n\ntext\n",
    "part/a.zh-Hans.md": "---\ntitle: 一\n---\n字\n",
  ]

  @Test func `the Markdown of each page stands beside it`() throws {
    let site = try MiniatureSite(files)
    let page = try site.html("part/a.html")
    #expect(page.contains("<link rel=\"alternate\" type=\"text/markdown\" href=\"../part/a.md\">"))
    #expect(try site.written("part/a.md") == "# One\n\nIn `short`.\n\n## Two\n\ntext\n")
    #expect(try site.written("part/a.zh-Hans.md").hasPrefix("# 一\n"))
    // Home has no translation: its page in Chinese shows the English text, whose Markdown is in English.
    #expect(!site.exists("dist/index.zh-Hans.md"))
    #expect(try site.written("llms.txt").contains("- [One](part/a.md): In short.\n"))
    #expect(try site.tree("dist") == site.clean())
  }

  @Test func `the Markdown has the lines of excerpts, and links to Markdown in its language`() throws {
    let text = """
      ---
      title: P
      ---
      [//]: # "a remark"
      See [one](a.md), [home](../index.md) and [that](https://example.org/a.yml).

      > ```source pipeline=../flow.swift from=\"Observable\"
      > ```
      """
    let site = try MiniatureSite(files.merging(["part/b.md": text, "part/b.zh-Hans.md": text]) { $1 })
    try site.build()
    let (english, chinese) = (try site.written("part/b.md"), try site.written("part/b.zh-Hans.md"))
    #expect(english.contains("See [one](a.md), [home](../index.md) and [that](https://example.org/a.yml).\n"))
    #expect(chinese.contains("See [one](a.zh-Hans.md), [home](../index.md) and"))
    #expect(
      english.contains("> ```swift\n> _ = Observable.just(1).subscribe(onNext: { print($0) })\n> ```")
        && !english.contains("remark"))
    try site.write("---\ntitle: H\n---\n", to: "content/index.zh-Hans.md")
    try site.build()
    #expect(try site.written("part/b.zh-Hans.md").contains("[home](../index.zh-Hans.md)"))
  }

  @Test func `the list for programs follows the sections`() throws {
    let sections = """
      address: https://example.org/notes/
      sections:
        - title: Learn
          parts: [{pages: [part/a.md]}]
      """
    let site = try MiniatureSite(files.merging(["site.yml": sections]) { $1 })
    try site.build()
    let list = try site.written("llms.txt")
    #expect(list.contains("\n## Learn\n\n- [One](https://example.org/notes/part/a.md): In short.\n\n## "))
  }

  @Test(arguments: [("", "/"), ("address: https://example.org/notes/", "/notes/")])
  func `the page for missing ones begins its links at the root`(settings: String, root: String) throws {
    let site = try MiniatureSite(files.merging(settings.isEmpty ? [:] : ["site.yml": settings]) { $1 })
    try site.build()
    let page = try site.written("404.html")
    #expect(page.contains("<h1>There is no page at this address</h1>"))
    #expect(page.contains("href=\"\(root)styles/page.css\"") && page.contains("data-root=\"\(root)\""))
    #expect(page.contains("<a href=\"\(root)index.zh-Hans.html\">"))
    #expect(page.firstMatch(of: /(?:href|src)="(?![\/#]|https:)/) == nil)
  }

  @Test func `a site with an address has a manifest and its pages have their pictures`() throws {
    let page = "---\ntitle: P\n---\n![A drawing](images/drawing.png)\n"
    let site = try MiniatureSite([
      "site.yml": "title: A \"name\"\naddress: https://example.org/notes/", "p.md": page, "images/drawing.png": "PNG",
    ])
    let html = try site.html("p.html")
    #expect(html.contains("<link rel=\"manifest\" href=\"site.webmanifest\">") && html.contains("manifest-src 'self'"))
    #expect(html.contains("<meta property=\"og:image\" content=\"https://example.org/notes/images/drawing.png\">"))
    let manifest = try JSONSerialization.jsonObject(with: Data(site.written("site.webmanifest").utf8))
    #expect((manifest as? [String: Any])?["name"] as? String == "A \"name\"")
  }
}
