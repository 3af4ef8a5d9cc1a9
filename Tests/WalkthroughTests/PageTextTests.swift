import Foundation
import TestSupport
import Testing

@testable import RxTrace
@testable import Walkthrough

/// Footnotes: taken out before the Markdown is read, numbered in the order of their references.
@Suite(.oneAtATime) struct FootnoteTests {
  private func html(_ markdown: String) throws -> String { try MiniatureSite(page: markdown).body() }

  private func errors(_ markdown: String) throws -> String {
    try MiniatureSite(page: markdown).errors().replacing("content/page.md:", with: "")
  }

  @Test func `references and back links`() throws {
    let html = try html("a[^x] b[^y] c[^x]\n\n[^y]: Why *so*.\n[^x]: Ex.")
    #expect(
      html.contains(
        "a<sup class=\"footnote\" id=\"footnote-1-reference\"><a href=\"#footnote-1\" role=\"doc-noteref\" "
          + "aria-label=\"Footnote 1\">1</a></sup> b"))
    #expect(html.contains("<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"Footnotes\">\n<ol>\n"))
    #expect(
      html.contains(
        "<li id=\"footnote-2\"><p>Why <em>so</em>. <a class=\"footnote-back\" href=\"#footnote-2-reference\" "
          + "role=\"doc-backlink\" aria-label=\"Back to the text\">↩</a></p></li>"))
    #expect(html.contains("href=\"#footnote-1-reference-2\" role=\"doc-backlink\" aria-label=\"Back to the text (2)\""))
  }

  @Test func `paragraphs, lists and code in a note`() throws {
    let html = try html("a[^1]\n\n[^1]: First\n  line.\n\n    - item\n\n    ```swift\n    let a = 1\n    ```\n\nafter")
    #expect(html.contains("<p>First\nline.</p>\n<ul>\n<li>item</li>\n</ul>\n<pre class=\"code swift\""))
    #expect(html.contains("<p>after</p>\n<section"))
  }

  @Test func `a note may refer to another`() throws {
    let html = try html("a[^1]\n\n[^1]: one[^2]\n\n[^2]: two")
    #expect(html.contains("<li id=\"footnote-2\"><p>two "))
  }

  @Test(arguments: [
    "```\n[^1]: code\n```", "~~~~ text\n```\n[^1]: code\n~~~~", "> ```\n> [^1]: code\n> ```", "    [^1]: code",
    "- a\n\n  ```\n  [^1]: code\n  ```", "`[^1]: code`",
  ])
  func `code has none`(markdown: String) throws {
    #expect(try html(markdown).contains("[^1]: code"))
  }

  @Test func `a backslash keeps a reference as it is`() throws {
    #expect(try html("a\\[^1] [b] ^2") == "<p>a[^1] [b] ^2</p>")
  }

  @Test func `lines keep their numbers`() throws {
    #expect(try errors("[^1]: a\n\n    b\n\n[x](nowhere.md)[^1]").hasPrefix("8:5: error: the link `nowhere.md`"))
    #expect(try errors("a[^1]\n\n[^1]: [x](nowhere.md)").hasPrefix("6:11: error: the link `nowhere.md`"))
  }

  @Test(arguments: [
    ("a[^one]\n\n[^on]: text\n\nb[^on]", "4:2: error: no footnote `one`; nearest: `on`"),
    ("text\n[^1]: never", "5:1: error: nothing refers to the footnote `1`"),
    ("a[^1]\n\n[^1]: x\n\n[^1]: y", "8:1: error: footnote `1` is defined twice"),
    ("a[^1]", "4:2: error: no footnote `1`"),
  ])
  func wrong(markdown: String, message: String) throws { #expect(try errors(markdown) == message) }
}

/// Tables, admonitions and pictures.
@Suite(.oneAtATime) struct RichTextTests {
  private func html(_ markdown: String) throws -> String { try MiniatureSite(page: markdown).body() }

  @Test(arguments: [
    "- | a | b |\n  | - | - |\n  | 1 | 2 |", "> | a | b |\n> | - | - |\n> | 1 | 2 |",
    "1. > | a | b |\n   > | - | - |\n   > | 1 | 2 |", "- text\n\n  | a | b |\n  | - | - |\n  | 1 | 2 |",
    "a | b\n--- | ---\n1 | 2", "> [!NOTE]\n> | a | b |\n> | - | - |\n> | 1 | 2 |",
  ])
  func `tables anywhere`(markdown: String) throws {
    let html = try html(markdown)
    #expect(html.contains("<th scope=\"col\">a</th><th scope=\"col\">b</th>"))
    #expect(html.contains("<td>1</td><td>2</td>"))
  }

  @Test func alignment() throws {
    let html = try html("| a | b | c | d |\n|:--|--:|:-:|---|\n| 1 | 2 | 3 | 4 |")
    #expect(
      html.contains(
        "<td class=\"align-left\">1</td><td class=\"align-right\">2</td><td class=\"align-center\">3</td><td>4</td>"))
  }

  @Test(arguments: [
    ("a \\| b", "a | b"), ("`a | b`", "<code>a | b</code>"), ("`a \\| b`", "<code>a | b</code>"),
    ("``a ` | b``", "<code>a ` | b</code>"), ("\\\\ x", "\\ x"), ("\\*a\\*", "*a*"),
  ])
  func pipes(cell: String, shown: String) throws {
    #expect(try html("| h |\n| - |\n| \(cell) |").contains("<td>\(shown)</td>"))
  }

  @Test func `a backtick that nothing ends hides no pipe`() throws {
    #expect(try html("| a | b |\n| - | - |\n| ` | 2 |").contains("<td>`</td><td>2</td>"))
  }

  @Test func `admonitions have the words of the page`() throws {
    let site = try MiniatureSite(["page.zh-Hans.md": "---\ntitle: 页\n---\n> [!TIP]\n> 试试"])
    #expect(
      try site.html("page.zh-Hans.html").contains(
        "<div class=\"admonition tip\" role=\"note\" aria-label=\"提示\">\n<p class=\"admonition-label\">提示</p>"))
  }

  @Test func `a picture with a title is a figure`() throws {
    let site = try MiniatureSite(page: "![alt](a.svg \"What *it* is\")\n\ntext ![alt](a.svg \"tip\")")
    try site.write("<svg/>", to: "content/a.svg")
    let html = try site.body()
    #expect(
      html.contains(
        "<figure class=\"picture\">\n<img src=\"a.svg\" alt=\"alt\">\n<figcaption>What <em>it</em> is</figcaption>"))
    #expect(html.contains("<p>text <img src=\"a.svg\" alt=\"alt\" title=\"tip\"></p>"))
  }
}

/// Links that claim something.
@Suite(.oneAtATime) struct CheckedLinkTests {
  private static let chain = "```chain pipeline=flow.swift\n…\n    Just.run\n…\n```\n"

  private func errors(_ markdown: String) throws -> String {
    try MiniatureSite(page: markdown).errors().replacing("content/page.md:", with: "")
  }

  @Test func `to a step of the page`() throws {
    let html = try MiniatureSite(page: "[run](step:flow.swift/Just.run)\n\n\(Self.chain)").body()
    #expect(html.contains("<a href=\"#chain-1-step-1\">run</a>"))
    let second = try MiniatureSite(
      page: "```chain pipeline=flow.swift\nJust.subscribe(onNext:)\n…\n```\n\n\(Self.chain)\n[run](step:flow.swift/run)"
    )
    #expect(try second.body().contains("<a href=\"#chain-2-step-1\">run</a>"))
  }

  @Test(arguments: [
    "```trace pipeline=flow.swift view=stepper\n```",
    "```chain pipeline=flow.swift arguments=-1-\n…\n    Just.run\n…\n```",
  ])
  func `to a step below another stepper`(block: String) throws {
    let page = "\(block)\n\n\(Self.chain)\n[run](step:flow.swift/Just.run)"
    let site = try MiniatureSite(page: page, runs: ["flow.swift": .flow, "flow.swift -1-": .flow])
    #expect(try site.body().contains("<a href=\"#chain-2-step-1\">run</a>"))
  }

  @Test func `to a step of a chain that does not hold`() throws {
    let site = try MiniatureSite(page: "[run](step:flow.swift/Just.run)\n\n```chain pipeline=flow.swift\nJust.run\n```")
    let errors = try site.errors()
    #expect(errors.contains("claimed Just.run at depth 0") && !errors.contains("no chain"), "\(errors)")
  }

  @Test func `to a step of another page`() throws {
    let site = try MiniatureSite([
      "a/page.md": "---\ntitle: A\n---\n[run](step:../flow.swift/Just.run)",
      "b.md": "---\ntitle: B\n---\n```chain pipeline=flow.swift\n…\n```\n\n\(Self.chain)",
    ])
    #expect(try site.body("a/page.html").contains("<a href=\"../b.html#chain-2-step-1\">run</a>"))
  }

  @Test(arguments: [
    ("[a](step:flow.swift)", "4:5: error: a step is linked as `step:PIPELINE.swift/Type.call`"),
    (
      "[a](<step:flow.swift/Just.run 1>)",
      "4:6: error: a step is named without a value or a thread here: write `Just.run`"
    ),
    ("[a](step:flow.swift/Just.rum)", "4:5: error: no such symbol `Just.rum`; nearest: `Just.run`"),
    ("[a](step:flow.swift/Jost.run)", "4:5: error: no such symbol `Jost.run`; nearest: `Just.run`"),
    ("[a](step:flow.swift/Just.run)", "4:5: error: no chain on any page shows Just.run of `flow.swift`"),
    (
      "[a](step:flow.swift/JustSink#2.forwardOn)",
      "4:5: error: `flow.swift` has no step JustSink#2.forwardOn; nearest match: "
        + "JustSink#1.forwardOn(next: 1) (step 4)"
    ),
    ("[a](step:none.swift/Just.run)", "4:5: error: no such pipeline `none.swift`"),
    ("[a](src:flow.swift/Nothing)", "4:5: error: no such symbol `Nothing`"),
  ])
  func wrong(markdown: String, message: String) throws {
    #expect(try errors(markdown).hasPrefix(message))
  }

  @Test func `to a step of a chain that has an error`() throws {
    let chain = "```chain pipeline=flow.swift\n…\nJust.run x2\n…\n```"
    let errors = try errors("[run](step:flow.swift/Just.run)\n\n\(chain)").split(separator: "\n")
    #expect(errors.count == 1 && errors[0].hasPrefix("8:1: error: "), "\(errors)")
  }

  @Test func `to what a pipeline declares`() throws {
    let site = try MiniatureSite(page: "[it](src:flow.swift/Helper)")
    try site.write("let a = 1\nstruct Helper {}\n", to: "content/flow.swift")
    #expect(try site.body() == "<p><a href=\"source/flow.html#L2\">it</a></p>")
  }
}

/// Code in a sentence that looks like a symbol but is not one.
@Suite(.oneAtATime) struct SymbolWarningTests {
  private func warning(_ code: String) throws -> String? {
    let site = try MiniatureSite()
    let index = SourceIndex(files: SourceIndex.files(in: [site.root.appendingPathComponent("Rx")]))
    let warnings = SymbolWarnings { index }
    return warnings.warning(for: code)
  }

  @Test(arguments: [
    "Sink.forwardOn(next:)", "Sink.forwardOn", "JustSink.forwardOn(next:)", "forwardOn(next:)", "Sink", "Sinc", "run",
    "JustSink#1.forwardOn", "Array.frobnicate()", "async(execute:)", "Just.init(_:)", "observer.next()", "x.y",
    "Observable.just(1)", "a + b", "Sink.dispose", "git commit", "--flag", "Just.self", "CurrentThreadScheduler.go",
    "subscribe(onError:)", "subscribe(onNext:onCompleted:)",
  ])
  func none(code: String) throws { #expect(try warning(code) == nil) }

  @Test(arguments: [
    ("Sink.forwardOff(next:)", "the sources declare no `Sink.forwardOff(next:)`; nearest: `Sink.forwardOn(next:)`"),
    ("JustSink.forwardOnn", "the sources declare no `JustSink.forwardOnn`; nearest: `JustSink.forwardOn(next:)`"),
    ("forwardOn(nxt:)", "the sources declare no `forwardOn(nxt:)`; nearest: `forwardOn(next:)`"),
    (
      "Receiver.overloaded(to:)",
      "the sources declare no `Receiver.overloaded(to:)`; nearest: `Receiver.overloaded(_:)`"
    ),
  ])
  func some(code: String, message: String) throws { #expect(try warning(code) == message) }

  /// The symbols in the pages of this repository exist, and no other code is taken for a symbol.
  @Test func `these walkthroughs raise none`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let index = SourceIndex(files: SourceIndex.files(in: [root.appendingPathComponent("Sources/Rx")]))
    let warnings = SymbolWarnings { index }
    let content = root.appendingPathComponent("content")
    let paths = ContentFolder(content).pages(languages: []).filter { $0.template == nil }.map(\.path)
    for path in paths {
      let text = try PageText(Data(contentsOf: content.appendingPathComponent(path)))
      var pending = [try CommonMark.parse(text.bytes(fromLine: 1))]
      while let node = pending.popLast() {
        pending += node.children
        if case .code(let code) = node.kind { #expect(warnings.warning(for: code) == nil, "\(path)") }
      }
    }
  }
}
