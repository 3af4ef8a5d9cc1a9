import ArgumentParser
import Foundation
import Remedies
import RxTrace
import TraceAnalysis

/// The options for the edits that make remedies.
struct FixOptions: ParsableArguments {
  static let discussion = """
    EDITS
      Some remedies are edits: flatMap becomes flatMapLatest, for example. --fix
      prints them as a diff for `git apply` or `patch -p1`, relative to this
      folder; --format json and sarif have them beside the findings. A remedy
      that needs a value or a decision of yours has no edit. A file that has
      changed since the recording is not edited. Check the program again after
      the edits.
    """

  @Flag(help: "Print the remedies that are edits, as a diff.")
  var fix = false

  @Flag(help: "With --fix: make these edits in the files.")
  var apply = false

  func check(_ format: CheckCommand.Form, output: String?) throws {
    guard fix else {
      if apply { throw ValidationError("--apply makes the edits that --fix prints; give both: --fix --apply") }
      return
    }
    if format == .editor || format == .github {
      throw ValidationError(
        "--format \(format.rawValue) has no edits; --fix goes with text, which is a diff, json or sarif")
    }
    if apply, format != .text {
      throw ValidationError("--apply changes files and prints what it changed; leave out --format \(format.rawValue)")
    }
    if apply, output != nil {
      throw ValidationError("--apply changes files and prints what it changed; leave out --output")
    }
  }
}

extension CheckCommand {
  /// Shows the edits that make the remedies, or makes them.
  func runWithEdits() throws -> Never {
    try Analysis.run {
      let start = subject.isToBeRecorded ? Date() : nil
      let baseline = try selection.readBaseline(isNew: update.updateBaseline)
      let run = try subject.analysed(trusting: trust.folders, opensSources: true)
      var report = report(run)
      try refuseEmpty(report)
      try selection.apply(to: &report)
      try update.compare(&report, with: baseline, of: selection, keeping: subject.run)
      let plan = EditPlan(report.findings, in: run, runSince: start)
      guard !fixes.apply else { return try make(plan) }
      if format == .text {
        let diff = try UnifiedDiff(plan).text
        try output.write(diff, keeping: subject.run + plan.files.map(\.path))
        for line in EditSummary(plan).lines { Analysis.say("headwater: \(ShownText.message(line))") }
      } else {
        try output.write(text(of: report.withEdits(of: plan.findings)), keeping: subject.run)
      }
      return plan.findings.isEmpty ? 0 : 1
    }
  }

  private func make(_ plan: EditPlan) throws -> Int32 {
    try plan.write()
    let summary = EditSummary(plan)
    let lines = plan.files.map { "changed \(shownPath($0.path)): \(summary.places(in: $0))" } + summary.lines
    try ReportOutput.write(lines.map { ShownText.message($0) + "\n" }.joined(), to: nil)
    return plan.findings.contains { $0.edits.isEmpty } ? 1 : 0
  }
}

/// A path relative to the working directory; the path as it is if the file lies elsewhere.
private func shownPath(_ path: String) -> String {
  guard let file = realPath(path), let root = realPath(FileManager.default.currentDirectoryPath),
    file.hasPrefix(root + "/")
  else { return path }
  return String(file.dropFirst(root.count + 1))
}

/// A summary of edits: which findings have one, and why others have none.
private struct EditSummary {
  let plan: EditPlan

  init(_ plan: EditPlan) { self.plan = plan }

  var lines: [String] {
    let refused = plan.findings.filter { $0.edits.isEmpty && $0.obstacle != nil }
    let open = plan.findings.count { $0.edits.isEmpty && $0.obstacle == nil }
    let edited = plan.findings.count { !$0.edits.isEmpty }
    var lines = refused.map { finding in
      (finding.place.map { "\($0.shortDescription): " } ?? "") + "\(finding.rule.rawValue) has no edit: "
        + (finding.reasonWithoutEdit ?? "")
    }
    if open > 0 {
      lines.append(
        "\(counted(open, "finding")) \(open == 1 ? "has" : "have") no edit, because the remedy needs a decision; "
          + "without --fix, check shows \(open == 1 ? "it" : "them")")
    }
    lines.append(
      plan.findings.isEmpty
        ? "there are no findings, so there is nothing to edit"
        : (edited == 0 ? "no finding" : counted(edited, "finding")) + (edited > 1 ? " have an edit" : " has an edit"))
    return lines
  }

  /// `line 14 [stale]`
  func places(in file: EditPlan.File) -> String {
    let found = plan.findings.compactMap { finding -> String? in
      guard let line = finding.edits.first(where: { $0.file == file.path })?.start.line else { return nil }
      return "line \(line) [\(finding.rule.rawValue)]"
    }
    return found.joined(separator: ", ")
  }
}
