import Foundation
import Testing

/// Records each shape with threads again and again, as a user would: what a check says depends on the program, and on no
/// thread's luck.
///
/// - `HEADWATER_RECORDINGS`: how often each is recorded; 2 by default. `SameAnswerTests` records the shapes in one process.
@Suite("The findings of shapes with threads", .oneAtATime)
struct RecordedAgainTests {
  private static let recordings = ProcessInfo.processInfo.environment["HEADWATER_RECORDINGS"].flatMap(Int.init) ?? 2
  /// What a shape with threads uses, or the functions of shapes that do.
  private static let signs = [
    "Background()", "Thread", "Semaphore", "Wait.", "MainScheduler", "OperationQueue", "run {", "race(", "settle(",
  ]

  @Test("each recording gives the same ones: the id, the level, the line and the sentence")
  func sameFindings() throws {
    let shapes = try ShapePrograms { _, body in Self.signs.contains { body.contains($0) } }
    let built = try BuiltShapes(shapes)
    for (number, name) in shapes.names.enumerated() {
      var counts: [[String]: Int] = [:]
      for _ in 0..<Self.recordings { counts[try findings(built.findings(number)), default: 0] += 1 }
      #expect(counts.count == 1, "\(name): \(counts)")
    }
  }

  /// Those about the recording itself are left out: a thread may be within a closure as the program ends.
  private func findings(_ result: Result) throws -> [String] {
    let report = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    return findings.filter { $0["rule"] as? String != "incomplete" }.map { finding in
      ["level", "rule", "source", "message"].map { finding[$0] as? String ?? "?" }.joined(separator: " ")
    }
  }
}
