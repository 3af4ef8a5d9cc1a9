import Rx
import RxTrace
import RxTracing
import Testing
import TraceTesting

/// Small programs with a mistake, each in several forms, and sound programs that resemble them.
extension ExpectTraceTests {
  @Test(
    "a check finds the mistake, and nothing else",
    arguments: [
      Shape.repeatedWork, Shape.stale, Shape.swallowed, Shape.offMain, Shape.endedByError, Shape.growing, Shape.races,
    ].flatMap(\.self))
  func mistakes(shape: Shape) throws {
    let findings = try findings(shape)
    #expect(Set(findings.map(\.rule)) == shape.rules, "\(findings.map(\.message))")
  }

  @Test(
    "a check finds nothing in a sound program",
    arguments: [
      Shape.workDoneOnce, Shape.inOrder, Shape.nothingSwallowed, Shape.onMain, Shape.survivesErrors, Shape.steady,
      Shape.orderly,
    ].flatMap(\.self))
  func soundPrograms(shape: Shape) { expectClean(of: shape.body) }

  @Test("a check finds what holds the main thread longer than the limit", arguments: Shape.mainBlocked)
  func mainBlocked(shape: Shape) throws {
    let limits = TraceCheck.Limits(mainThread: 20_000_000)
    #expect(try findings(shape, limits).map(\.rule) == [.mainBlocked])
  }

  private func findings(_ shape: Shape, _ limits: TraceCheck.Limits = .init()) throws -> [Finding] {
    let trace = try TraceRecorder.record(shape.body).trace.connected(toThread: 0)
    let findings = TraceCheck(trace, limits: limits).findings.filter { $0.level >= .warning }
    for finding in findings { #expect(!finding.cause.isEmpty && !finding.remedy.isEmpty) }
    return findings
  }
}
