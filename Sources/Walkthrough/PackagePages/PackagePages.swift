import Foundation
import RxTrace

/// The pages of a documented package, as Markdown.
struct PackagePages: Sendable {
  let name: String
  let tests: [DocumentedTest]
  /// The positions of the tests that have pages, and the pages' paths.
  let paths: [Int: String]
  /// The stages, sorted by file and line.
  let stages: [StagePage]
  /// The files of tests, with the positions of their tests, in the order of their lines.
  let files: [TestFilePage]

  init(name: String, tests: [DocumentedTest], functions: ProductFunctions) {
    (self.name, self.tests) = (name, tests)
    paths = Self.paths(of: tests)
    stages = StagePage.all(in: tests, functions)
    files = Self.files(of: tests, Array(paths.keys))
  }

  /// `tests/AppTests/SearchTests/SearchTests-testLastWins.md`
  private static func paths(of tests: [DocumentedTest]) -> [Int: String] {
    var (paths, taken) = ([Int: String](), Set<String>())
    for (index, test) in tests.enumerated() where test.silence == nil {
      let stem = TestFilePage.stem(of: test.place!.file, in: test.name.module)
      paths[index] = MarkdownText.pagePath("\(stem)/\(MarkdownText.fileName(test.name.title))", &taken)
    }
    return paths
  }

  private static func files(of tests: [DocumentedTest], _ known: [Int]) -> [TestFilePage] {
    let sorted = known.sorted { tests[$0].place!.lines.lowerBound < tests[$1].place!.lines.lowerBound }
    let groups = Dictionary(grouping: sorted) {
      TestFilePage.File(path: tests[$0].place!.file, module: tests[$0].name.module)
    }
    return groups.sorted { $0.key.path < $1.key.path }.map { TestFilePage(file: $0.key, tests: $0.value) }
  }

  /// Writes all pages.
  /// - Parameter root: the package's folder.
  /// - Returns: the pages that begin with the Markdown of an author.
  func write(into folder: URL, root: URL) throws -> [PackageContent.Woven] {
    func put(_ text: String, _ path: String) throws {
      let place = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: place, atomically: false, encoding: .utf8)
    }
    var woven: [PackageContent.Woven] = []
    try put(settings, SiteSettings.fileName)
    try put(PackageIndex(pages: self).text, "index.md")
    for file in files {
      let swift = root.appendingPathComponent(file.file.path)
      try put(String(decoding: try Data(contentsOf: swift), as: UTF8.self), file.stem + ".swift")
      let beside = swift.deletingPathExtension().appendingPathExtension("md")
      let text = (try? Data(contentsOf: beside)).map { String(decoding: $0, as: UTF8.self) }
      let (page, added) = file.page(in: self, beginning: text)
      try put(page, file.stem + ".md")
      if text != nil {
        let original = (file.file.path as NSString).deletingPathExtension + ".md"
        woven.append(PackageContent.Woven(path: file.stem + ".md", original: original, addedLines: added))
      }
    }
    for (index, path) in paths { try put(TestPage(pages: self, index: index).text, path) }
    for stage in stages { try put(stage.text(in: self), stage.path) }
    return woven
  }

  /// The settings of the bar: the tests by their files, and the stages by theirs.
  private var settings: String {
    let testParts = files.map { (title: $0.title, pages: ["\($0.stem).md", "\($0.stem)/"]) }
    let stageParts = Dictionary(grouping: stages, by: \.stage.file).sorted { $0.key < $1.key }.map {
      (title: $0.key, pages: $0.value.map(\.path))
    }
    let all = [("Tests", testParts), ("Stages", stageParts)].filter { !$0.1.isEmpty }
    guard !all.isEmpty else { return "title: \(MarkdownText.quoted(name))\n" }
    let sections = all.map { title, parts in
      "  - title: \(title)\n    parts:\n"
        + parts.map { part in
          "      - title: \(MarkdownText.quoted(part.title))\n        pages: ["
            + part.pages.map(MarkdownText.quoted).joined(separator: ", ") + "]\n"
        }.joined()
    }
    return "title: \(MarkdownText.quoted(name))\nsections:\n" + sections.joined() + sourceSection
  }

  private var sourceSection: String { "  - title: Source code\n    parts:\n      - pages: [source/]\n" }
}
