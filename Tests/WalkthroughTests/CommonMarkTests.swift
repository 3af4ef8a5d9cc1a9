import Foundation
import TestSupport
import Testing

@testable import Walkthrough

/// The examples of the CommonMark specification, which Debian has in a package that `Scripts/setup test` installs: John
/// MacFarlane's text is licensed CC BY-SA 4.0, and is not part of this repository.
///
/// Intended differences are taken out on both sides, or listed by example; the rest must agree.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: CommonMarkExample.file)), .oneAtATime)
struct CommonMarkTests {
  /// Shown as text, so that nothing of a page can run.
  private static let rawHTML: Set<Int> = Set(
    [21, 31, 201, 308, 309, 344, 474, 475, 476, 490, 493, 523, 535, 622, 624, 642, 643]
      + Array(148...191) + Array(612...616) + Array(627...631))

  /// Schemes other than of the web and of mail, and backslashes, which browsers take for slashes: only the text is
  /// shown.
  private static let refusedAddresses: Set<Int> = [20, 202, 499, 501, 595, 597, 598, 600, 602]

  /// An image with a title that is a paragraph of its own is a figure, with the title below it.
  private static let captions: Set<Int> = [571, 572, 575, 576, 583, 584, 585, 587, 588, 590]

  /// A dead link, or a possibly misspelt directive, keeps a site from being built.
  private static let errors: [Int: String] = [
    143: "4:9: error: unknown directive `ruby`",
    483: "4:4: error: the link `./target.md` leads nowhere",
    500: "4:8: error: no place `#fragment` in `example-500.md`",
  ]

  @Test func `every example agrees but those that differ on purpose`() throws {
    let examples = try CommonMarkExample.all()
    #expect(examples.count == 652)
    let site = try Self.site(examples.filter { Self.errors[$0.example] == nil })
    var different: Set<Int> = []
    for example in examples where Self.errors[example.example] == nil {
      let html = MiniatureSite.body(in: try site.written("\(example.path).html"))
      if HTMLShape.of(html) != HTMLShape.ofSpecification(example.expected) { different.insert(example.example) }
      #expect(HTMLShape.foreignTags(in: html) == [], "example \(example.example)")
    }
    let expected = Self.rawHTML.union(Self.refusedAddresses).union(Self.captions)
    #expect(different.subtracting(expected).sorted() == [], "these agree no longer")
    #expect(expected.subtracting(different).sorted() == [], "these agree now, and need not be listed")
  }

  @Test func `examples that are errors here`() throws {
    for example in try CommonMarkExample.all() {
      guard let message = Self.errors[example.example] else { continue }
      let site = try MiniatureSite(["example-1.md": "---\ntitle: Other\n---\n", "\(example.path).md": example.page])
      #expect(try site.errors().hasPrefix("content/\(example.path).md:" + message))
    }
  }

  private static func site(_ examples: [CommonMarkExample]) throws -> MiniatureSite {
    let site = try MiniatureSite()
    for name in CommonMarkExample.linkedFiles { try site.write("", to: "content/\(name)") }
    for example in examples { try site.write(example.page, to: "content/\(example.path).md") }
    try site.build()
    return site
  }
}

/// One example: Markdown in, HTML out.
private struct CommonMarkExample: Decodable {
  static let file = "/usr/share/gocode/src/github.com/yuin/goldmark/_test/spec.json"

  var markdown: String
  var html: String
  var example: Int
  var section: String

  static func all() throws -> [CommonMarkExample] {
    try JSONDecoder().decode([CommonMarkExample].self, from: Data(contentsOf: URL(fileURLWithPath: file)))
  }

  /// Links within the site must lead to something.
  static let linkedFiles = [
    "train.jpg", "moon.jpg", "foo.jpg", "bar", "foo", "url", "first", "uri1", "uri3", "baz*", "b)c", "(foo)", "foo):",
    "foo(and(bar)",
    "foo(and(bar))", "my_(url)", "my url", "öö.html", "ö", "`", "**", "__", "*", "\"title\"", "foo bä",
  ]

  var path: String { "example-\(example)" }

  var page: String { "---\ntitle: Example \(example)\n---\n" + Self.onAnotherSite(markdown) }

  var expected: String { Self.onAnotherSite(html) }

  /// An address that begins with a slash leads out of the site, which is an error: it becomes one of another site.
  private static func onAnotherSite(_ text: String) -> String {
    text.replacing(#/(^|[\s("]|\(<)\/([A-Za-zφ%])/#.anchorsMatchLineEndings()) { "\($0.1)https://a.example/\($0.2)" }
  }
}

/// HTML without what may differ: spaces between blocks, the spelling of what is the same, and what our pages add.
private enum HTMLShape {
  static func of(_ html: String) -> String {
    var html = html
    html.replace(#/ <a class="anchor"[^>]*>#<\/a>/#, with: "")
    html.replace(#/<(h[1-6]) id="[^"]*">/#) { "<\($0.1)>" }
    html.replace(#/<pre class="[^"]*" tabindex="0">/#, with: "<pre>")
    html.replace(#/<span class="hl-[^"]*">([^<]*)<\/span>/#) { "\($0.1)" }
    html.replace("&#39;", with: "'")
    return common(html)
  }

  static func ofSpecification(_ html: String) -> String {
    var html = html
    html.replace(#/<(\/?)h1>/#) { "<\($0.1)h2>" }
    html.replace(#/<code class="language-[^"]*">/#, with: "<code>")
    html.replace(#/ \/>/#, with: ">")
    return common(html)
  }

  /// Tags that our pages do not write, or with attributes that they do not write.
  static func foreignTags(in html: String) -> [String] {
    let ours =
      #/<\/?(p|em|strong|code|pre|ul|ol|li|blockquote|h[2-6]|a|img|hr|br|span|div|figure|figcaption)( [a-z-]+="[^"<>]*")*>/#
    return html.matches(of: #/<[^>]*>/#).map { String($0.output) }.filter {
      guard let match = $0.wholeMatch(of: ours) else { return true }
      return match.output.0.contains(#/ (on[a-z]+|style)=/#)
    }
  }

  private static func common(_ html: String) -> String {
    var html = html
    html.replace(#/(href|src)="([^"]*)"/#) { match in
      "\(match.1)=\"\(String(match.2).removingPercentEncoding ?? String(match.2))\""
    }
    html.replace(#/\s*(<\/?(p|h[1-6]|ul|ol|li|blockquote|pre|hr)( start="\d+")?>)\s*/#) { "\($0.1)" }
    return html.trimmingCharacters(in: .newlines)
  }
}
