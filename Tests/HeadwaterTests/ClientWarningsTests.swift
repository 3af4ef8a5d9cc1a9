import Foundation
import TestSupport
import Testing

/// An app's files hand the engine's objects to other threads. The compiler says no more about them than it says with
/// RxSwift.
///
/// In `Clients`, the comment at a line's end names the modes in which the compiler has a message there with RxSwift 6.10.2,
/// which none of its types declares to be Sendable either. The messages that only advise `@preconcurrency` are left out.
@Suite("The compiler's messages in an app's files", .oneAtATime)
struct ClientWarningsTests {
  struct Mode: CustomTestStringConvertible {
    /// As the comments in `Clients` name it.
    let name: String
    let version: String
    var isPreconcurrency = false
    /// How many messages RxSwift brings.
    let limit: Int

    var testDescription: String { name }
  }

  private static let clients = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Clients")

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Self.clients.path).filter { $0.hasSuffix(".swift") }.sorted()
  }

  private func text(of name: String) throws -> String {
    try String(contentsOf: Self.clients.appending(path: name), encoding: .utf8)
  }

  /// `Threads.swift:17` for each line with a message.
  private func places(in mode: Mode) throws -> [String] {
    let folder = try Folder()
    let files = try names().map { name in
      let file = folder.url.appending(path: name)
      let imports = mode.isPreconcurrency ? "@preconcurrency import Rx" : "import Rx"
      try text(of: name).replacing("import Rx", with: imports).write(to: file, atomically: false, encoding: .utf8)
      return file.path
    }
    // Some messages come only from passes over SIL. Each file is a job of its own, because an error in one file must not
    // keep the compiler from looking at the others.
    let result = try compileClient(
      files + [
        "-emit-sil", "-module-name", "Client", "-parse-as-library", "-swift-version", mode.version,
        "-disable-batch-mode", "-continue-building-after-errors",
      ], in: folder)
    let message = /^[^ |][^:]*\/(?<file>\w+\.swift):(?<line>\d+):\d+: (error|warning): (?<text>.*)/
    return result.errors.split(separator: "\n").compactMap { line in
      guard let match = line.firstMatch(of: message), !match.text.hasPrefix("add '@preconcurrency'") else { return nil }
      return "\(match.file):\(match.line)"
    }
  }

  private func placesOfRxSwift(in mode: Mode) throws -> Set<String> {
    var places: Set<String> = []
    for name in try names() {
      for (index, line) in try text(of: name).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        guard let comment = line.split(separator: "  // ").dropFirst().last else { continue }
        if comment.split(separator: ", ").contains(mode.name[...]) { places.insert("\(name):\(index + 1)") }
      }
    }
    return places
  }

  @Test(
    "the compiler has no message at a line that it passes with RxSwift",
    arguments: [
      Mode(name: "Swift 5", version: "5", limit: 7), Mode(name: "Swift 6", version: "6", limit: 46),
      Mode(name: "@preconcurrency", version: "6", isPreconcurrency: true, limit: 4),
    ])
  func noMore(in mode: Mode) throws {
    let (here, there) = try (places(in: mode), placesOfRxSwift(in: mode))
    #expect(!here.isEmpty, "nothing was compiled")
    #expect(Set(here).subtracting(there).sorted() == [])
    #expect(here.count <= mode.limit)
  }
}
