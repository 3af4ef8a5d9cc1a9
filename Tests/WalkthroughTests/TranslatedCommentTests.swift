import TestSupport
import Testing

@testable import Walkthrough

/// Doc comments of the sources, shown in the language of the page.
@Suite(.oneAtATime) struct TranslatedCommentTests {
  private static let page = "---\ntitle: Page\n---\n```declaration symbol=\"shake(_:)\"\n```\n"
  private static let original = TranslatedComments.identifier(of: "Shakes a `Tree`.")

  private func site(comment: String = "Shakes a `Tree`.", translations: String?) throws -> MiniatureSite {
    var files = ["page.md": Self.page, "page.zh-Hans.md": Self.page]
    files["comments.zh-Hans.yml"] = translations
    let site = try MiniatureSite(files)
    try site.write("/// \(comment)\nfunc shake(_ count: Int) {}\n", to: "Rx/Shake.swift")
    return site
  }

  @Test func `a translated comment is shown on pages of its language`() throws {
    let site = try site(translations: "\"shake(_:)\": {of: \"\(Self.original)\", text: 摇动一棵`Tree`。}\n")
    let report = try site.build()
    #expect(report.warnings.isEmpty)
    #expect(try site.written("page.zh-Hans.html").contains("<div class=\"doc\">\n<p>摇动一棵<code>Tree</code>。</p>"))
    #expect(try site.written("page.html").contains("<p>Shakes a <code>Tree</code>.</p>"))
  }

  @Test func `a comment without a translation is folded`() throws {
    let html = try site(translations: nil).html("page.zh-Hans.html")
    #expect(html.contains("<details class=\"doc-folded\">"))
  }

  @Test func `a comment that has changed is reported and folded`() throws {
    let translations = "\n\"shake(_:)\": {of: \"\(Self.original)\", text: 摇动一棵`Tree`。}\n"
    let site = try site(comment: "Shakes two trees.", translations: translations)
    let report = try site.build()
    let now = TranslatedComments.identifier(of: "Shakes two trees.")
    #expect(
      report.warnings.map(\.message) == [
        "the comment of `shake(_:)` has changed since it was translated in comments.zh-Hans.yml:2: translate it again, and "
          + "write `of: \(now)`"
      ])
    #expect(try site.written("page.zh-Hans.html").contains("<details class=\"doc-folded\">"))
  }

  @Test func `pages follow a new translation`() throws {
    let site = try site(translations: nil)
    #expect(try site.html("page.zh-Hans.html").contains("doc-folded"))
    try site.write("\"shake(_:)\": {of: \"\(Self.original)\", text: 摇。}\n", to: "content/comments.zh-Hans.yml")
    #expect(try site.html("page.zh-Hans.html").contains("<p>摇。</p>"))
  }

  @Test func `pages of the API show translations`() throws {
    let site = try apiSite()
    try site.write(
      "\"Tree\": {of: \"\(TranslatedComments.identifier(of: "A tree."))\", text: 一棵树。}\n",
      to: "content/comments.zh-Hans.yml")
    try site.build()
    #expect(try site.written("api/Rx/Tree.zh-Hans.html").contains("<div class=\"doc\">\n<p>一棵树。</p>"))
    #expect(try site.written("api/Rx/Tree.zh-Hans.html").contains("<div class=\"doc\" lang=\"en\">\n<p>Shakes it.</p>"))
    #expect(try site.written("api/Rx/index.zh-Hans.html").contains("<p>一棵树。</p>"))
    #expect(try site.written("api/Rx/Tree.html").contains("<p>A tree.</p>"))
  }

  /// One comment of several declarations is translated once; overloads are told apart.
  @Test func `comments without a translation are listed as entries to translate`() throws {
    let site = try apiSite()
    let missing = try site.builder(memory: BuildMemory()).untranslatedComments(in: "zh-Hans")
    #expect(missing.map(\.symbol) == ["Tree", "Tree.shake(_: Double)", "Tree.shake(_: Int)"])
    #expect(
      missing.last?.entry == """
        "Tree.shake(_: Int)":
          of: "\(TranslatedComments.identifier(of: "Shakes it.\n\n- Returns: fruit."))"
          text: |-
            Shakes it.

            - Returns: fruit.

        """)
    let translated = missing.map(\.entry).joined()
    try site.write(translated, to: "content/comments.zh-Hans.yml")
    #expect(try site.builder(memory: BuildMemory()).untranslatedComments(in: "zh-Hans").isEmpty)
    try site.write("\(Self.tree)\n/// A \"wood\": \\.\npublic struct Wood {}\n", to: "Rx/Tree.swift")
    #expect(try site.builder(memory: BuildMemory()).untranslatedComments(in: "zh-Hans").map(\.symbol) == ["Wood"])
  }

  @Test func `comments are only listed for a language of the site`() throws {
    let site = try apiSite()
    let error = #expect(throws: SiteSetupError.self) {
      try site.builder(memory: BuildMemory()).untranslatedComments(in: "fr")
    }
    #expect(error?.description == "the site has no pages in `fr` to translate comments for: it has zh-Hans")
  }

  private static let tree = """
    /// A tree.
    public struct Tree {
      /// Shakes it.
      public func shake(_ force: Double) {}
      /// Shakes it.
      ///
      /// - Returns: fruit.
      public func shake(_ count: Int) -> Int { count }
      /// A tree.
      public init() {}
      func grow() {}
    }
    """

  private func apiSite() throws -> MiniatureSite {
    let site = try MiniatureSite([
      "a.md": "---\ntitle: A\n---\n", "a.zh-Hans.md": "---\ntitle: 甲\n---\n", "site.yml": "api: [../Rx]",
    ])
    try site.write(Self.tree, to: "Rx/Tree.swift")
    return site
  }

  @Test(arguments: [
    ("- a\n", "1:1: error: translated comments must be a map from symbols to `of` and `text`"),
    ("a: b\n", "1:1: error: a translated comment must be a map with `of` and `text`"),
    ("a: {text: b}\n", "1:1: error: the comment of `a` needs `of` and `text`, and nothing else"),
  ])
  func `a mistake is told at its place`(translations: String, message: String) throws {
    #expect(try site(translations: translations).errors().contains("comments.zh-Hans.yml:" + message))
  }
}
