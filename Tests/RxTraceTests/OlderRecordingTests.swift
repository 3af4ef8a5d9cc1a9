import Foundation
import TestSupport
import Testing

@testable import PipelineRunning
@testable import RxTrace
@testable import TraceAnalysis
@testable import TraceViews

/// The files in `Recordings` are of earlier versions of the format. Each is read as it was read when version 4 was the newest:
/// the texts beside it are from then.
@Suite("Recordings of earlier versions", .oneAtATime)
struct OlderRecordingTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Recordings")
  private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".hwtrace") }.map { String($0.dropLast(".hwtrace".count)) }.sorted()

  @Test("there are eight of each version")
  func versions() throws {
    let versions = try Self.names.map { try StepStream(path: path($0)).header.version }
    #expect(versions.sorted() == (1...4).flatMap { Array(repeating: UInt32($0), count: 8) })
  }

  @Test("have the same lines of JSON", arguments: names)
  func jsonLines(name: String) throws {
    var text = ""
    try JSONLines(path: path(name)).write { text += $0 }
    try expect(text, isIn: "\(name).jsonl.gz")
  }

  @Test("have the same lines of JSON if they are kept in memory", arguments: names)
  func jsonLinesOfTrace(name: String) throws {
    var text = ""
    try JSONLines(Trace(contentsOf: path(name))).write { text += $0 }
    try expect(text, isIn: "\(name).jsonl.gz")
  }

  @Test("have the same tree of calls", arguments: names)
  func tree(name: String) throws {
    try expect(TreeText(Trace(contentsOf: path(name))).text, isIn: "\(name).tree.gz")
  }

  @Test("have the same findings")
  func findings() throws {
    var text = ""
    for name in Self.names {
      let trace = try Trace(contentsOf: path(name))
      let findings = TraceCheck(trace).findings
      #expect(try CheckReport(path: path(name), level: .note).isLike(findings, in: trace), "\(name)")
      for finding in findings {
        let steps = finding.steps.map { trace.steps[$0].number }
        text += "\(name): \(finding.level.rawValue) \(finding.rule.rawValue) \(steps)\n"
      }
    }
    #expect(text == (try String(contentsOfFile: Self.folder.appending(path: "findings.txt").path, encoding: .utf8)))
  }

  private func path(_ name: String) -> String { Self.folder.appending(path: "\(name).hwtrace").path }

  /// Compares line by line, so that a failure shows the first line that differs.
  private func expect(_ text: String, isIn file: String) throws {
    let expected = try unpacked(Self.folder.appending(path: file))
      .split(separator: "\n", omittingEmptySubsequences: false)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = zip(lines, expected).first { $0 != $1 }
    #expect(first?.0 == first?.1, "\(file)")
    #expect(lines.count == expected.count, "\(file)")
  }

  private func unpacked(_ file: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try #require(String(data: bytes, encoding: .utf8))
  }
}
