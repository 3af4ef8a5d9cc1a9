import ArgumentParser
import RxTrace
import TraceAnalysis

/// The options for findings that are left out of a check.
struct FindingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Report only findings of these ids: stale,growing. Repeatable.", valueName: "ids"),
    completion: .list(Finding.Rule.allCases.map(\.rawValue)))
  var only: [String] = []

  @Option(
    help: ArgumentHelp("Leave out findings of these ids. Repeatable.", valueName: "ids"),
    completion: .list(Finding.Rule.allCases.map(\.rawValue)))
  var skip: [String] = []

  @Option(
    help: ArgumentHelp("Only count the findings that this file lists.", valueName: "file"), completion: .file())
  var baseline: String?

  func validate() throws { _ = try (rules(only, "--only"), rules(skip, "--skip")) }

  private func rules(_ ids: [String], _ option: String) throws -> [Finding.Rule] {
    do {
      return try ids.flatMap(Finding.Rule.list)
    } catch {
      throw ValidationError("\(option): \(error)")
    }
  }

  /// Leaves out what the options and the comments in the source name.
  /// - Throws: ``IgnoreComments/Incomplete``
  func apply(to report: inout CheckReport) throws {
    report.select(FindingSelection(only: try rules(only, "--only"), skipping: try rules(skip, "--skip")))
    let comments = report.ignoreComments
    try comments.check()
    report.silence(by: comments)
  }

  /// Reads the baseline; nil if none is named.
  /// - Parameter isNew: whether the file may be missing.
  func readBaseline(isNew: Bool = false) throws -> Baseline? {
    try baseline.map { try Baseline(path: $0, isNew: isNew) }
  }
}

/// The option to write a baseline.
struct BaselineUpdate: ParsableArguments {
  @Flag(help: "Write the findings into the baseline, and take those that are gone out of it.")
  var updateBaseline = false

  func check(_ selection: FindingOptions) throws {
    if updateBaseline, selection.baseline == nil {
      throw ValidationError("--update-baseline needs --baseline FILE, the file to write")
    }
  }

  /// Leaves out the findings that the baseline has. If an update is asked for, the baseline is updated first.
  /// - Parameter baseline: the baseline of `selection`; nil if none is named.
  func compare(
    _ report: inout CheckReport, with baseline: Baseline?, of selection: FindingOptions, keeping sources: [String]
  ) throws {
    guard let baseline, let path = selection.baseline else { return }
    report.compare(with: baseline)
    guard updateBaseline else { return }
    let (updated, changes) = report.updated(baseline)
    try ReportOutput.write(try updated.text(), to: path, keeping: sources)
    for change in changes { Analysis.say("headwater: \(ShownText.printable("\(path): \(change)"))") }
    report.acceptFindings()
  }
}
