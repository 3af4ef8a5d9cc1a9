import Testing

@testable import Walkthrough

/// Doc comments of the sources, shown in the language of the page.
@Suite struct TranslatedCommentTests {
  private static let page = "---\ntitle: Page\n---\n```declaration symbol=\"shake(_:)\"\n```\n"
  private static let original = TranslatedComments.identifier(of: "Shakes a `Tree`.")

  private func site(comment: String = "Shakes a `Tree`.", translations: String?) throws -> MiniatureSite {
    var files = ["page.md": Self.page, "page.zh-Hans.md": Self.page]
    files["comments.zh-Hans.yml"] = translations
    let site = try MiniatureSite(files)
    try site.write("/// \(comment)\nfunc shake(_ count: Int) {}\n", to: "Rx/Shake.swift")
    return site
  }

  @Test func aTranslatedCommentIsShownOnPagesOfItsLanguage() throws {
    let site = try site(translations: "\"shake(_:)\": {of: \"\(Self.original)\", text: 摇动一棵`Tree`。}\n")
    let report = try site.build()
    #expect(report.warnings.isEmpty)
    #expect(try site.written("page.zh-Hans.html").contains("<div class=\"doc\">\n<p>摇动一棵<code>Tree</code>。</p>"))
    #expect(try site.written("page.html").contains("<p>Shakes a <code>Tree</code>.</p>"))
  }

  @Test func aCommentWithoutATranslationIsFolded() throws {
    let html = try site(translations: nil).html("page.zh-Hans.html")
    #expect(html.contains("<details class=\"doc-folded\">"))
  }

  @Test func aCommentThatHasChangedIsReportedAndFolded() throws {
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

  @Test func pagesFollowANewTranslation() throws {
    let site = try site(translations: nil)
    #expect(try site.html("page.zh-Hans.html").contains("doc-folded"))
    try site.write("\"shake(_:)\": {of: \"\(Self.original)\", text: 摇。}\n", to: "content/comments.zh-Hans.yml")
    #expect(try site.html("page.zh-Hans.html").contains("<p>摇。</p>"))
  }

  @Test(arguments: [
    ("- a\n", "1:1: error: translated comments must be a map from symbols to `of` and `text`"),
    ("a: b\n", "1:1: error: a translated comment must be a map with `of` and `text`"),
    ("a: {text: b}\n", "1:1: error: the comment of `a` needs `of` and `text`, and nothing else"),
  ])
  func mistakesAreToldAtTheirPlace(translations: String, message: String) throws {
    #expect(try site(translations: translations).errors().contains("comments.zh-Hans.yml:" + message))
  }
}
