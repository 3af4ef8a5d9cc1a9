import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis

/// `headwater why-not …`
struct WhyNotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why-not",
    abstract: "Show why a value did not come to a line of the program.",
    discussion: """
      Follows the value from the line that sent it through the stages that lead to the line asked for, to the stage where \
      it stopped, and says why: it was filtered, throttled, equal to the one before, came after the end or after disposal, \
      or the stage still waits for another input. If the value was sent several times, the last time is explained and \
      the others are listed. Text may be written without quotation marks.

      Examples:
        headwater why-not run.hwtrace hello --at search.swift:14
        headwater why-not run.hwtrace 2 --at Sources/App/cart.swift:9 --format json
        headwater why-not path/to/package hello --keep run.hwtrace

      EXIT STATUS
        0   it is explained
        1   the value arrived after all
        2   trouble: a run that cannot be read or recorded, nothing at that line
        64  the command line is wrong

      \(TrustOptions.discussion)

      \(Analysis.environment)
      """)

  @Argument(help: ArgumentHelp("A recording, or a Swift file or a package's folder to record.", valueName: "run"))
  var recording: String

  @Argument(help: ArgumentHelp("The value that is missing; after --, if it begins with a dash.", valueName: "value"))
  var value: String

  @Option(
    help: ArgumentHelp(
      "The line of your source that it should have come to; without it, all subscriptions.", valueName: "file:line"))
  var at: String?

  @Option(help: ArgumentHelp("text or json."))
  var format = Analysis.Format.text

  @OptionGroup
  var kept: KeepOption

  @OptionGroup
  var trust: TrustOptions

  private func place() throws -> StepSelection.Place? {
    try at.map { text in
      guard let place = StepSelection.Place(text) else {
        throw ValidationError("--at takes a line such as search.swift:14, but \(text) is not one")
      }
      return place
    }
  }

  func validate() throws {
    _ = try place()
    try kept.check(recording)
  }

  func run() throws {
    try Analysis.run {
      let analysed = try AnalysedRun(of: [recording], trusting: trust.folders, keepingAt: kept.keep)
      let width = format == .json ? nil : TerminalWidth.columns(of: STDOUT_FILENO)
      let report = try WhyNotReport(value: value, at: try place(), in: analysed, width: width)
      try ReportOutput.write(try text(of: report), to: nil)
      return report.outcome == .arrived ? 1 : 0
    }
  }

  private func text(of report: WhyNotReport) throws -> String {
    format == .json ? try report.jsonText() : report.text
  }
}

extension WhyNotCommand: QuotableCommand {
  func answer(about run: NamedRuns) throws -> String {
    try text(of: WhyNotReport(value: value, at: place(), in: run(recording)))
  }
}
