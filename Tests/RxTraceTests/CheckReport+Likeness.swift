@testable import RxTrace
@testable import TraceAnalysis

extension CheckReport {
  /// Whether it shows these findings, with the same steps, objects and evidence.
  func isLike(_ findings: [Finding], in trace: Trace) -> Bool {
    self.findings.map { likeness($0, run.trace) } == findings.map { likeness($0, trace) }
  }

  private func likeness(_ finding: Finding, _ trace: Trace) -> String {
    let steps = finding.steps.map { trace.steps[$0].number }
    let objects = finding.objects.map { trace.name(of: $0) }
    let evidence = finding.evidence.map { "\($0.what) \($0.step.map { trace.steps[$0].number } ?? 0)" }
    let parts = [finding.level.rawValue, finding.rule.rawValue, finding.message, finding.remedy] + objects + evidence
    return "\(steps) " + parts.joined(separator: "|")
  }
}
