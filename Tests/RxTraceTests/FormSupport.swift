import Foundation
import Testing

@testable import RxTrace
@testable import TraceAnalysis
@testable import TraceViews

extension TraceForm {
  /// The forms that are text.
  static let texts = allCases.filter { !$0.needsFile }

  /// Everything that a look can change in a form.
  static func looks() -> [TraceLook] {
    var looks: [TraceLook] = []
    for axis in MarbleChart.Axis.allCases {
      for grouping in Mermaid.Grouping.allCases {
        var look = TraceLook()
        (look.axis, look.grouping, look.foldsRepeats) = (axis, grouping, axis == .steps)
        looks.append(look)
      }
    }
    return looks
  }

  /// The form's text of a run.
  func text(_ run: LocatedTrace, _ look: TraceLook = TraceLook()) throws -> String {
    var bytes: [UInt8] = []
    switch try writer(run, look) {
    case .text(let write): try write { bytes += $0.utf8 }
    case .bytes(let write): try write { bytes += $0 }
    case .file: Issue.record("\(self) is not text")
    }
    return try #require(String(validating: bytes, as: UTF8.self))
  }
}

/// Everything else that is written about a run.
func reports(_ run: AnalysedRun) throws -> [String: String] {
  let check = CheckReport(run, level: .note)
  var texts = ["check": check.text, "check JSON": try check.jsonText()]
  for index in run.trace.steps.indices.suffix(3) {
    let cause = CauseReport(of: index, in: run)
    texts["why \(index)"] = cause.text
    texts["why \(index) JSON"] = try cause.jsonText()
    let story = WhyReport(of: [index], in: run)
    texts["story of \(index)"] = story.text
    texts["story of \(index), JSON"] = try story.jsonText()
    let missing = try WhyNotReport(value: run.trace.steps[index].value?.text ?? "", at: nil, in: run)
    texts["why-not \(index)"] = missing.text
    texts["why-not \(index), JSON"] = try missing.jsonText()
  }
  var other = run
  other.located.trace = TraceFilter(kinds: [.subscribe, .on, .forwardOn]).apply(to: run.trace)
  let diff = DiffReport(run, other)
  texts["diff"] = diff.text
  texts["diff JSON"] = try diff.jsonText()
  texts["diff page"] = diff.html
  return texts
}

extension TraceFilter {
  init(kinds: Set<StepKind>) {
    self.init()
    self.kinds.wanted = kinds
  }
}

/// The processor time that this thread took for something, in seconds: other work on the machine does not count.
func processorTime(_ body: () throws -> Void) rethrows -> Double {
  var (start, end) = (timespec(), timespec())
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
  try body()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
  return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
}
