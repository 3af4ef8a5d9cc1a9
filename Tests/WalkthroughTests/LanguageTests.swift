import Foundation
import TestSupport
import Testing

@testable import Walkthrough

/// Pages in several languages, and the settings of a whole site.
@Suite(.oneAtATime) struct LanguageTests {
  private static func page(_ title: String, _ text: String, _ more: String = "") -> String {
    "---\ntitle: \(title)\n\(more)---\n\(text)\n"
  }

  private static let look = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../site")
    .standardizedFileURL

  private func site() throws -> MiniatureSite {
    try MiniatureSite([
      "a.md": Self.page("First", "[next](b.md) [中文](b.zh-Hans.md)", "order: 1\n"),
      "a.zh-Hans.md": Self.page("第一", "[下一篇](b.md)", "order: 1\n"),
      "b.md": Self.page("Second", "Only in English.", "order: 2\n"),
    ])
  }

  @Test func `a page that is not translated is shown with a notice`() throws {
    let html = try site().html("b.zh-Hans.html")
    #expect(html.contains("<html lang=\"zh-Hans\">"))
    #expect(html.contains("本页尚未翻译"))
    #expect(html.contains("<article lang=\"en\">"))
    #expect(html.contains("<p>Only in English.</p>"))
  }

  @Test func `links stay in the reader's language`() throws {
    let site = try site()
    #expect(try site.html("a.zh-Hans.html").contains("<a href=\"b.zh-Hans.html\">下一篇</a>"))
    let english = try site.written("a.html")
    #expect(english.contains("<a href=\"b.html\">next</a> <a href=\"b.zh-Hans.html\">中文</a>"))
    #expect(english.contains("<a href=\"a.zh-Hans.html\" lang=\"zh-Hans\" hreflang=\"zh-Hans\">简体中文</a>"))
  }

  @Test func `missing translations are listed`() throws {
    #expect(try site().build(into: "dist", .check).missingTranslations == ["content/b.zh-Hans.md"])
  }

  @Test func `the list of pages is in each language`() throws {
    let html = try site().html("index.zh-Hans.html")
    #expect(html.contains("<a href=\"a.zh-Hans.html\">第一</a>"))
    #expect(html.contains("<a href=\"b.zh-Hans.html\">Second</a>"))
  }

  @Test func `a language without words is part of the name`() throws {
    let site = try MiniatureSite(["notes.v2.md": Self.page("Notes", "text")])
    #expect(try site.html("notes.v2.html").contains("<html lang=\"en\">"))
  }

  @Test(arguments: [
    ("a.de.md", "the look has no language `de`, only `en`, `zh-Hans`"),
    ("a.zh_Hans.md", "the look has no language `zh_Hans`, only `en`, `zh-Hans`"),
    ("data/page.fr.md.mustache", "the look has no language `fr`, only `en`, `zh-Hans`"),
    ("glossary.yaml", "nothing reads this file: name it `glossary.yml`"),
    ("terms.zh-Hans.yaml", "nothing reads this file: name it `terms.zh-Hans.yml`"),
    ("data/one.yaml", "nothing reads this file: name it `one.yml`"),
    ("comments.de.yml", "nothing reads this file, because the site has no page in `de`"),
  ])
  func `a file whose name is nearly one that is read`(file: String, message: String) throws {
    let template = "---\ntitle: \"{{title}}\"\n---\n"
    let files = ["a.md": Self.page("A", "text"), "data/page.md.mustache": template, "data/two.yml": "title: Two"]
    let site = try MiniatureSite(files.merging([file: Self.page("A", "text")]) { $1 })
    #expect(try site.errors().hasPrefix("content/\(file):1:1: error: \(message)"))
  }

  @Test(arguments: ["notes.old.md", "a.js.md", "other.de.md", "one.yaml", "table.yml", "terms.yml"])
  func `a name that only looks like a language or a setting is left alone`(file: String) throws {
    #expect(try MiniatureSite(["a.md": Self.page("A", "text"), file: Self.page("B", "text")]).errors() == "")
  }

  @Test func `one page is not two files`() throws {
    let site = try MiniatureSite(["a.md": Self.page("A", ""), "a.en.md": Self.page("A", "")])
    #expect(try site.errors() == "content/a.md:1:1: error: is the same page as content/a.en.md")
  }

  @Test func `every word of the look is one that the generator, a template or the search says`() throws {
    let theme = try Theme(folder: Self.look)
    try theme.check()
    let templates = try FolderEntry.files(below: Self.look.path + "/templates").map { file in
      try String(contentsOf: Self.look.appending(path: "templates/\(file)"), encoding: .utf8)
    }.joined()
    let keys = try #require(theme.wordings[Wording.mainLanguage]).texts(beginningWith: "").keys
    for key in keys where Word(rawValue: key) == nil && !key.hasPrefix("search") {
      #expect(templates.contains("words.\(key)}"), "nothing says `\(key)`")
    }
  }

  @Test(arguments: [
    ("- scripts/page.js\n", "1:1: the bundles are not a map"),
    (
      "scripts/page.js: [scripts/a.js]\nstyles/page.css: styles/a.css\n",
      "2:18: the parts of `styles/page.css` are not a list"
    ),
    ("scripts/page.js:\n", "1:17: the parts of `scripts/page.js` are not a list"),
    ("scripts/page.js:\n  - scripts/a.js\n  - scripts: b.js\n", "3:5: a part of `scripts/page.js` is not a text"),
    ("? [scripts/page.js]\n: [scripts/a.js]\n", "1:3: the path of a bundle is not a text"),
    ("scripts/page.js: [\n", "2:1: invalid YAML in the bundles: "),
  ])
  func `bundles of another shape are an error`(text: String, message: String) throws {
    let site = try MiniatureSite([:])
    let english = try String(contentsOf: Self.look.appending(path: "languages/en.yml"), encoding: .utf8)
    try site.write(english, to: "look/languages/en.yml")
    try site.write(text, to: "look/bundles.yml")
    let theme = try Theme(folder: site.root.appending(path: "look"))
    #expect {
      try theme.files()
    } throws: { error in
      "\(error)".contains("look/bundles.yml:\(message)")
    }
  }

  @Test(arguments: [
    ("menu: Menu", "xx.yml: unknown key `menu`"), ("", "xx.yml: has no text for `admonitionCaution`"),
  ])
  func `another language has the words of the main one`(more: String, message: String) throws {
    let site = try MiniatureSite([:])
    let english = try String(contentsOf: Self.look.appending(path: "languages/en.yml"), encoding: .utf8)
    try site.write(english, to: "languages/en.yml")
    try site.write(more.isEmpty ? "play: Play" : english + more, to: "languages/xx.yml")
    let words = try #require(try Wording.all(in: site.root.appending(path: "languages"))["xx"])
    let error = #expect(throws: SiteSetupError.self) { try words.check() }
    #expect(error?.description.hasSuffix(message) == true)
  }

  // MARK: Settings

  @Test func `feeds and the map need an address`() throws {
    let site = try MiniatureSite([
      "a.md": Self.page("A & B", "", "date: 2026-02-03\nsummary: <s> `t`\n"), "b.md": Self.page("B", ""),
    ])
    try site.build()
    #expect(throws: (any Error).self) { try site.written("feed.xml") }
    try site.write("title: Notes\naddress: https://example.org/notes\n", to: "content/site.yml")
    let feed = try site.html("feed.xml")
    #expect(feed.contains("<title>A &amp; B</title>\n<id>https://example.org/notes/a.html</id>"))
    #expect(feed.contains("<summary>&lt;s&gt; t</summary>"))
    #expect(feed.contains("<updated>2026-02-03T00:00:00Z</updated>"))
    #expect(!feed.contains("b.html"))
    let map = try site.written("sitemap.xml")
    #expect(map.contains("<url><loc>https://example.org/notes/b.html</loc></url>"))
    #expect(try site.written("robots.txt").contains("Sitemap: https://example.org/notes/sitemap.xml\n"))
  }

  @Test("A page says its own address, what it is about, and where readers of other languages go")
  func shared() throws {
    let site = try site()
    let plain = try site.html("a.zh-Hans.html")
    #expect(plain.contains("<link rel=\"alternate\" hreflang=\"x-default\" href=\"a.html\">"))
    #expect(!plain.contains("canonical"))
    try site.write("title: Notes\naddress: https://example.org/notes\n", to: "content/site.yml")
    let html = try site.html("a.zh-Hans.html")
    #expect(html.contains("<link rel=\"canonical\" href=\"https://example.org/notes/a.zh-Hans.html\">"))
    #expect(html.contains("<meta property=\"og:url\" content=\"https://example.org/notes/a.zh-Hans.html\">"))
    #expect(html.contains("<meta property=\"og:title\" content=\"第一\">"))
  }

  @Test func `only a feed that is written is linked`() throws {
    let site = try MiniatureSite([
      "a.md": Self.page("A", ""), "b.md": Self.page("B", ""), "site.yml": "address: https://example.org/\n",
    ])
    #expect(try !site.html("a.html").contains("feed.xml"))
    #expect(throws: (any Error).self) { try site.written("feed.xml") }
    try site.write(Self.page("B", "", "date: 2026-02-03\n"), to: "content/b.md")
    #expect(try site.html("a.html").contains("<link rel=\"alternate\" type=\"application/atom+xml\""))
    #expect(try site.written("feed.xml").contains("https://example.org/b.html"))
  }

  @Test func `the site's title is on each page`() throws {
    let site = try MiniatureSite(["a.md": Self.page("A", ""), "site.yml": "title: My notes\n"])
    #expect(try site.html("a.html").contains("<title>A – My notes</title>"))
  }

  @Test func `edit links lead to the file`() throws {
    let site = try MiniatureSite([
      "a/b.md": Self.page("A", ""), "site.yml": "edit: https://example.org/edit/main/content\n",
    ])
    #expect(try site.html("a/b.html").contains("<a href=\"https://example.org/edit/main/content/a/b.md\">"))
  }

  @Test(arguments: [
    ("- a", "content/site.yml:1:1: error: the settings must be a map of `key: value` lines"),
    ("section: [x]", "content/site.yml:1:1: error: unknown setting `section`; nearest: `sections`"),
    ("titel: x", "content/site.yml:1:1: error: unknown setting `titel`; nearest: `title`"),
    ("title: A\naddress: ftp://x", "content/site.yml:2:1: error: `ftp://x` is not a web address: write `https://…`"),
    ("title: [a]", "content/site.yml:1:1: error: the setting `title` must be one piece of text"),
  ]) func `settings that are wrong are errors`(yaml: String, message: String) throws {
    #expect(try MiniatureSite(["a.md": Self.page("A", ""), "site.yml": yaml]).errors() == message)
  }

  @Test func `a day that is none`() throws {
    for day in ["2026-13-01", "2026-02-30"] {
      let site = try MiniatureSite(["a.md": Self.page("A", "", "date: \(day)\n")])
      #expect(
        try site.errors()
          == "content/a.md:3:7: error: front matter `date` must be a day such as 2026-11-21, not `\(day)`")
    }
  }
}
