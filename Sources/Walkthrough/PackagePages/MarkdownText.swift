/// Texts of a recorded program, in the spelling of Markdown.
enum MarkdownText {
  /// Text with Markdown's special characters escaped.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.replacing("\n", with: " ") {
      if character.isASCII, character.isPunctuation || character.isSymbol, !".,:;'() /".contains(character) {
        escaped += "\\"
      }
      escaped.append(character)
    }
    return escaped
  }

  static func link(_ text: String, to page: String, from path: String) -> String {
    "[\(escaped(text))](\(RelativePath.link(to: page, from: path)))"
  }

  /// A text as a quoted string in YAML.
  static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: " ") + "\""
  }

  /// A file name made from a text.
  static func fileName(_ text: String) -> String {
    let name = String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
    return String(name.prefix(100))
  }

  /// The path of a page, numbered if another page has it: `stages/A/7-map.md`, `stages/A/7-map-2.md`
  /// - Parameter taken: The paths so far, in lowercase, because some file systems ignore case.
  static func pagePath(_ base: String, _ taken: inout Set<String>) -> String {
    var (path, number) = (base, 2)
    while !taken.insert(path.lowercased()).inserted { (path, number) = ("\(base)-\(number)", number + 1) }
    return path + ".md"
  }

  static func frontMatter(title: String, summary: String, order: Int) -> String {
    "---\ntitle: \(quoted(title))\nsummary: \(quoted(summary))\norder: \(order)\n---\n\n"
  }

  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }

  static func tableHead(_ titles: [String]) -> String { row(titles) + row(titles.map { _ in "---" }) }

  /// `one test`, `2 tests`
  static func count(_ number: some BinaryInteger, _ noun: String) -> String {
    number == 1 ? "one \(noun)" : "\(number) \(noun)s"
  }
}
