import ArgumentParser
import RxTrace

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look for problems in a run.",
    discussion: """
      Each finding has a level and names its steps and source lines. Findings below the level asked for are counted only.

      ERRORS
        overlap                two threads gave one object events at once
      WARNINGS
        after-end              events after the terminal event of a sequence
        reentrancy             an event sent from within the delivery of another
        unhandled-error        an error without an onError closure
        never-disposed         several sequences made at one place, each with a
                               subscription that stayed (only one: a note)
        never-ran              the program ended before an action could run (an
                               action that may have been cancelled: a note)
        nobody-subscribed      a subject without any subscription (without one for
                               a while: a note)
        subscribe-without-run  a subscription that a producer did not run for
        incomplete             a recording that is cut off, damaged, or lacks
                               records
      NOTES
        undelivered            events that came after disposal

      Examples:
        headwater check run.hwtrace
        headwater check pipeline.swift --level note
        headwater check path/to/package --product app
        headwater check run.hwtrace --format json

      EXIT STATUS
        0   clean, at the level asked for
        1   findings
        2   trouble: a run that cannot be read or recorded
        64  the command line is wrong

      \(TrustOptions.discussion)

      \(Analysis.environment)
      """)

  @Argument(help: ArgumentHelp("A recording, or a Swift file or a package's folder to record.", valueName: "run"))
  var recording: String

  @Option(help: ArgumentHelp("Which of the package's executables.", valueName: "name"))
  var product: String?

  @Option(help: ArgumentHelp("The least level that counts: error, warning or note.", valueName: "level"))
  var level = Finding.Level.warning

  @Option(help: ArgumentHelp("text or json."))
  var format = Analysis.Format.text

  @OptionGroup
  var trust: TrustOptions

  func run() throws {
    try Analysis.run {
      let run = try AnalysedRun(path: recording, product: product, trusting: trust.folders)
      let report = CheckReport(run, level: level)
      try ReportOutput.write(format == .json ? try report.jsonText() : report.text, to: nil)
      return report.findings.isEmpty ? 0 : 1
    }
  }
}

extension Finding.Level: ExpressibleByArgument {}
