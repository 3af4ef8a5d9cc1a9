import Foundation
import TestSupport
import Testing

/// `Examples/teaching`, a package with an operator of its own and a walkthrough of it: the result of
/// the guide for teachers.
@Suite("The walkthrough of a package's own code", .oneAtATime)
struct TeachingTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let package = root.appending(path: "Examples/teaching")

  @Test("is held against runs of that package, and built")
  func built() throws {
    let folder = try Folder()
    let result = try build(Self.package.appending(path: "content"), in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let page = try String(contentsOf: folder.url.appending(path: "dist/smoothed/index.html"), encoding: .utf8)
    #expect(page.contains("SmoothedSink"))
  }

  @Test("is not built while one of its claims is false")
  func falseClaim() throws {
    let folder = try Folder()
    let content = folder.url.appending(path: "content")
    try FileManager.default.copyItem(at: Self.package.appending(path: "content"), to: content)
    let page = content.appending(path: "smoothed/index.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    try text.replacing("forwardOn(next:) 26.0", with: "forwardOn(next:) 24.0").write(
      to: page, atomically: true, encoding: .utf8)
    let result = try build(content, in: folder)
    #expect(result.status == 1)
    #expect(result.errors.contains("claimed Sink.forwardOn(next:) 24.0"))
    #expect(result.errors.contains("recorded SmoothedSink#1.forwardOn(next: 26.0)"))
    for message in try Self.blocks(of: "text") {
      #expect(result.errors.contains(message.dropLast().replacing("\n", with: " ")))
    }
  }

  @Test("is the one that the guide shows, as are the files beside it")
  func shown() throws {
    let page = try Self.text("content/smoothed/index.md")
    let rest = try Self.text("Package.swift") + Self.text("content/smoothed/smoothed.swift")
    for (kind, file) in [("markdown", page), ("swift", rest)] {
      let blocks = try Self.blocks(of: kind).filter { !$0.contains("import Testing") }
      // The notes of a chain are translated, the guide leaves calls out, and the package lies elsewhere than the reader's.
      for line in blocks.flatMap({ $0.split(separator: "\n") }) where !line.contains("path:") && !line.hasPrefix("//") {
        let claim = line.prefix { $0 != "|" }
        #expect(claim.allSatisfy { " …".contains($0) } || file.contains(claim), "\(line)")
      }
    }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  /// The blocks of the guide, in both languages, that say why no page can check them.
  private static func blocks(of kind: String) throws -> [String] {
    let mark = try Regex("(?m)^(`{3,4})\(kind) unchecked=\"[^\"]*\"\\n")
    let blocks = try ["md", "zh-Hans.md"].flatMap { ending in
      let text = try String(contentsOf: root.appending(path: "content/reference/teaching.\(ending)"), encoding: .utf8)
      return text.matches(of: mark).compactMap { opening -> String? in
        let rest = text[opening.range.upperBound...]
        let fence = text[opening.range].prefix { $0 == "`" }
        return rest.firstRange(of: "\n\(fence)\n").map { rest[..<$0.lowerBound] + "\n" }.map(String.init)
      }
    }
    #expect(!blocks.isEmpty)
    return blocks
  }

  private func build(_ content: URL, in folder: Folder) throws -> Result {
    try headwater(
      [
        "site", "build", "--package", Self.package.path, "--content", content.path, "--output", "dist",
        "--look", Self.root.appending(path: "site").path,
        "--sources", Self.package.appending(path: "Sources/Gauge").path,
        "--sources", Self.root.appending(path: "Sources/Rx").path,
      ], in: folder)
  }
}
