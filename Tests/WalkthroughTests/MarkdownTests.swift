import RxTrace
import TestSupport
import Testing

@testable import Walkthrough

/// Markdown in, HTML out.
@Suite(.oneAtATime) struct MarkdownTests {
  private func html(_ markdown: String) throws -> String { try MiniatureSite(page: markdown).body() }

  @Test func `paragraphs and marks`() throws {
    #expect(try html("a *b* **c** `d<e`") == "<p>a <em>b</em> <strong>c</strong> <code>d&lt;e</code></p>")
  }

  @Test func `headings get anchors`() throws {
    let html = try html("## A & 你好\n\n## A & 你好")
    #expect(html.contains("<h2 id=\"a-你好\">A &amp; 你好 <a class=\"anchor\" href=\"#a-你好\""))
    #expect(html.contains("<h2 id=\"a-你好-2\">"))
  }

  @Test func `the title is not repeated`() throws {
    #expect(try html("# Page\n\ntext") == "<p>text</p>")
  }

  @Test func lists() throws {
    #expect(try html("- a\n- b") == "<ul>\n<li>a</li>\n<li>b</li>\n</ul>")
    #expect(try html("3. a\n\n4. b") == "<ol start=\"3\">\n<li><p>a</p></li>\n<li><p>b</p></li>\n</ol>")
  }

  @Test func admonitions() throws {
    let html = try html("> [!NOTE]\n> Mind *this*.\n>\n> And that.")
    #expect(html.contains("<div class=\"admonition note\" role=\"note\" aria-label=\"Note\">"))
    #expect(html.contains("<p>Mind <em>this</em>.</p>\n<p>And that.</p>"))
    #expect(!html.contains("[!NOTE]"))
  }

  @Test func tables() throws {
    let html = try html("| a | `b|c` |\n| --- | ---: |\n| **x** | 1 \\| 2 |\n| y |")
    #expect(html.contains("<th scope=\"col\">a</th><th scope=\"col\" class=\"align-right\"><code>b|c</code></th>"))
    #expect(html.contains("<td><strong>x</strong></td><td class=\"align-right\">1 | 2</td>"))
    #expect(html.contains("<td>y</td><td class=\"align-right\"></td>"))
  }

  @Test func `Swift is highlighted, other code is not`() throws {
    #expect(try html("```swift\nlet a = \"<b>\"\n```").contains("<span class=\"hl-keyword\">let</span> a = "))
    #expect(
      try html("```sh\nlet a = '<b>'\n```")
        == "<pre class=\"code\" tabindex=\"0\"><code>let a = &#39;&lt;b&gt;&#39;\n</code></pre>")
  }

  @Test func `links between pages`() throws {
    let page = "---\ntitle: A\n---\n[b](../b/index.md#there) [folder](../b) [here](#h)\n\n## h"
    let site = try MiniatureSite(["a/index.md": page, "b/index.md": "---\ntitle: B\n---\n## There"])
    let html = try site.body("a/index.html")
    #expect(html.contains("<a href=\"../b/index.html#there\">b</a> <a href=\"../b/index.html\">folder</a>"))
  }

  @Test func `assets are copied`() throws {
    let site = try MiniatureSite(page: "![alt \"x\"](picture.svg)")
    try site.write("<svg/>", to: "content/picture.svg")
    #expect(try site.body() == "<p><img src=\"picture.svg\" alt=\"alt &quot;x&quot;\"></p>")
    #expect(try site.written("picture.svg") == "<svg/>")
  }
}

/// Markup that must never reach a reader's browser.
@Suite(.oneAtATime) struct HostileMarkdownTests {
  @Test(arguments: [
    "<script>alert(1)</script>", "a <img src=x onerror=alert(1)> b", "<!-- <script> -->", "<div\nonclick='x'>",
  ])
  func `raw HTML is text`(markdown: String) throws {
    let html = try MiniatureSite(page: markdown).body()
    #expect(!html.contains("<script") && !html.contains("<img") && !html.contains("<div") && !html.contains("<!--"))
    #expect(html.contains("&lt;"))
  }

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:alert(1)", "java&#10;script:alert(1)", "&#106;avascript:alert(1)",
    "javascript&colon;alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd", "//evil.example/x",
    "&#1;javascript:alert(1)", "\\\\evil",
  ])
  func `unsafe addresses are dropped`(address: String) throws {
    let html = try MiniatureSite(page: "[text](\(address)) ![image](\(address))").body()
    #expect(html == "<p>text image</p>")
  }

  @Test(arguments: ["https://a.example/?b&c", "http://a.example", "mailto:a@b.example"])
  func `safe addresses stay`(address: String) throws {
    let html = try MiniatureSite(page: "[text](\(address))").body()
    #expect(html == "<p><a href=\"\(address.replacing("&", with: "&amp;"))\">text</a></p>")
  }

  @Test func `quotation marks with accents are escaped`() throws {
    let html = try MiniatureSite(page: "[a](https://a.example '\"\u{301} onclick=x')").body()
    #expect(html.contains("title=\"&quot;\u{301} onclick=x\""))
  }

  @Test func `front matter is text`() throws {
    let site = try MiniatureSite(["page.md": "---\ntitle: <script>x</script>\nsummary: '\"><script>'\n---\n"])
    let html = try site.html()
    #expect(!html.contains("<script>"))
    #expect(try !site.html("index.html").contains("<script>"))
    #expect(html.contains("<h1>&lt;script&gt;x&lt;/script&gt;</h1>"))
  }

  @Test(arguments: [
    ("Turns *it* into a `Driver`", "Turns <em>it</em> into a <code>Driver</code>", "Turns it into a Driver"),
    ("a [link](b.md)", "a link", "a link"), ("# 1 of 2", "# 1 of 2", "# 1 of 2"),
    ("2 * 3 * 4", "2 * 3 * 4", "2 * 3 * 4"),
  ]) func `summaries are Markdown`(summary: String, html: String, plain: String) throws {
    let site = try MiniatureSite(["page.md": "---\ntitle: Page\nsummary: '\(summary)'\n---\n"])
    let page = try site.html()
    #expect(page.contains("<p class=\"summary\">\(html)</p>"))
    #expect(page.contains("<meta name=\"description\" content=\"\(plain)\">"))
    #expect(try site.written("index.html").contains("<p>\(html)</p>"))
  }

  @Test(arguments: [
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"), ("[x](javascript:alert(1))", "x"),
    ("\"><img src=x onerror=a>", "&quot;&gt;&lt;img src=x onerror=a&gt;"), ("![a](http://x.example/p.png)", "a"),
    ("`</code><script>`", "<code>&lt;/code&gt;&lt;script&gt;</code>"), ("<div onclick=a>", "&lt;div onclick=a&gt;"),
  ]) func summariesThatAreHostile(summary: String, html: String) throws {
    let site = try MiniatureSite(["page.md": "---\ntitle: Page\nsummary: '\(summary)'\n---\n"])
    let page = try site.html()
    #expect(page.contains("<p class=\"summary\">\(html)</p>"))
    for forbidden in ["<script>", "<img", "onclick=a>\"", "javascript:"] { #expect(!page.contains(forbidden)) }
  }

  @Test func `sentences of tools have code and no other marks`() {
    let html = { InlineMarkdown(codeSpansOf: $0).html.source }
    #expect(html("Use `map` *here*, <b>") == "Use <code>map</code> *here*, &lt;b&gt;")
    #expect(html("was given \"a`b\"") == "was given &quot;a`b&quot;")
  }

  @Test func `values are text`() throws {
    let run = Trace.recorded("Receiver.on next \"<script>\"\n  output <script>x</script>")
    let page = "```trace pipeline=flow.swift\n```\n\n```chain pipeline=flow.swift\nReceiver.on \"<script>\"\n…\n```"
    let html = try MiniatureSite(page: page, runs: ["flow.swift": run]).html()
    #expect(!html.contains("<script>"))
  }

  @Test func `deep nesting is an error`() throws {
    let site = try MiniatureSite(page: String(repeating: ">", count: 500) + " deep")
    #expect(try site.errors() == "content/page.md:4:1: error: nested more than 64 levels deep")
  }

  @Test func `long lines are an error`() throws {
    let site = try MiniatureSite(page: "a\n" + String(repeating: "![[]()", count: 4000))
    #expect(try site.errors() == "content/page.md:5:1: error: the line has 24000 characters; at most 20000 are allowed")
  }

  @Test func `long pages are an error`() throws {
    let site = try MiniatureSite(page: String(repeating: "text\n\n", count: 200_000))
    #expect(
      try site.errors()
        == "content/page.md:1:1: error: the page has 1200020 bytes; at most 1048576 are allowed")
  }

  @Test func `endless paragraphs are an error`() throws {
    let site = try MiniatureSite(page: String(repeating: "![[]()\n", count: 20_000))
    #expect(try site.errors().hasSuffix("error: more than 131072 bytes without an empty line"))
  }
}
