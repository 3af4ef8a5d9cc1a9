/// A Markdown page that has been read, not yet rendered.
struct Page: Sendable {
  /// Relative to the content folder: `core-flow/index.md`.
  var path: String
  var frontMatter: FrontMatter
  /// The file's lines, with those of the front matter emptied.
  var lines: [String]

  var htmlPath: String { RelativePath.html(path) }

  /// The language that the file's name gives, `index.zh-Hans.md`; English where it gives none.
  var language: String { Self.language(of: path) }

  static func language(of path: String) -> String {
    let parts = path.split(separator: "/").last?.split(separator: ".") ?? []
    return parts.count > 2 ? String(parts[parts.count - 2]) : Wording.mainLanguage
  }

  /// The text of a line, counted from 1.
  func line(_ number: Int) -> String { lines.indices.contains(number - 1) ? lines[number - 1] : "" }
}

/// Where a page stands among others: by its number, then by its title.
extension Page {
  static func areInOrder(_ first: Page, _ second: Page) -> Bool {
    let (left, right) = (first.frontMatter, second.frontMatter)
    return (left.order ?? .infinity, left.title, first.path) < (right.order ?? .infinity, right.title, second.path)
  }
}
