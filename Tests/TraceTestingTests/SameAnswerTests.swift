import Foundation
import Rx
import RxTracing
import Testing
import TraceTesting

@testable import RxTrace
@testable import TraceAnalysis

/// What a check says of a program with several threads depends on the program, and on no thread's luck.
extension ExpectTraceTests {
  @Test("each recording of a program with threads gives the same findings", arguments: Shape.all)
  func sameAnswer(shape: Shape) throws {
    var answers = [try answer(to: shape)]
    guard answers[0].hasThreads else { return }
    for _ in 1..<Self.recordings { answers.append(try answer(to: shape)) }
    let kinds = Dictionary(grouping: answers, by: \.findings)
    #expect(kinds.count == 1, "\(kinds.mapValues(\.count))")
  }

  /// `HEADWATER_RECORDINGS`, which `RecordedAgainTests` obeys too.
  private static let recordings = ProcessInfo.processInfo.environment["HEADWATER_RECORDINGS"].flatMap(Int.init) ?? 8

  /// The findings, notes too, each as its level, rule, line and sentence. Those about the recording itself are left out: a
  /// thread may be about to write a record as the recording ends.
  private struct Answer {
    var findings: [String]
    var hasThreads: Bool
  }

  private func answer(to shape: Shape) throws -> Answer {
    let trace = try TraceRecorder.record(shape.body).trace.connected(toThread: 0)
    let findings = TraceCheck(LocatedTrace(trace: trace)).findings.filter { $0.rule != .incomplete }
    return Answer(
      findings: findings.map {
        "\($0.level.rawValue) \($0.rule.rawValue) \($0.place?.shortDescription ?? "?") \($0.message)"
      },
      hasThreads: trace.threads.count > 1)
  }
}
