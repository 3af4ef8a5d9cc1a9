import TestSupport
import Testing

@testable import Walkthrough

/// Terms that a site explains once, and that every page leads to where it uses them first.
@Suite(.oneAtATime) struct GlossaryTests {
  private static let glossary = """
    page: words.md
    terms:
      - name: {en: Subject, zh-Hans: Subject}
        forms: {en: [subject, subjects], zh-Hans: [Subject]}
        text: {en: "An observer and a sequence, see [the page](page.md).", zh-Hans: 既是观察者，也是序列。}
      - name: {en: Terminal event, zh-Hans: 终止事件}
        forms: {en: [terminal event, event], zh-Hans: [终止事件]}
        text: {en: The last one., zh-Hans: 最后一个。}

    """
  private static let words = "---\ntitle: Words\n---\n```glossary\n```\n"

  private func site(_ body: String, _ more: [String: String] = [:]) throws -> MiniatureSite {
    let pages = [
      "glossary.yml": Self.glossary, "words.md": Self.words, "page.md": "---\ntitle: Page\n---\n\(body)\n",
    ]
    return try MiniatureSite(pages.merging(more) { $1 })
  }

  private static let subject = "<a class=\"term\" href=\"words.html#term-subject\">"

  @Test(arguments: [
    ("A subject is here, and a subject there.", "<p>A \(subject)subject</a> is here, and a subject there.</p>"),
    ("Subjects share.", "<p>\(subject)Subjects</a> share.</p>"),
    ("*Subject* and `subject`", "<p><em>\(subject)Subject</a></em> and <code>subject</code></p>"),
    ("subjective, sub-subject, resubject", "<p>subjective, sub-subject, resubject</p>"),
    ("[subject](page.md) first", "<p><a href=\"page.html\">subject</a> first</p>"),
    ("- one subject\n- two", "<li>one \(subject)subject</a></li>"),
    (
      "a terminal event", "<p>a <a class=\"term\" href=\"words.html#term-terminal-event\">terminal event</a></p>"
    ),
    ("a subject[^1] of it\n\n[^1]: note", "<p>a \(subject)subject</a><sup class=\"footnote\""),
  ])
  func `the first use of a term leads to the glossary`(markdown: String, html: String) throws {
    #expect(try site(markdown).html().contains(html))
  }

  @Test func `what is wrong in a text is told with the place of its term`() throws {
    let glossary = Self.glossary.replacing("(page.md)", with: "(pge.md)")
    #expect(
      try site("text", ["glossary.yml": glossary]).errors().hasPrefix(
        "content/words.md:4:4: error: in the text of `Subject`, glossary.yml:3: the link `pge.md` leads nowhere; nearest"
      ))
  }

  @Test func `headings and the glossary itself lead nowhere`() throws {
    let site = try site("## A subject\n\ntext", ["words.md": Self.words + "\nA subject.\n"])
    #expect(try !site.html().contains("class=\"term\""))
    #expect(try !site.written("words.html").contains("class=\"term\""))
  }

  @Test func `the page lists the terms with their texts`() throws {
    let html = try site("text").html("words.html")
    #expect(html.contains("<div id=\"term-subject\">\n<dt>Subject</dt>\n<dd>An observer and a sequence, see <a"))
    #expect(html.contains("<div id=\"term-terminal-event\">"))
  }

  @Test func `each language has its own forms`() throws {
    let chinese = "---\ntitle: 页面\n---\n收到终止事件后，Subject就结束了。\n"
    let site = try site("text", ["page.zh-Hans.md": chinese])
    let html = try site.html("page.zh-Hans.html")
    #expect(html.contains("收到<a class=\"term\" href=\"words.zh-Hans.html#term-terminal-event\">终止事件</a>后，"))
    #expect(html.contains("<a class=\"term\" href=\"words.zh-Hans.html#term-subject\">Subject</a>就结束了。"))
    #expect(try site.written("words.zh-Hans.html").contains("<dd>既是观察者，也是序列。</dd>"))
  }

  @Test func `pages follow a change of the glossary`() throws {
    let site = try site("A sink.")
    #expect(try !site.html().contains("class=\"term\""))
    let more = "  - name: Sink\n    forms: {en: [sink]}\n    text: It takes.\n"
    try site.write(Self.glossary + more, to: "content/glossary.yml")
    #expect(try site.html().contains("A <a class=\"term\" href=\"words.html#term-sink\">sink</a>."))
  }

  @Test(arguments: [
    ("terms: []\n", "1:1: error: the glossary has no `page`: write `page: glossary.md`"),
    ("page: page.md\n", "1:7: error: `page.md` has no block `glossary`, which shows the terms that pages link to"),
    ("page: wordz.md\n", "1:7: error: no page `wordz.md`; nearest: `words.md`"),
    ("page: words.md\nterms:\n- name: A\n", "3:3: error: a term needs a `name` and a `text`"),
    (
      "page: words.md\nterms:\n- name: A\n  test: b\n",
      "4:3: error: unknown key `test` of a term; nearest: `text`"
    ),
    (
      "page: words.md\nterms:\n- {name: A, text: a}\n- {name: a, text: b}\n",
      "4:3: error: the glossary explains `a` twice"
    ),
    (
      "page: words.md\nterms:\n- {name: A, text: a, forms: {en: [x]}}\n- {name: B, text: b, forms: {en: [b, X]}}\n",
      "4:3: error: `X` is a form of `A` as well"
    ),
    (
      "page: words.md\nterms:\n- {name: A, text: {en: a, fr: b}}\n",
      "3:3: error: the look has no language `fr`, only `en`, `zh-Hans`"
    ),
    (
      "page: words.md\nterms:\n- {name: A, text: a, forms: [b]}\n",
      "3:29: error: the forms of a term must be a map from languages to lists: write `{en: [one, two]}`"
    ),
  ])
  func `a mistake is told at its place`(glossary: String, message: String) throws {
    #expect(try site("text", ["glossary.yml": glossary]).errors().contains("glossary.yml:" + message))
  }

  @Test func `the directive needs terms`() throws {
    let site = try MiniatureSite(["words.md": Self.words])
    #expect(try site.errors().contains("words.md:4:4: error: there are no terms: write them in `glossary.yml`"))
  }
}
