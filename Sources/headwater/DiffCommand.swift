import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis
import TraceViews

/// `headwater diff …`
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare what two runs of a program did, and show where they part.",
    discussion: """
      Compared are the lines that `headwater trace` shows: who sent an event, what each stage did with it, on which thread \
      or queue. The first place where the runs part is named by its stage and line, with what each run has there and the \
      lines around it; then further places, and the stages that did more in one run. Lines of the source that only moved \
      do not count, nor times, numbers of steps, or the turns of threads.

      With --steps, the calls of the engine are compared instead: the object, the event and its value, the thread or \
      queue. Numbers of objects that only shifted do not count, nor which thread disposed a subscription that had ended. The \
      runs may have two million steps each; without --steps they may be longer.

      A Swift file is compiled and recorded first.

      Examples:
        headwater diff before.hwtrace after.hwtrace
        headwater diff before.hwtrace pipeline.swift
        headwater diff before.hwtrace after.hwtrace --ignore-output
        headwater diff before.hwtrace after.hwtrace --steps
        headwater diff before.hwtrace after.hwtrace --format html -o diff.html

      EXIT STATUS
        0   the same
        1   different
        2   trouble: a run that cannot be read or recorded, a file that cannot be written
        64  the command line is wrong

      \(TrustOptions.discussion)

      \(Analysis.environment)
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, html }

  @Argument(help: ArgumentHelp("A recording, or a Swift file to record.", valueName: "left"))
  var left: String

  @Argument(help: ArgumentHelp("The run to compare it with.", valueName: "right"))
  var right: String

  @Option(help: ArgumentHelp("text, json or html; without it, the extension of the output file decides."))
  var format: Format?

  @Option(name: .shortAndLong, help: ArgumentHelp("Write here instead of to standard output.", valueName: "file"))
  var output: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many lines to show before and after a place.", valueName: "lines"))
  var context = 5

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many further places to show after the first.", valueName: "count"))
  var places = 5

  @Flag(help: "Compare the calls of the engine.")
  var steps = false

  @Flag(help: "Ignore values.")
  var ignoreValues = false

  @Flag(help: "Ignore what the programs print.")
  var ignoreOutput = false

  @OptionGroup
  var trust: TrustOptions

  func validate() throws {
    guard (0...1000).contains(context) else { throw ValidationError("--context takes a number from 0 to 1000") }
    guard places >= 0, places < .max else { throw ValidationError("--places takes a number from 0 on") }
  }

  func run() throws {
    try Analysis.run {
      let (text, isSame) = try answer(left, right)
      try ReportOutput.write(text, to: output, keeping: [left, right])
      return isSame ? 0 : 1
    }
  }

  private func answer(_ left: String, _ right: String) throws -> (text: String, isSame: Bool) {
    if steps {
      for path in [left, right] { try checkLength(of: path) }
      return try answer(
        try AnalysedRun(of: left, trusting: trust.folders), try AnalysedRun(of: right, trusting: trust.folders))
    }
    return try answer(
      try ComparedRun(of: left, trusting: trust.folders), try ComparedRun(of: right, trusting: trust.folders))
  }

  /// Refuses a recording that is too long, because the calls of both runs are held in memory.
  private func checkLength(of path: String) throws {
    guard !isProgram(path), isOrdinaryFile(path) else { return }
    guard try StepStream(path: path).likelyStepCount > Self.mostSteps else { return }
    throw SystemError.failed("\(path): --steps compares at most \(Self.mostSteps) steps; leave it out for a longer run")
  }

  private static let mostSteps = 2_000_000

  private func answer(_ left: AnalysedRun, _ right: AnalysedRun) throws -> (text: String, isSame: Bool) {
    let report = DiffReport(
      left, right, ignoringValues: ignoreValues, ignoringOutput: ignoreOutput, context: context, places: places)
    return (try text(report.text, report.jsonText, { report.html }), report.diff.isSame)
  }

  private func answer(_ left: ComparedRun, _ right: ComparedRun) throws -> (text: String, isSame: Bool) {
    let report = ProgramDiffReport(
      left, right, ignoringValues: ignoreValues, ignoringOutput: ignoreOutput, context: context, places: places)
    return (try text(report.text, report.jsonText, { report.html() }), report.isSame)
  }

  private func text(
    _ plain: @autoclosure () -> String, _ json: () throws -> String, _ html: () -> String
  ) throws -> String {
    let ending = output.map { ($0 as NSString).pathExtension.lowercased() } ?? ""
    switch format ?? Format(rawValue: ending) ?? (ending == "htm" ? .html : .text) {
    case .text: return plain()
    case .json: return try json()
    case .html: return html()
    }
  }
}

extension ComparedRun {
  /// A run with its lines as `headwater trace` shows them.
  init(_ run: AnalysedRun) { self.init(run, rows: ProgramRows(run.located).rows) }

  /// Reads a trace file, in pieces if it is long. A program is run first.
  /// - Throws: ``TraceError``, ``PipelineError``, ``SystemError``
  init(of path: String, trusting trusted: TrustedFolders) throws {
    guard !isProgram(path), let outline = try RunOutline(ofLongRun: path, trusting: trusted) else {
      self.init(try AnalysedRun(of: path, trusting: trusted))
      return
    }
    var pieces = try RunPieces(contentsOf: path, outline)
    try self.init(path: path, outline, rows: ProgramRows(outline) { try pieces.next() }.rows, trusting: trusted)
  }
}

extension DiffCommand: QuotableCommand {
  func answer(about run: NamedRuns) throws -> String {
    let (one, other) = (try run(left), try run(right))
    return try steps ? answer(one, other).text : answer(ComparedRun(one), ComparedRun(other)).text
  }
}
