import RxTrace
import TraceAnalysis
import TraceViews
import Walkthrough

extension PageFindings {
  /// The findings of a check, for the page of its run.
  init(_ report: CheckReport, of run: LocatedTrace) {
    func shown(_ finding: Finding) -> PageFinding { PageFinding(finding, in: run, labelled: true) }
    self.init(
      problems: report.findings.map(shown), notes: report.lesser.map(shown),
      silenced: report.silenced.map { (shown($0.finding), $0.reason) }, remarks: report.closingRemarks,
      summary: report.summary(hasHint: false))
  }
}

extension PageStage {
  /// The stages of a run's pipelines, with what `report` counts.
  static func all(in run: LocatedTrace) -> [PageStage] {
    StagePipelines(run).stages.map { stage in
      PageStage(
        name: stage.name, place: stage.place, facts: told.compactMap { fact($0, of: stage) },
        errors: stage.counts[.errors] ?? 0, receivers: stage.receivers)
    }
  }

  private static let told: [ReportColumn] = [.in, .out, .dropped, .now, .peak, .inner, .time]

  /// The text of a figure; nil if it is zero, or if the page shows it elsewhere.
  private static func fact(_ column: ReportColumn, of stage: StagePipelines.Stage) -> String? {
    guard let count = stage.counts[column], count > 0 else { return nil }
    return switch column {
    case .in: "\(count) in"
    case .out: "\(count) out"
    case .dropped: "\(count) dropped"
    case .now: "\(count) subscribed at the end"
    case .peak: count > 1 ? "at most \(count) subscribed at once" : nil
    case .inner: count > 1 ? "at most \(count) inner sequences at once" : nil
    case .time: "\(ShownText.duration(count)) in its closures"
    case .place, .stage, .errors: nil
    }
  }
}
