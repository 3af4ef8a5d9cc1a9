/// A Markdown page that has been read, not yet rendered.
struct Page: Sendable {
  /// Relative to the content folder: `core-flow/index.md`.
  var path: String
  /// Which page it becomes, in which language: another than its text's where there is no translation.
  var name: PageName
  var frontMatter: FrontMatter
  var text: PageText
  /// The line that the text begins with, after the front matter.
  var bodyLine = 1

  var htmlPath: String { name.htmlPath }
  var language: String { name.language }

  /// The text of a line of the file, counted from 1.
  func line(_ number: Int) -> String { text.line(number) }
}
