import Foundation
import Testing

/// `Examples/teaching`, a package with an operator of its own and a walkthrough of it: what the guide for teachers arrives at.
@Suite("The walkthrough of a package's own code", .serialized)
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
