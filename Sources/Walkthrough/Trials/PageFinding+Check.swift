import RxTrace
import TraceAnalysis
import TraceViews

extension PageFinding {
  /// The findings of a check of a run, for its page.
  public static func all(in run: LocatedTrace) -> [PageFinding] {
    TraceCheck(run).findings.map { finding in
      PageFinding(
        level: finding.level.rawValue, rule: finding.rule.rawValue, message: finding.message,
        details: [finding.cause, finding.remedy].filter { !$0.isEmpty },
        places: finding.evidence.compactMap { evidence in evidence.place.map { (evidence.what, $0) } },
        steps: finding.steps.map { run.trace.steps[$0].number })
    }
  }
}
