import ArgumentParser
import Foundation
import PipelineRunning
import Remedies
import RxTrace
import TraceAnalysis

/// `headwater check …`
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look for problems in a run.",
    discussion: """
      Each finding names the lines of your program, a cause and a remedy. Findings
      below the level asked for are shown by their titles. At the end stands what
      the run could not show, and how much was found.

      \(rules(.error))
      \(rules(.warning))
      \(rules(.note))
      Examples:
        headwater check run.hwtrace
        headwater check pipeline.swift --level note
        headwater check main.swift model.swift
        headwater check path/to/package --product app
        headwater check run.hwtrace --format json
        headwater check night                            # all recordings in a folder
        headwater check pipeline.swift --format editor   # file:line: warning: …
        headwater check run.hwtrace --format sarif -o findings.sarif
        headwater check pipeline.swift --language zh-Hans
        headwater check . --skip glitch,never-ran
        headwater check . --baseline known.json --update-baseline
        headwater check pipeline.swift --fix             # a diff of edits
        headwater check pipeline.swift --fix --apply     # makes them

      SILENCE A FINDING
        // headwater:ignore stale the server answers in order

        A comment like this on the line of a finding, or alone above it, leaves
        the finding out. Its reason is shown with the count.

      \(FixOptions.discussion)

      EXIT STATUS
        0   clean, at the level asked for
        1   findings; with --apply: findings without an edit
        2   trouble: a run that cannot be read or recorded, or in which Rx did
            nothing; a baseline that cannot be read; a headwater:ignore without
            a reason
        64  the command line is wrong

      \(TrustOptions.discussion)

      \(Analysis.environment)
      """)

  @OptionGroup
  var subject: RunArgument

  @Option(help: ArgumentHelp("The least level that counts: error, warning or note.", valueName: "level"))
  var level = Finding.Level.warning

  @Option(help: ArgumentHelp("text, json, sarif, editor or github.", valueName: "form"))
  var format = Form.text

  @Option(help: ArgumentHelp("The language of the findings: en or zh-Hans.", valueName: "tag"))
  var language = FindingLanguage.english

  @OptionGroup
  var output: OutputOptions

  @OptionGroup
  var selection: FindingOptions

  @OptionGroup
  var update: BaselineUpdate

  @Option(
    name: .customLong("main-limit"),
    help: ArgumentHelp("How long a closure may hold the main thread, in milliseconds.", valueName: "ms"))
  var mainLimit: UInt32 = 250

  @OptionGroup
  var fixes: FixOptions

  @OptionGroup
  var trust: TrustOptions

  func validate() throws {
    try update.check(selection)
    try fixes.check(format, output: output.output)
  }

  func run() throws {
    if let folder = RecordingsFolder(subject.run) { try run(over: folder) }
    if fixes.fix { try runWithEdits() }
    try Analysis.run {
      // The baseline is read first, because an error in it would lose the result of a long run.
      let baseline = try selection.readBaseline(isNew: update.updateBaseline)
      var report =
        subject.isToBeRecorded
        ? report(try subject.analysed(trusting: trust.folders))
        : try CheckReport(path: subject.name, trusting: trust.folders, level: level, limits: limits)
      try refuseEmpty(report)
      try selection.apply(to: &report)
      try update.compare(&report, with: baseline, of: selection, keeping: subject.run)
      let sources = subject.run + [selection.baseline].compactMap(\.self)
      try output.write(text(of: report, isColored: output.isColored), keeping: sources)
      return report.findings.isEmpty ? 0 : 1
    }
  }
}

extension CheckCommand {
  /// The rules of a level, for the help: at most 80 columns wide, with the descriptions aligned.
  private static func rules(_ level: Finding.Level) -> String {
    let rules = Finding.Rule.allCases.filter { $0.level == level }
    return "\(level.rawValue.uppercased())S\n" + rules.map { row($0) + "\n" }.joined()
  }

  private static func row(_ rule: Finding.Rule) -> String {
    var lines = ["  " + rule.rawValue.padding(toLength: 21, withPad: " ", startingAt: 0)]
    for word in rule.summary.split(separator: " ") {
      if lines.last!.count + 1 + word.count > 79 { lines.append(String(repeating: " ", count: 23)) }
      lines[lines.count - 1] += (lines.last!.count == 23 ? "  " : " ") + word
    }
    return lines.joined(separator: "\n")
  }
}

extension CheckCommand {
  enum Form: String, CaseIterable, ExpressibleByArgument { case text, json, sarif, editor, github }

  /// The repository's folder in a GitHub workflow; elsewhere the working directory.
  static var checkout: String {
    ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"] ?? FileManager.default.currentDirectoryPath
  }

  /// Refuses a run without steps, because it has no findings although it is not clean.
  /// - Parameter recording: The path of a recording in a folder; nil for the run that the command is about.
  /// - Throws: ``SystemError/failed(_:)``
  func refuseEmpty(_ report: CheckReport, of recording: String? = nil) throws {
    guard !report.hasSteps else { return }
    let reason = "nothing was recorded, so nothing was checked: the program made no use of Rx that could be recorded"
    throw SystemError.failed(recording.map { "\($0): \(reason)" } ?? "\(subject.name): \(reason); \(emptyHint)")
  }

  private var emptyHint: String {
    guard subject.isToBeRecorded else { return "record a run in which it subscribes to something" }
    let use = "it has to import Rx or RxSwift, and to subscribe to something while it runs"
    return subject.name.hasSuffix(".swift") ? use : use + "; --product names another executable of the package"
  }

  func report(_ run: AnalysedRun) -> CheckReport {
    CheckReport(run, level: level, limits: limits)
  }

  var limits: TraceCheck.Limits { TraceCheck.Limits(mainThread: UInt64(mainLimit) * 1_000_000) }

  func text(of report: CheckReport, isColored: Bool = false) throws -> String {
    var report = report
    report.tell(in: language)
    return switch format {
    case .text: report.text(isColored: isColored)
    case .json: try report.jsonText()
    case .sarif: try report.sarifText()
    case .editor: report.editorText
    case .github: report.githubText(checkout: Self.checkout)
    }
  }
}

extension CheckCommand: QuotableCommand {
  func answer(about run: NamedRuns) throws -> String {
    guard !fixes.apply else { throw ValidationError("--apply changes files, which no page does; leave it out") }
    let run = try run(subject.nameOnPage())
    var report = report(run)
    try refuseEmpty(report)
    try selection.apply(to: &report)
    return try fixes.fix ? UnifiedDiff(EditPlan(report.findings, in: run)).text : text(of: report)
  }
}

extension Finding.Level: ExpressibleByArgument {}

extension FindingLanguage: ExpressibleByArgument {}
