import Foundation
import TestSupport
import Testing

@testable import headwater

/// The repository's own pages, which a code host shows and no build of the site reads.
@Suite("The README and the files beside it", .oneAtATime)
struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  /// The fenced blocks of a page in a language, in their order.
  private static func blocks(_ language: String, of page: String = "README.md") throws -> [String] {
    try text(page).split(separator: "```\(language)\n").dropFirst()
      .map { String($0[..<($0.firstRange(of: "```")?.lowerBound ?? $0.endIndex)]) }
  }

  /// Lines of the engine's own files move with each change of the engine: the README may be behind by those.
  private static func withoutLines(_ text: String) -> String {
    text.replacing(/\ *\ (\w+\.swift):\d+\n/) { " \($0.1)\n" }
  }

  @Test("The change log begins with the version of the command")
  func version() throws {
    let version = try #require(try Self.text("CHANGELOG.md").firstMatch(of: /\n## \[(.+?)\]/)).1
    #expect(version == Headwater.configuration.version)
  }

  @Test("show the trace that the command shows")
  func firstTrace() throws {
    let folder = try Folder()
    let program = try #require(try Self.blocks("swift").first)
    let console = try #require(try Self.blocks("console").first)
    let command = console.prefix { $0 != "\n" }
    let shown = console.dropFirst(command.count + 1)
    let words = command.split(separator: " ").map(String.init)
    #expect(Array(words.prefix(2)) == ["$", "headwater"])
    try Data(program.utf8).write(to: folder.url.appending(path: "pages.swift"))
    let result = try headwater(Array(words.dropFirst(2)), in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(Self.withoutLines(result.output) == Self.withoutLines(String(shown)))
  }

  @Test("show what a recording is said to hold", arguments: ["md", "zh-Hans.md"])
  func recording(ending: String) throws {
    let folder = try Folder()
    let program = Self.root.appending(path: "content/reference/command-line/greet.swift")
    try FileManager.default.copyItem(at: program, to: folder.url.appending(path: "greet.swift"))
    let page = try Self.text("content/reference/command-line.\(ending)")
    let console = /```console unchecked="[^"\n]*"\n\$ headwater (record [^\n]*)\n([^`]*)```/
    let block = try #require(page.firstMatch(of: console))
    let result = try headwater(block.1.split(separator: " ").map(String.init), in: folder)
    #expect(result.output + result.errors == block.2)
  }

  @Test("show an operator that compiles, is traced, and says why an element is missing")
  func ownOperator() throws {
    let folder = try Folder()
    let program = try #require(try Self.blocks("swift").first { $0.contains("class EveryOther<") })
    try Data(program.utf8).write(to: folder.url.appending(path: "every-other.swift"))
    let result = try headwater(
      ["trace", "--engine", "every-other.swift", "--object", "EveryOtherSink*", "--event", "next"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("1\n3\n"))
    #expect(result.output.contains("EveryOtherSink#1.forwardOn  next 3"))
    let console = try #require(try Self.blocks("console").first { $0.contains("why-not") })
    let command = console.prefix { $0 != "\n" }
    let words = command.split(separator: " ").map(String.init)
    #expect(Array(words.prefix(2)) == ["$", "headwater"])
    let reason = try headwater(Array(words.dropFirst(2)), in: folder)
    #expect(reason.status == 0, "\(reason.errors)")
    #expect(reason.output == console.dropFirst(command.count + 1))
  }

  @Test("lead to files that are there", arguments: ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"])
  func links(page: String) throws {
    let text = try Self.text(page)
    let targets = text.matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)|(?:src|srcset)="([^"]+)"/)
      .compactMap { ($0.1 ?? $0.2).map(String.init) }
    for target in targets {
      #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: target).path), "\(page): \(target)")
    }
    #expect(page == "SECURITY.md" || !targets.isEmpty)
  }
}
