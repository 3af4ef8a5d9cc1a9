import Foundation
import Testing

/// The repository's own pages, which a code host shows and no build of the site reads.
@Suite("The README and the files beside it")
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

  /// A program, and the pages that show what `headwater check` and others say of it, as many blocks of each.
  private static let askedPrograms = [
    ("silent.swift", "reference/command-line", 2), ("beyond/leak.swift", "beyond/leak", 1),
    ("beyond/reentrant-order.swift", "beyond/overlap", 2), ("beyond/two-threads.swift", "beyond/overlap", 2),
  ]

  @Test("Pages show what the command says", arguments: askedPrograms, ["md", "zh-Hans.md"])
  func answers(about asked: (program: String, page: String, blocks: Int), ending: String) throws {
    let folder = try Folder()
    let program = Self.root.appending(path: "content/\(asked.program)")
    try FileManager.default.copyItem(at: program, to: folder.url.appending(path: program.lastPathComponent))
    let consoles = try Self.blocks("console", of: "content/\(asked.page).\(ending)").prefix(asked.blocks)
      .filter { $0.prefix { $0 != "\n" }.contains(program.lastPathComponent) }
    #expect(!consoles.isEmpty)
    for console in consoles {
      let command = console.prefix { $0 != "\n" }
      let shown = console.dropFirst(command.count + 1)
      let result = try headwater(command.split(separator: " ").dropFirst(2).map(String.init), in: folder)
      let isWhole = !shown.hasSuffix("…\n")
      #expect(isWhole ? result.output == shown : result.output.hasPrefix(shown.dropLast(2)), "\(result.errors)")
    }
  }

  @Test("show an operator that compiles and is traced")
  func ownOperator() throws {
    let folder = try Folder()
    let source = try #require(try Self.blocks("swift").first { $0.contains("class Doubled") })
    let program = source + "\n_ = Observable.of(1, 2).doubled().subscribe(onNext: { print($0) })\n"
    try Data(program.utf8).write(to: folder.url.appending(path: "doubled.swift"))
    let result = try headwater(
      ["trace", "--engine", "doubled.swift", "--object", "DoubledSink*", "--event", "next"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("2\n4\n"))
    #expect(result.output.contains("DoubledSink#1.forwardOn  next 4"))
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
