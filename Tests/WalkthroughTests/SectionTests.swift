import Foundation
import RxTrace
import TestSupport
import Testing
import TraceAnalysis

@testable import Walkthrough

/// The bar, the trees, and the way from page to page, as `site.yml` declares them.
@Suite(.oneAtATime) struct SectionTests {
  private static let settings = """
    repository: https://example.org/rx
    sections:
      - title: {en: Learn, zh-Hans: 学习}
        parts:
          - title: {en: Guide, zh-Hans: 指南}
            numbered: true
            pages: [guide/b.md, guide/a.md]
          - title: More
            pages: more/
      - title: Tools
        parts:
          - pages: [tools.md, source/]

    """

  private func page(_ title: String, _ more: String = "", text: String = "text") -> String {
    "---\ntitle: \(title)\n\(more)---\n\(text)\n"
  }

  private func site(_ settings: String = settings, _ more: [String: String] = [:]) throws -> MiniatureSite {
    let pages = [
      "site.yml": settings, "index.md": page("Home"), "guide/a.md": page("Second"), "guide/b.md": page("First"),
      "guide/b.zh-Hans.md": page("第一"), "more/c.md": page("C", "order: 2\n"), "more/d.md": page("D", "order: 1\n"),
      "tools.md": page("Tools"), "alone.md": page("Alone"),
    ]
    return try MiniatureSite(pages.merging(more) { $1 })
  }

  @Test func `the bar leads to each section and marks one`() throws {
    let html = try site().html("more/c.html")
    #expect(html.contains("<a href=\"../guide/b.html\" aria-current=\"true\">Learn</a>"))
    #expect(html.contains("<a href=\"../tools.html\">Tools</a>"))
    #expect(!html.contains("Walkthroughs</a>"))
  }

  @Test func `the tree shows the pages around the page`() throws {
    let site = try site()
    let html = try site.html("guide/a.html")
    #expect(
      html.contains(
        "<li><a href=\"../guide/a.html\" aria-current=\"page\">Second <span class=\"time\">1 min</span></a></li>"))
    #expect(html.contains("<span>More</span>") && html.contains("<a href=\"../more/c.html\">C</a>"))
    #expect(try !site.written("alone.html").contains("class=\"tree\""))
  }

  @Test func `the way goes through one section only`() throws {
    let site = try site()
    let first = try site.html("guide/b.html")
    #expect(!first.contains("rel=\"prev\"") && first.contains("rel=\"next\" href=\"../guide/a.html\""))
    let last = try site.written("more/c.html")
    #expect(last.contains("rel=\"prev\" href=\"../more/d.html\"") && !last.contains("rel=\"next\""))
    #expect(try !site.written("alone.html").contains("rel=\"next\""))
  }

  @Test func `places and reading times are said`() throws {
    let long = Array(repeating: "word", count: 1000).joined(separator: " ")
    let site = try site(Self.settings, ["guide/a.md": page("Second", text: long)])
    #expect(try site.html("guide/a.html").contains("Part 2 of 2 · 5 min"))
    let html = try site.written("guide/b.zh-Hans.html")
    #expect(html.contains("第 1 篇，共 2 篇") && html.contains(">学习</a>"))
    #expect(try !site.written("more/c.html").contains("page-facts"))
  }

  @Test func `an author may say how long a page takes`() throws {
    let site = try site(Self.settings, ["guide/a.md": "---\ntitle: Second\nminutes: 10\n---\nPlay."])
    #expect(try site.html("guide/a.html").contains("Part 2 of 2 · 10 min"))
    try site.write("---\ntitle: Second\nminutes: 0.5\n---\nPlay.", to: "content/guide/a.md")
    let message = "front matter `minutes` must be a whole number from 1 to 600, not `0.5`"
    #expect(try site.errors().contains("a.md:3:10: error: \(message)"))
  }

  @Test func `the tree shows the time of numbered pages`() throws {
    let long = Array(repeating: "word", count: 1000).joined(separator: " ")
    let site = try site(Self.settings, ["guide/a.md": page("Second", text: long)])
    let html = try site.html("guide/b.html")
    #expect(html.contains(">Second <span class=\"time\">5 min</span></a>"))
    #expect(html.contains("<a href=\"../more/c.html\">C</a>"))
    // The time is shown on other pages too, so these follow when the text grows.
    try site.write(page("Second", text: long + " " + long), to: "content/guide/a.md")
    let grown = try site.html("guide/b.html")
    #expect(grown.contains(">Second <span class=\"time\">10 min</span></a>"))
  }

  @Test func `the path lists the numbered pages in order`() throws {
    let long = Array(repeating: "word", count: 1000).joined(separator: " ")
    let path = page("First", "summary: Where it `begins`.\n", text: "```path\n```")
    let site = try site(Self.settings, ["guide/a.md": page("Second", text: long), "guide/b.md": path])
    let html = try site.html("guide/b.html")
    let list = try #require(html.firstMatch(of: /(?s)<ol class="path"[^>]*>(.+?)<\/ol>/)?.output.1)
    #expect(list.contains("<li aria-current=\"page\"><a href=\"../guide/b.html\">First</a>"))
    #expect(list.contains("<span>Where it <code>begins</code>.</span>"))
    #expect(list.contains("<a href=\"../guide/a.html\">Second</a> <span class=\"time\">5 min</span>"))
    #expect(html.contains("About 6 minutes in all"))
    try site.write(page("Another", text: long), to: "content/guide/a.md")
    #expect(try site.html("guide/b.html").contains("<a href=\"../guide/a.html\">Another</a>"))
  }

  @Test func `there is no path without a numbered part`() throws {
    let error = try site("", ["tools.md": page("Tools", text: "```path\n```")]).errors()
    #expect(error.contains("tools.md:4:4: error: no part of a section is `numbered: true` in site.yml"))
  }

  @Test func `a page says in short what it says`() throws {
    let site = try site(Self.settings, ["tools.md": page("Tools", "short:\n- Use `trace`.\n- \"Then: <look>.\"\n")])
    let html = try site.html("tools.html")
    #expect(html.contains("<li>Use <code>trace</code>.</li>\n<li>Then: &lt;look&gt;.</li>"))
    #expect(try !site.written("alone.html").contains("class=\"short\""))
  }

  @Test(arguments: [
    ("short: one\n", "3:8: error: front matter `short` must be a list of lines: `- One sentence.`"),
    (
      "short:\n- a: b\n",
      "4:3: error: a line of `short` must be a text; put it in quotes if it has a colon and a space"
    ),
  ]) func `what is said in short is a list of texts`(more: String, message: String) throws {
    #expect(try site(Self.settings, ["tools.md": page("Tools", more)]).errors().contains("tools.md:" + message))
  }

  @Test func `the trail names section and part`() throws {
    let html = try site().html("more/c.html")
    #expect(html.contains("<li><a href=\"../guide/b.html\">Learn</a></li>"))
    #expect(html.contains("<li><a href=\"../more/d.html\">More</a></li>"))
  }

  @Test func `the front page leaves the list to the bar`() throws {
    let html = try site().html("index.html")
    #expect(!html.contains("class=\"walkthroughs\""))
    #expect(html.contains("href=\"https://example.org/rx\""))
  }

  @Test func `source pages are in the reader's language`() throws {
    let site = try site(Self.settings, ["guide/b.zh-Hans.md": page("第一", text: "[代码](src:Sink)")])
    let html = try site.html("guide/b.zh-Hans.html")
    #expect(html.contains("../source/Rx/Core.zh-Hans.html#L"))
    let source = try site.written("source/Rx/Core.zh-Hans.html")
    #expect(source.contains("<html lang=\"zh-Hans\">") && source.contains("href=\"../../source/Rx/Core.html\""))
    #expect(try site.written("source/index.zh-Hans.html").contains("../source/Rx/Core.zh-Hans.html"))
    #expect(try site.written("source/index.html").contains("aria-current=\"true\">Tools</a>"))
  }

  @Test func `an edit of a page keeps the others and a new title changes its section`() throws {
    let site = try site()
    try site.build()
    try site.write(page("D", "order: 1\n", text: "other"), to: "content/more/d.md")
    #expect(try site.build().rendered == 2)
    try site.write(page("Renamed", "order: 1\n"), to: "content/more/d.md")
    try site.build()
    #expect(try site.written("more/c.html").contains("Renamed"))
    #expect(try site.tree("dist") == site.clean())
  }

  @Test func `a long part is shown around the page`() throws {
    let many = Dictionary(uniqueKeysWithValues: (100..<300).map { ("more/p\($0).md", page("P\($0)")) })
    let html = try site(Self.settings, many).html("more/p200.html")
    let shown = html.components(separatedBy: "<li><a href=\"../more/p").count - 1
    #expect(shown > 40 && shown <= 50 && html.contains(">P190</a>") && !html.contains(">P120</a>"))
    #expect(html.contains("<a href=\"../guide/b.html\">Guide</a>") && !html.contains("guide/a.html"))
  }

  @Test(arguments: [
    ("sections: Learn", "1:1: error: the setting `sections` must be a list: write `- title: …` for each section"),
    ("sections:\n  - parts: []", "2:5: error: a section needs a `title`"),
    ("sections:\n  - title: A", "2:5: error: a section needs `parts` with at least one page"),
    (
      "sections:\n  - title: A\n    prats: []",
      "3:5: error: unknown key `prats` of a section; nearest: `parts`"
    ),
    (
      "sections:\n  - title: A\n    parts:\n      - pages: [guide/bb.md]",
      "4:17: error: the section's page `guide/bb.md` leads nowhere; nearest: `guide/b.md`"
    ),
    (
      "sections:\n  - title: A\n    parts:\n      - {group: tools, pages: [guide/]}",
      "4:32: error: no page in `guide/` is of group `tools`"
    ),
    (
      "sections:\n  - title: A\n    parts:\n      - {pages: [tools.md], numbered: 3}",
      "4:39: error: `numbered` must be `true` or `false`"
    ),
    ("repository: here", "1:1: error: `here` is not a web address: write `https://…`"),
    ("api: Rx", "1:1: error: the setting `api` must be a list of folders: write `[../Sources/MyModule]`"),
  ])
  func `mistakes are named with their places`(settings: String, message: String) throws {
    #expect(try site(settings).errors() == "content/site.yml:" + message)
  }
}

/// Words that pages are looked for by.
@Suite(.oneAtATime) struct SynonymTests {
  private func site(_ synonyms: String) throws -> MiniatureSite {
    try MiniatureSite([
      "a.md": "---\ntitle: A\n---\ntext", "a.zh-Hans.md": "---\ntitle: 甲\n---\n", "synonyms.yml": synonyms,
    ])
  }

  @Test func `they stand in the index of every language`() throws {
    let site = try site("a.md: [leak, 泄漏]")
    try site.build()
    for language in ["en", "zh-Hans"] { #expect(try site.searchTexts(language + "-").contains("[\"leak\",\"泄漏\"]")) }
    try site.write("a.md: [other]", to: "content/synonyms.yml")
    try site.build()
    #expect(try site.searchTexts("en-").contains("[\"other\"]"))
    #expect(try site.tree("dist") == site.clean())
  }

  @Test(arguments: [
    ("b.md: [leak]", "1:1: error: no page `b.md`; nearest: `a.md`"),
    ("a.md: leak", "1:7: error: the synonyms of a page must be a list of words: write `[one, two]`"),
    ("leak", "1:1: error: the synonyms must be a map from pages to lists of words"),
  ])
  func `mistakes are named with their places`(text: String, message: String) throws {
    #expect(try site(text).errors() == "content/synonyms.yml:" + message)
  }
}

/// The directives of a front page.
@Suite(.oneAtATime) struct FrontDirectiveTests {
  @Test func `actions are links`() throws {
    let site = try MiniatureSite(page: "```actions\n[Begin](#there)\n[Code](src:Sink)\n```\n\n## There\n")
    #expect(
      try site.body().hasPrefix(
        "<p class=\"actions\"><a href=\"#there\">Begin</a> <a href=\"source/Rx/Core.html#L24\">Code</a></p>"))
    for body in ["", "words\n"] {
      let errors = try MiniatureSite(page: "```actions\n\(body)```\n").errors()
      #expect(errors.contains("`actions` needs a link on each line"))
    }
  }

  private static let afterTheEnd = Trace.recorded(
    """
    Just.subscribe(onNext:)
      Just.run
        JustSink.forwardOn completed
          Receiver.on completed
        JustSink.forwardOn next 1
          Receiver.on next 1
    """)

  @Test func `findings are held against the run`() throws {
    let page = "```findings pipeline=flow.swift\nafter-end\n```\n"
    let found = TraceCheck(Self.afterTheEnd).findings.filter { $0.level >= .warning }.map(\.rule.rawValue)
    #expect(found == ["after-end"])
    let html = try MiniatureSite(page: page, runs: ["flow.swift": Self.afterTheEnd]).body()
    #expect(html.contains("class=\"findings\"") && html.contains("headwater check flow.swift"))
    #expect(html.contains("<div class=\"finding error\"") || html.contains("<div class=\"finding warning\""))
    #expect(html.contains("<code>") && !html.contains("`"))
  }

  @Test func `a block without rules claims that the check finds nothing`() throws {
    let html = try MiniatureSite(page: "```findings pipeline=flow.swift\n```\n", runs: ["flow.swift": .flow]).body()
    #expect(html.contains("<figcaption><code>headwater check flow.swift</code></figcaption>"))
    #expect(html.contains("<p class=\"run-remark\">"))
  }

  @Test(arguments: [
    ("after-ned", "5:1: error: `after-ned` is not a rule of `check`; nearest: `after-end`"),
    ("overlap", "5:1: error: claimed overlap, found after-end"),
    (
      "after-end\nafter-end",
      "6:1: error: `after-end` stands above already: one line is about all findings of a rule"
    ),
    ("", "4:4: error: the check also finds after-end: add it to the block, or mend the program"),
  ])
  func `a wrong claim is an error`(body: String, message: String) throws {
    let page = "```findings pipeline=flow.swift\n\(body)\n```\n"
    let site = try MiniatureSite(
      page: body.isEmpty ? page.replacing("\n\n", with: "\n") : page, runs: ["flow.swift": Self.afterTheEnd])
    #expect(try site.errors().hasPrefix("content/page.md:" + message))
  }
}
