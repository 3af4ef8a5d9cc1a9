import Rx
import RxTrace
import RxTracing
import Testing
import TraceAnalysis

/// Expects that `headwater check` finds nothing wrong with the pipelines that run in a closure.
///
///     @Test func search() {
///       expectClean {
///         let model = SearchModel(api: FakeAPI())
///         model.query.onNext("s")
///         model.query.onNext("swift")
///       }
///     }
///
/// It fails with each finding, its lines of the program, a cause and a remedy; the issue stands at the call. Like
/// `expectTrace`, it checks only the steps of the calling thread, and the steps on other threads that follow from those, so
/// that tests that run at the same time do not disturb it. A comment on the line of a finding, like
/// `// headwater:ignore stale the server answers in order`, leaves the finding out.
///
/// - Parameters:
///   - level: the least level that counts. A note is something that correct programs do as well.
///   - rules: findings that are expected, and ignored.
///   - limits: for example how long a closure may hold the main thread.
///   - body: its result, most often a subscription, is released before the recording ends.
/// - Throws: the errors of the closure; nothing is checked then.
public func expectClean<Result, Failure>(
  level: Finding.Level = .warning, ignoring rules: Set<Finding.Rule> = [], limits: TraceCheck.Limits = .init(),
  sourceLocation: SourceLocation = #_sourceLocation, of body: () throws(Failure) -> Result
) throws(Failure) {
  let recording = openRecording(sourceLocation)
  defer { recording?.end() }
  _ = try body()
  expectClean(recording, CleanRules(level: level, ignored: rules, limits: limits), sourceLocation) {
    $0.connected(toThread: 0)
  }
}

/// Expects that `headwater check` finds nothing wrong with the pipelines that run in an asynchronous closure.
///
/// All steps of the process are checked, so tests of pipelines that run at the same time disturb it: see `expectTrace`.
/// - Throws: the errors of the closure; nothing is checked then.
public func expectClean<Result, Failure>(
  level: Finding.Level = .warning, ignoring rules: Set<Finding.Rule> = [], limits: TraceCheck.Limits = .init(),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  of body: () async throws(Failure) -> Result
) async throws(Failure) {
  let recording = openRecording(sourceLocation)
  defer { recording?.end() }
  _ = try await body()
  expectClean(recording, CleanRules(level: level, ignored: rules, limits: limits), sourceLocation) { $0 }
}

/// The standard for a clean run.
private struct CleanRules {
  var level: Finding.Level
  var ignored: Set<Finding.Rule>
  var limits: TraceCheck.Limits

  func isWanted(_ finding: Finding) -> Bool { finding.level >= level && !ignored.contains(finding.rule) }
}

private func expectClean(
  _ recording: OpenRecording?, _ rules: CleanRules, _ sourceLocation: SourceLocation, _ part: (Trace) -> Trace
) {
  guard let recording else { return }
  do {
    let trace = part(try recording.endAndRead())
    // Lines of the source are looked up only if they are needed, because that takes seconds in a large program.
    let check = TraceCheck(trace, limits: rules.limits)
    guard check.needsLines || check.findings.contains(where: rules.isWanted) else { return }
    let located = LocatedTrace(ofThisProcess: trace)
    let comments = IgnoreComments(located)
    for finding in TraceCheck(located, limits: rules.limits).findings
    where rules.isWanted(finding) && comments.reason(for: finding) == nil {
      Issue.record(Comment(rawValue: finding.text(in: trace)), sourceLocation: sourceLocation)
    }
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}
