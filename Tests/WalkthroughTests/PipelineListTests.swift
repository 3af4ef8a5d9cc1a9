import Foundation
import TestSupport
import Testing

@testable import Walkthrough

/// The programs of a page, which its readers can download.
@Suite(.oneAtATime) struct PipelineListTests {
  private static func page(_ title: String, _ text: String) -> String { "---\ntitle: \(title)\n---\n\(text)\n" }
  private static let chain = """
    ```chain pipeline=../flow.swift
    ObservableType.subscribe(onNext:)
      …
    ```
    """

  private func site(_ more: [String: String] = [:]) throws -> MiniatureSite {
    let files = ["a/page.md": Self.page("A", Self.chain), "a/page.zh-Hans.md": Self.page("甲", Self.chain)]
    return try MiniatureSite(files.merging(more) { $1 })
  }

  private static let entry = """
    <li><a href="../source/flow.html"><code>flow.swift</code></a> \
    <a class="download" href="../flow.swift" download aria-label="Download flow.swift">Download</a> \
    <code class="command">headwater trace flow.swift</code></li>
    """

  @Test func `each pipeline is offered with its command`() throws {
    let site = try site()
    let html = try site.html("a/page.html")
    #expect(html.contains(Self.entry))
    #expect(html.contains("<h2 id=\"page-pipelines\">The programs of this page</h2>"))
    let chinese = try site.written("a/page.zh-Hans.html")
    #expect(chinese.contains("href=\"../flow.swift\" download aria-label=\"下载 flow.swift\">下载</a>"))
  }

  @Test func `the list is part of the contents`() throws {
    let site = try site(["b.md": Self.page("B", "## One\n\n## Two\n\n[flow](flow.swift)")])
    let link = "<li class=\"level-2\"><a href=\"#page-pipelines\">The programs of this page</a></li>"
    #expect(try site.html("b.html").contains(link))
    // A heading that wants the same name gets another.
    try site.write(Self.page("B", "## Page pipelines\n\n[flow](flow.swift)"), to: "content/b.md")
    #expect(try site.html("b.html").contains("id=\"page-pipelines-2\""))
  }

  @Test func `a page that is not translated offers them in its language`() throws {
    let site = try site(["b.md": Self.page("B", "[flow](flow.swift)")])
    #expect(try site.html("b.zh-Hans.html").contains("href=\"flow.swift\" download aria-label=\"下载 flow.swift\">"))
  }

  @Test func `the file is the pipeline byte for byte`() throws {
    let site = try site()
    // No line feed at the end, and line ends of another system.
    let source = Data("import Rx\r\n_ = Observable.just(1).subscribe() // café".utf8)
    try site.write(source, to: "content/flow.swift")
    try site.build()
    #expect(try site.tree("dist")["flow.swift"] == source)
  }

  @Test func `a changed pipeline changes the file`() throws {
    let site = try site()
    try site.build()
    let changed = MiniatureSite.pipeline + "// more\n"
    try site.write(changed, to: "content/flow.swift")
    try site.build()
    #expect(try site.written("flow.swift") == changed)
    #expect(try site.tree("dist") == site.clean())
  }

  @Test func `a pipeline that no page names is taken away`() throws {
    let site = try site()
    try site.build()
    #expect(site.exists("dist/flow.swift") && site.exists("dist/source/flow.html"))
    for page in ["a/page.md", "a/page.zh-Hans.md"] { try site.write(Self.page("A", "Text."), to: "content/\(page)") }
    try site.build()
    #expect(!site.exists("dist/flow.swift") && !site.exists("dist/source/flow.html"))
    #expect(try !site.written("a/page.html").contains("page-pipelines"))
  }

  @Test func `a pipeline that is only asserted is offered too`() throws {
    let site = try MiniatureSite(page: "```assert pipeline=flow.swift\ncount(onCore) == 1\n```")
    #expect(try site.html().contains("<code class=\"command\">headwater trace flow.swift</code>"))
    #expect(site.exists("dist/source/flow.html"))
  }

  @Test func `what is linked alone is not said to run`() throws {
    let html = try MiniatureSite(page: "[a program](flow.swift)").html()
    #expect(html.contains("href=\"flow.swift\" download"))
    #expect(!html.contains("headwater trace"))
  }

  @Test func `the page of a program offers it too`() throws {
    let site = try site()
    #expect(try site.html("source/flow.html").contains("<a href=\"../flow.swift\" download>Download</a>"))
    #expect(try !site.written("source/Rx/Core.html").contains(" download>"))
  }

  @Test func `a front page offers its own`() throws {
    let site = try site(["index.md": Self.page("Front", "[flow](flow.swift)")])
    #expect(try site.html("index.html").contains("<a class=\"download\" href=\"flow.swift\""))
  }

  @Test(arguments: [
    ("a-b_1.swift", "headwater trace a-b_1.swift"), ("my flow.swift", "headwater trace 'my flow.swift'"),
    ("-e.swift", "headwater trace ./-e.swift"), ("it's.swift", #"headwater trace 'it'\''s.swift'"#),
    ("流.swift", "headwater trace '流.swift'"), ("$(x).swift", "headwater trace '$(x).swift'"),
  ])
  func `a shell takes the name as it is`(name: String, command: String) {
    #expect(PipelineList.command(tracing: name) == command)
  }

  // MARK: Slides

  @Test(arguments: [
    ("[a](page.md?slides#chain-1)", "<a href=\"../a/page.html?slides#chain-1\">a</a>"),
    ("[a](?slides#chain-1-step-1)", "<a href=\"?slides#chain-1-step-1\">a</a>"),
    (
      "[a](step:../flow.swift/ObservableType.subscribe(onNext:)?slides)", "<a href=\"?slides#chain-1-step-1\">a</a>"
    ),
  ])
  func aLinkMayAskForSlides(link: String, html: String) throws {
    let site = try site(["a/page.md": Self.page("A", link + "\n\n" + Self.chain)])
    #expect(try site.html("a/page.html").contains(html))
  }

  @Test func `a link to slides that are not there is dead`() throws {
    let site = try MiniatureSite(page: "[a](?slides#chain-1) [b](page.md?other)")
    let errors = try site.errors()
    #expect(errors.contains("no place `#chain-1` in `page.md`"))
    #expect(errors.contains("the link `page.md?other` leads nowhere"))
  }
}
