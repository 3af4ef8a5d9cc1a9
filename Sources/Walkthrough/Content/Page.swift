/// A Markdown page that has been read, not yet rendered.
struct Page: Sendable {
  /// The source of the page's text; the origin's name has the text's own language.
  var origin: PageOrigin
  /// The name of the resulting page. Its language differs from the text's if there is no translation.
  var name: PageName
  var frontMatter: FrontMatter
  var text: PageText
  /// The line that the text begins with, after the front matter.
  var bodyLine = 1
  /// The line of the template that each line came from, for a page made from data.
  var lines: [Int] = []

  /// The path relative to the content folder: `core-flow/index.md`.
  var path: String { origin.path }
  var htmlPath: String { name.htmlPath }
  var language: String { name.language }

  /// The text of a line of the file, counted from 1.
  func line(_ number: Int) -> String { text.line(number) }
}
