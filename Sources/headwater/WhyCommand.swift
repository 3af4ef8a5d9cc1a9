import ArgumentParser
import RxTrace

struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Show why a step of a run happened.",
    discussion: """
      From the step back through the calls that enclose it and the actions that were scheduled, across threads; then the \
      subscriptions that connected the objects on the way; then the objects of the pipeline, with the lines of the \
      program's own source that made them. Those lines are found in the program that was recorded, if it still exists.

      Steps are numbered from 1, in the order of the run, as in `headwater show --format steps`.

      Examples:
        headwater trace pipeline.swift --keep run.hwtrace
        headwater why run.hwtrace 21
        headwater why run.hwtrace 21 --format json

      EXIT STATUS
        0   the step is explained
        2   trouble: a run that cannot be read or recorded, no such step
        64  the command line is wrong

      \(TrustOptions.discussion)

      \(Analysis.environment)
      """)

  @Argument(help: ArgumentHelp("A recording, or a Swift file to record.", valueName: "run"))
  var recording: String

  @Argument(help: ArgumentHelp("The number of the step, from 1.", valueName: "step"))
  var step: Int

  @Option(help: ArgumentHelp("text or json."))
  var format = Analysis.Format.text

  @OptionGroup
  var trust: TrustOptions

  func run() throws {
    try Analysis.run {
      let analysed = try AnalysedRun(path: recording, trusting: trust.folders)
      let count = analysed.trace.steps.count
      guard (1...max(count, 1)).contains(step), count > 0 else {
        throw SystemError.failed("\(recording): there is no step \(step); the run has \(count)")
      }
      let report = CauseReport(of: step - 1, in: analysed)
      try ReportOutput.write(format == .json ? try report.jsonText() : report.text, to: nil)
      return 0
    }
  }
}
