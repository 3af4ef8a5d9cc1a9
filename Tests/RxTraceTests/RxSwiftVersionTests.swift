import Foundation
import TestSupport
import Testing

@testable import PipelineRunning
@testable import RxTrace

/// The engine follows one version of RxSwift, which the list of its names states.
@Suite("The version of RxSwift", .oneAtATime)
struct RxSwiftVersionTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static let version: String = {
    let list = try! text("Tests/RxTests/Surface/rxswift.txt")
    return String(list.firstMatch(of: /public names of RxSwift ([\d.]+\d)/)!.1)
  }()

  @Test("each page that names a minor version of RxSwift names that of the list")
  func pages() throws {
    let content = Self.root.appending(path: "content")
    let files = try FileManager.default.subpathsOfDirectory(atPath: content.path)
      .filter { $0.hasSuffix(".md") || $0.hasSuffix(".yml") }.map { "content/\($0)" }
    var named: [String] = []
    for file in ["README.md", "CONTRIBUTING.md", "Package.swift"] + files {
      for match in try Self.text(file).matches(of: /RxSwift(?:'s)? (6\.[\d.]*\d)/) where match.1 != Self.version {
        Issue.record("\(file): names RxSwift \(match.1), and the list is of \(Self.version)")
      }
      if try Self.text(file).contains("RxSwift \(Self.version)") { named.append(file) }
    }
    #expect(named.contains("README.md") && named.contains("content/reference/moving-from-rxswift.md"))
  }

  @Test("the tables of RxSwift's own steps, the tags of `headwater env` and the README's manifest have it")
  func others() throws {
    #expect(try Self.text("content/rxswift/steps.yml").contains("\nversion: \(Self.version)\n"))
    #expect(EngineEnvironment.versions.last == Self.version)
    #expect(try Self.text("README.md").contains("RxSwift.git\", from: \"\(Self.version)\")"))
  }
}
