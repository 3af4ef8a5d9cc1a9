import Foundation
import RxTrace
import TestSupport
import Testing

/// Miniature sites, each with one thing in it that leads out of the content folder.
@Suite(.oneAtATime) struct EscapingPathTests {
  @Test(arguments: [
    "../secret.txt", "/etc/passwd", "a/../../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "./../secret.txt",
  ])
  func `paths that climb out of the site are refused`(path: String) throws {
    for markdown in ["[a](\(path))", "![a](\(path))"] {
      let site = try MiniatureSite(page: markdown)
      try site.write("secret", to: "secret.txt")
      let column = markdown.hasPrefix("!") ? 6 : 5
      #expect(
        try site.errors()
          == "content/page.md:4:\(column): error: the link `\(path)` leads out of the content folder")
    }
  }

  @Test(arguments: ["link.txt", "folder/secret.txt"])
  func `symbolic links that leave`(path: String) throws {
    let site = try MiniatureSite(page: "[a](\(path))")
    try site.write("secret", to: "elsewhere/secret.txt")
    try Self.link(site, "link.txt", to: "elsewhere/secret.txt")
    try Self.link(site, "folder", to: "elsewhere")
    #expect(try site.errors() == "content/page.md:4:5: error: the link `\(path)` leads out of the content folder")
    #expect(!site.exists("dist"))
  }

  @Test func `a page that is a link to elsewhere`() throws {
    let site = try MiniatureSite()
    try site.write("---\ntitle: Secret\n---\nsecret", to: "elsewhere/secret.md")
    try Self.link(site, "page.md", to: "elsewhere/secret.md")
    #expect(try site.errors() == "content/page.md:1:1: error: the page is outside of the content folder")
  }

  @Test func `symbolic links that stay are followed`() throws {
    let site = try MiniatureSite(page: "[a](link.txt)")
    try site.write("text", to: "content/real.txt")
    try Self.link(site, "link.txt", to: "content/real.txt")
    #expect(try site.errors() == "")
    #expect(try site.written("link.txt") == "text")
  }

  @Test func `addresses with a zero byte lead nowhere`() throws {
    let site = try MiniatureSite(page: "[a](flow.swift%00.txt)")
    #expect(try site.errors().hasPrefix("content/page.md:4:5: error: the link `flow.swift%00.txt` leads "))
  }

  private static func link(_ site: MiniatureSite, _ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      at: site.root.appendingPathComponent("content/\(name)"),
      withDestinationURL: site.root.appendingPathComponent(target))
  }
}

/// Text that would run in a reader's browser, from every place that text comes from.
@Suite(.oneAtATime) struct HostilePlacesTests {
  private static let hostile =
    "</script></code></title><script>alert(1)</script><img src=x onerror=alert(2)>\"' onload=x"

  /// Markup that our templates and renderers do not write.
  private func checkHarmless(_ html: String) {
    for forbidden in ["<script>", "alert(1)</script", "<img src=x", "<img src=\"x\"", "\"' onload", "javascript:"] {
      #expect(!html.contains(forbidden), "\(forbidden)")
    }
  }

  @Test(arguments: [
    "## \(hostile)", "`\(hostile)`", "``` \(hostile.replacingOccurrences(of: "=", with: "-"))\nx\n```",
    "```swift\n\(hostile)\n```", "```\n\(hostile)\n```", "    \(hostile)",
    "[a](https://a.example '\(hostile.dropLast(10))')",
    "[\(hostile)](https://a.example)", "![\(hostile)](picture.svg)", "| \(hostile) |\n| --- |\n| \(hostile) |",
    "> [!NOTE]\n> \(hostile)", "1. \(hostile)", "[a][b]\n\n[b]: <https://a.example/\(hostile.prefix(20))>", hostile,
    "<\(hostile)", "&lt;script&gt;\(hostile)", "\\<script>\(hostile)",
  ])
  func `every place of a page`(markdown: String) throws {
    let site = try MiniatureSite(page: markdown)
    try site.write("<svg/>", to: "content/picture.svg")
    checkHarmless(try site.html())
    checkHarmless(try site.written("index.html"))
  }

  @Test func `front matter`() throws {
    let yaml = Self.hostile.replacingOccurrences(of: "'", with: "''")
    let site = try MiniatureSite(["page.md": "---\ntitle: '\(yaml)'\nsummary: '\(yaml)'\n---\ntext"])
    checkHarmless(try site.html())
    checkHarmless(try site.written("index.html"))
  }

  @Test func `file names`() throws {
    let name = "a'\"><script>alert(1)<b onload=x.txt"
    let site = try MiniatureSite(page: "[a](<a'\"\\>\\<script\\>alert(1)\\<b onload=x.txt>)")
    try site.write("text", to: "content/\(name)")
    checkHarmless(try site.html())
    #expect(site.exists("dist/\(name)"))
  }

  @Test(arguments: [
    "javascript:alert(1)", "JAVASCRIPT:alert(1)", "jAvAsCrIpT:alert(1)", "javascript&#58;alert(1)",
    "javascript&#x3a;alert(1)", "javascript&colon;alert(1)", "&#x6A;avascript:alert(1)", "java&#9;script:alert(1)",
    "java&#13;script:alert(1)", "java&Tab;script:alert(1)", "java&NewLine;script:alert(1)", "&#x1;javascript:alert(1)",
    "<&#32;javascript:alert(1)>", "vbscript:x", "VbScRiPt:x", "data:text/html,x", "data:image/svg+xml,x", "DATA:,x",
    "file:///etc/passwd", "blob:x", "filesystem:x", "about:blank", "ws://x", "feed:javascript:alert(1)",
    "view-source:javascript:alert(1)", "//evil.example", "\\\\\\\\evil.example", "/&#92;evil.example",
  ])
  func `addresses that are refused`(address: String) throws {
    let html = try MiniatureSite(page: "[text](\(address))\n![image](\(address))\n[ref]\n\n[ref]: \(address)").body()
    #expect(html == "<p>text\nimage\nref</p>")
  }

  @Test(arguments: ["<javascript:alert(1)>", "<JavaScript:alert(1)>", "<data:text/html,x>", "<vbscript:x>"])
  func `automatic links that are refused`(markdown: String) throws {
    #expect(try MiniatureSite(page: markdown).body() == "<p>\(markdown.dropFirst().dropLast())</p>")
  }
}

/// Text that a recorded program may have put into its values.
@Suite(.oneAtATime) struct HostileTraceTests {
  private func html(value: String) throws -> String {
    let literal = value.debugDescription
    let run = Trace.recorded("Receiver.on next \(literal)\n  output \(value)")
    let page = "```trace pipeline=flow.swift\n```\n\n```chain pipeline=flow.swift\nReceiver.on | note\n…\n```"
    return try MiniatureSite(page: page, runs: ["flow.swift": run]).html()
  }

  @Test(arguments: ["</script><script>alert(1)</script>", "<!--<script>", "]]>", "\"><img src=x>", "&lt;script&gt;"])
  func markup(value: String) throws {
    let html = try html(value: value)
    #expect(!html.contains("<script>") && !html.contains("<img src=x") && !html.contains("<!--<script"))
    #expect(html.contains("<samp>\(TextEscaping.html.escape(value))</samp>"))
  }

  @Test(arguments: ["\u{202E}evil", "\u{2066}evil\u{2069}", "\u{202A}\u{202B}\u{202C}\u{202D}\u{2067}\u{2068}"])
  func `directions are shown as marks`(value: String) throws {
    let html = try html(value: value)
    for scalar in value.unicodeScalars where !scalar.isASCII {
      #expect(!html.unicodeScalars.contains(scalar))
      #expect(html.contains("\\u{\(String(scalar.value, radix: 16, uppercase: true))}"))
    }
  }

  @Test(arguments: ["\u{0}", "\u{1}\u{8}", "\u{1B}[31m", "\u{7F}", "\u{85}\u{9F}"])
  func `control characters never reach a page`(value: String) throws {
    let html = try html(value: "a\(value)b")
    let isControl = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory == .control && !["\n", "\t"].contains(scalar)
    }
    #expect(!html.unicodeScalars.contains(where: isControl))
    #expect(html.contains("<samp>\(TextEscaping.html.escape("a\(value)b"))</samp>"))
  }

  @Test func `directions in sources are shown as marks`() throws {
    let html = try MiniatureSite(page: "```swift\nlet a = 1 // \u{202E}b\n```\n\n`\u{2066}x`").body()
    #expect(html.contains("\\u{202E}b") && html.contains("\\u{2066}x"))
  }
}

/// Inputs that take some readers of Markdown time that grows with their square.
@Suite(.oneAtATime) struct QuadraticInputTests {
  private static let inputs: [String] = [
    "[", "![", "[[]", "*", "**a ", "_a*", "`", "<", "<!--", "&", "\\", "[a](", "[a](<b", "> ", "- ", "1. ", "|", "a**b",
    "![[]()",
    "[a][b]", "~~~", "<a b=", "&#", "\t",
  ]

  @Test(arguments: inputs)
  func `a line and a paragraph of them`(piece: String) throws {
    let line = String(repeating: piece, count: 19_000 / piece.count)
    let lines = Array(repeating: String(repeating: piece, count: 60), count: 120_000 / (piece.utf8.count * 60 + 1))
    for text in [line, lines.joined(separator: "\n")] {
      var messages = ""
      let start = clock()
      messages = try MiniatureSite(page: text).errors()
      #expect(Double(clock() - start) < 20 * Double(CLOCKS_PER_SEC), "\(piece)")
      #expect(messages.isEmpty || messages.hasPrefix("content/page.md:"))
    }
  }

  @Test func `a page of one megabyte`() throws {
    let paragraph = "Some *words* with `code`, a [link](https://a.example) and **more** of it.\n\n"
    let count = (1 << 20 - 100) / paragraph.utf8.count
    let site = try MiniatureSite(page: String(repeating: paragraph, count: count))
    #expect(try site.body().components(separatedBy: "<p>").count == count + 1)
  }

  @Test func `a page that is too large`() throws {
    let site = try MiniatureSite(page: String(repeating: "some text\n\n", count: 100_000))
    #expect(
      try site.errors() == "content/page.md:1:1: error: the page has 1100020 bytes; at most 1048576 are allowed")
  }
}
