import Foundation
import RxTrace

/// The page of a file of tests: the Markdown beside it, and its tests.
struct TestFilePage: Sendable {
  struct File: Hashable, Sendable {
    /// The path relative to the package's folder.
    var path: String
    var module: String
  }

  var file: File
  /// Positions in ``PackagePages/tests``, in the order of the file's lines.
  var tests: [Int]

  /// `tests/AppTests/SearchTests`
  var stem: String { Self.stem(of: file.path, in: file.module) }
  /// `SearchTests.swift`
  var title: String { String(file.path.split(separator: "/").last ?? "") }

  static func stem(of file: String, in module: String) -> String {
    let parts = file.split(separator: "/").map(String.init)
    let inner = parts.firstIndex(of: module).map { Array(parts[($0 + 1)...]) } ?? parts
    return "tests/\(module)/" + inner.joined(separator: "/").dropLast(".swift".count)
  }

  /// - Parameter text: the Markdown beside the file.
  /// - Returns: The page, and the number of lines before that text.
  func page(in pages: PackagePages, beginning text: String?) -> (text: String, added: Int) {
    let order = (pages.files.firstIndex { $0.file == file } ?? 0) * 1000
    let counts = MarkdownText.count(tests.count, "test")
    var head = MarkdownText.frontMatter(
      title: heading(of: text) ?? title, summary: "\(counts) with pipelines, of \(title).", order: order)
    if let text, text.hasPrefix("---\n") { head = "" }
    let list = tests.map { "- " + line(of: $0, in: pages) + "\n" }.joined()
    let body = text.map { $0.hasSuffix("\n") ? $0 + "\n" : $0 + "\n\n" } ?? ""
    return (head + body + "## Which tests are in this file?\n\n" + list, head.count { $0 == "\n" })
  }

  private func heading(of text: String?) -> String? {
    guard let line = text?.split(separator: "\n").first, line.hasPrefix("# ") else { return nil }
    return line.dropFirst(2).trimmingCharacters(in: .whitespaces)
  }

  private func line(of index: Int, in pages: PackagePages) -> String {
    let test = pages.tests[index]
    let link = MarkdownText.link(test.name.sentence, to: pages.paths[index]!, from: stem + ".md")
    return "\(link): " + MarkdownText.escaped(TestPage(pages: pages, index: index).way)
  }
}
