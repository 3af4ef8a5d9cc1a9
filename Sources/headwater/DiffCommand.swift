import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare the calls of two runs, and show where they differ.",
    discussion: """
      Compared are the calls: the object, the event and its value, the thread or queue. Times do not count, nor do numbers \
      of objects that only shifted, nor the turns of threads, nor which thread disposed a subscription that had ended. \
      The first place where the runs differ is shown with the reason and the steps around it, then further places, then \
      the calls that one run has more of.

      A Swift file is compiled and recorded first.

      Examples:
        headwater diff before.hwtrace after.hwtrace
        headwater diff before.hwtrace pipeline.swift
        headwater diff before.hwtrace after.hwtrace --ignore-output
        headwater diff before.hwtrace after.hwtrace --format html -o diff.html

      EXIT STATUS
        0   the same calls
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
    parsing: .unconditional, help: ArgumentHelp("How many steps to show before and after a place.", valueName: "steps"))
  var context = 5

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many further places to show after the first.", valueName: "count"))
  var places = 5

  @Flag(help: "Ignore values when calls are compared.")
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
      let report = report(
        try AnalysedRun(of: left, trusting: trust.folders), try AnalysedRun(of: right, trusting: trust.folders))
      try ReportOutput.write(try text(report), to: output, keeping: [left, right])
      return report.diff.isSame ? 0 : 1
    }
  }

  private func report(_ left: AnalysedRun, _ right: AnalysedRun) -> DiffReport {
    DiffReport(
      left, right, ignoringValues: ignoreValues, ignoringOutput: ignoreOutput, context: context, places: places)
  }

  private func text(_ report: DiffReport) throws -> String {
    let ending = output.map { ($0 as NSString).pathExtension.lowercased() } ?? ""
    switch format ?? Format(rawValue: ending) ?? (ending == "htm" ? .html : .text) {
    case .text: return report.text
    case .json: return try report.jsonText()
    case .html: return report.html
    }
  }
}

extension DiffCommand: QuotableCommand {
  func answer(about run: NamedRuns) throws -> String { try text(report(run(left), run(right))) }
}
