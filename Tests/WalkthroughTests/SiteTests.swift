import Foundation
import TestSupport
import Testing

@testable import Walkthrough

/// Whole sites: the files that a build writes, and when it writes them.
@Suite(.oneAtATime) struct SiteTests {
  private let good = "---\ntitle: T\n---\ntext"

  @Test func `pages are listed in order`() throws {
    let site = try MiniatureSite([
      "a.md": "---\ntitle: Last\n---\n", "b/index.md": "---\ntitle: Second\nsummary: S & T\norder: 2\n---\n",
      "c.md": "---\ntitle: First\norder: 1\n---\n", "index.md": "---\ntitle: Welcome\n---\nHello *you*",
    ])
    let html = try site.html("index.html")
    let places = ["First", "Second", "Last"].map { html.range(of: ">\($0)</a>")!.lowerBound }
    #expect(places == places.sorted())
    #expect(html.contains("<h1>Welcome</h1>") && html.contains("<p>Hello <em>you</em></p>"))
    #expect(html.contains("<a href=\"b/index.html\">Second</a><p>S &amp; T</p>"))
  }

  @Test func `addresses are relative`() throws {
    let site = try MiniatureSite(["a/b/page.md": good])
    #expect(try site.html("a/b/page.html").contains("href=\"../../styles/page.css\""))
    #expect(site.exists("dist/styles/page.css") && !site.exists("dist/styles/site.css"))
  }

  @Test func `nothing inline and a strict policy`() throws {
    let page = """
      ```trace pipeline=flow.swift
      ```

      ```hierarchy of=Just
      ```

      ```source symbol=Producer mark=run(
      ```

      ```chain pipeline=flow.swift
      \(ChainTests.whole)
      ```
      """
    let html = try MiniatureSite(page: page).html()
    #expect(html.contains("default-src 'none'"))
    for forbidden in [" style=", "<style", "<script>", " onclick", "javascript:", "HTML(source"] {
      #expect(!html.contains(forbidden))
    }
  }

  /// Half of a page's weight would be scripts otherwise.
  @Test func `pages load only the scripts of their content`() throws {
    let chain = "```chain pipeline=flow.swift\n\(ChainTests.whole)\n```\n"
    let site = try MiniatureSite([
      "plain.md": good, "steps.md": "---\ntitle: T\n---\n\(chain)",
      "answer.md": "---\ntitle: T\n---\n> [!ANSWER]\n> Three.\n",
    ])
    try site.build()
    let scripts = try ["plain", "steps", "answer"].map { page in
      let html = try site.written("\(page).html")
      return ["page", "stepper", "marbles"].filter { html.contains("scripts/\($0).js") }
    }
    #expect(scripts == [["page"], ["page", "stepper"], ["page"]])
    #expect(try site.written("plain.html").ranges(of: "<script").count <= 3)
    try site.build(.preview)
    #expect(try site.written("plain.html").contains("scripts/marbles.js"))
  }

  @Test func `nothing is written when something is wrong`() throws {
    let site = try MiniatureSite(page: "text")
    try site.build()
    let before = try site.written("page.html")
    try site.write("nothing", to: "content/other.md")
    try site.write("---\ntitle: New\n---\n", to: "content/page.md")
    #expect(try !site.errors().isEmpty)
    #expect(try site.written("page.html") == before)
    #expect(!site.exists(".dist.new") && !site.exists(".dist.old"))
  }

  /// An author breaks the header while they type, and an editor empties a file before it writes it.
  @Test(arguments: [("", 1), ("---\ntitle: Pa", 1), ("---\ntitel: Page\n---\nOther words.\n", 2)])
  func `a page whose header cannot be read stays in a preview`(text: String, line: Int) throws {
    let before = "---\ntitle: Page\n---\n## Part\n"
    let site = try MiniatureSite(["page.md": before, "other.md": good + " [](page.md#part)"])
    try site.build(.preview)
    let other = try site.written("other.html")
    try site.write(text, to: "content/page.md")
    let report = try site.build(.preview)
    #expect(report.problems.map(\.file) == ["content/page.md"] && report.problems.map(\.line) == [line])
    let page = try site.written("page.html")
    #expect(page.contains("<h1>Page</h1>"))
    let body = MiniatureSite.body(in: page)
    #expect(body.hasPrefix("<strong class=\"problem\">page.md:\(line):1: "))
    #expect(body.contains("Other words.") == text.contains("Other words."))
    #expect(try site.written("other.html") == other)
    // Said again where the page is now.
    try site.write("\n" + text, to: "content/page.md")
    #expect(try site.build(.preview).problems.count == 1)
    #expect(MiniatureSite.body(in: try site.written("page.html")).contains(":1:1: no front matter: "))
  }

  /// The index of the search is made of the pages' files: nothing of them may be taken as it is.
  @Test func `a file cut off within a character is left out of the search of a preview`() throws {
    let site = try MiniatureSite(["page.md": good + "\n\nold“words”", "other.md": good + "\n\nother words"])
    try site.build(.preview)
    try site.write(Data((good + "\n\nnew“words”").utf8).dropLast(), to: "content/page.md")
    let problems = try site.build(.preview).problems
    #expect(problems.map(\.message) == ["the file is not UTF-8: invalid byte at offset 34"])
    let texts = try site.searchTexts("en-")
    #expect(texts.contains("other words") && !texts.contains("new"))
  }

  @Test func `a page that could never be read has its path for a title`() throws {
    let site = try MiniatureSite(["part/page.md": "text", "other.md": good + " [it](part/page.md)"])
    #expect(try site.build(.preview).problems.map(\.file) == ["content/part/page.md"])
    #expect(try site.written("part/page.html").contains("<h1>part/page</h1>"))
  }

  @Test func `pages that are gone disappear`() throws {
    let site = try MiniatureSite(["a.md": good, "b.md": good])
    try site.build()
    try FileManager.default.removeItem(at: site.root.appendingPathComponent("content/b.md"))
    try site.build()
    #expect(site.exists("dist/a.html") && !site.exists("dist/b.html"))
    #expect(!site.exists(".dist.new") && !site.exists(".dist.old"))
  }

  @Test func `a folder that is not a site is not replaced`() throws {
    let site = try MiniatureSite(["a.md": good])
    try site.write("precious", to: "dist/thesis.txt")
    #expect(throws: SiteSetupError.self) { try site.build() }
    #expect(try site.written("thesis.txt") == "precious")
  }

  @Test func `a folder that holds the content is not replaced`() throws {
    let site = try MiniatureSite(["a.md": good])
    try site.write("", to: ".headwater-site")
    #expect {
      try site.build(into: ".")
    } throws: { error in
      "\(error)".hasSuffix(": holds content, which would be lost; choose another output folder")
    }
    #expect(site.exists("content/a.md"))
  }

  @Test func `a place that cannot be written is named`() throws {
    let site = try MiniatureSite(["a.md": good])
    try site.write("a file", to: "in-the-way")
    #expect {
      try site.build(into: "in-the-way/dist")
    } throws: { error in
      "\(error)".contains("in-the-way/dist: cannot be written: ")
    }
  }

  @Test(arguments: [
    (
      "styles/page.css", "[a](styles/page.css)",
      "content/styles/page.css: would be written to styles/page.css, where "
    ),
    (
      "source/Rx/Core.md", "[a](src:Sink)",
      "the source file Rx/Core.swift: would be written to source/Rx/Core.html, where content/source/Rx/Core.md goes"
    ),
    (
      "page.html/b.md", "text",
      "content/page.html/b.md: would be written to page.html/b.html, but content/page.md goes to page.html"
    ),
  ])
  func `nothing is written over something else`(path: String, text: String, message: String) throws {
    let site = try MiniatureSite(page: text)
    try site.write(good, to: "content/\(path)")
    #expect {
      try site.build()
    } throws: { error in
      "\(error)".hasPrefix(message)
    }
    #expect(!site.exists("dist"))
  }

  @Test func `builds are repeatable`() throws {
    let page = "```chain pipeline=flow.swift\n\(ChainTests.whole)\n```"
    let (first, second) = (try MiniatureSite(page: page), try MiniatureSite(page: page))
    let html = try first.html()
    #expect(try html == second.html())
    #expect(!html.contains(first.root.path))
  }

  @Test func `sources have pages with a link for each line`() throws {
    let site = try MiniatureSite(page: "[code](src:Producer.run(_:cancel:))")
    #expect(try site.body() == "<p><a href=\"source/Rx/Core.html#L9\">code</a></p>")
    #expect(try site.written("source/Rx/Core.html").contains("<span class=\"line\" id=\"L9\" data-line=\"9\">"))
  }

  @Test func excerpts() throws {
    let html = try MiniatureSite(page: "```source symbol=\"Sink.forwardOn(next:)\" mark=observer.on\n```").body()
    #expect(html.contains("Rx/Core.swift<span class=\"lines\">:25</span>"))
    #expect(html.contains("<mark class=\"line lit\" data-line=\"25\"><span class=\"hl-keyword\">final</span> "))
  }

  @Test func trees() throws {
    let html = try MiniatureSite(page: "```trace pipeline=flow.swift view=tree\n```").body()
    #expect(
      html.contains("<code>JustSink#1.forwardOn</code> <span class=\"event\">next <code class=\"value\">1</code>"))
    #expect(html.contains("prints <samp>1</samp>"))
    #expect(html.components(separatedBy: "<li>").count - 1 == 10)
  }

  @Test func `deep trees`() throws {
    let lines = (0..<4000).map { String(repeating: "  ", count: $0) + "Just.run" }
    let site = try MiniatureSite(
      page: "```trace pipeline=flow.swift\n```", runs: ["flow.swift": .recorded(lines.joined(separator: "\n"))])
    #expect(try site.body().components(separatedBy: "<li>").count == 4001)
  }

  @Test func `missing folders`() throws {
    let site = try MiniatureSite()
    try FileManager.default.removeItem(at: site.root.appendingPathComponent("Rx"))
    #expect(throws: SiteSetupError.self) { try site.build() }
  }
}
