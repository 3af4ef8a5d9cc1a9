import RxTrace
import TraceAnalysis
import TraceViews

extension PageFinding {
  /// The findings of a check of a run, for its page.
  public static func all(in run: LocatedTrace) -> [PageFinding] {
    TraceCheck(run).findings.map { PageFinding($0, in: run) }
  }

  /// - Parameter labelled: Whether the cause and the remedy get labels, as in the output of `check`.
  package init(_ finding: Finding, in run: LocatedTrace, labelled: Bool = false) {
    let details = [("why", finding.cause), ("fix", finding.remedy)].filter { !$0.1.isEmpty }
    self.init(
      level: finding.level.rawValue, rule: finding.rule.rawValue, message: finding.message,
      details: details.map { labelled ? "\($0): \($1)" : $1 },
      places: finding.evidence.compactMap { evidence in evidence.place.map { (evidence.what, $0) } },
      steps: finding.steps.map { run.trace.steps[$0].number })
  }
}
