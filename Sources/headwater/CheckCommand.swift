import ArgumentParser
import Foundation
import RxTrace

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look for problems in a run.",
    discussion: """
      Each finding names the lines of your program, a cause and a remedy. Findings below the level asked for are counted
      only. At the end stands what the run could not show.

      ERRORS
        overlap                two threads gave one object events at once
      WARNINGS
        work-repeated          a cold sequence did its work once for each
                               subscription to one stage
        stale                  an older inner sequence delivered after a newer
                               one (a note if the order may not matter)
        swallowed              the last element went into a time operator and
                               never came out
        off-main               a closure ran elsewhere, behind an observe(on:)
                               that moves to the main thread, or a driver
        ended-by-error         elements sent to a pipeline that an error ended
        never-released         a closure captures self, and a bag of self holds
                               the subscription (if the source is there)
        growing                one line subscribes again and again, and nothing
                               ends
        main-blocked           a closure held the main thread for too long
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
        incomplete             the program crashed or was stopped in a closure,
                               or the recording is damaged or lacks records
      NOTES
        undelivered            events that came after disposal

      Examples:
        headwater check run.hwtrace
        headwater check pipeline.swift --level note
        headwater check path/to/package --product app
        headwater check run.hwtrace --format json
        headwater check pipeline.swift --format editor   # file:line: warning: …
        headwater check run.hwtrace --format sarif -o findings.sarif

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

  @Option(help: ArgumentHelp("text, json, sarif or editor.", valueName: "form"))
  var format = Form.text

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write here instead of to standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Colours of the text: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  @Option(
    name: .customLong("main-limit"),
    help: ArgumentHelp("How long a closure may hold the main thread, in milliseconds.", valueName: "ms"))
  var mainLimit: UInt32 = 250

  @OptionGroup
  var trust: TrustOptions

  func run() throws {
    try Analysis.run {
      let report = try CheckReport(
        path: recording, product: product, trusting: trust.folders, level: level, limits: limits)
      let isColored = color.isColored(output == nil ? STDOUT_FILENO : nil)
      try ReportOutput.write(try text(of: report, isColored: isColored), to: output, keeping: [recording])
      return report.findings.isEmpty ? 0 : 1
    }
  }
}

extension CheckCommand {
  enum Form: String, CaseIterable, ExpressibleByArgument { case text, json, sarif, editor }

  private func report(_ run: AnalysedRun) -> CheckReport {
    CheckReport(run, level: level, limits: limits)
  }

  private var limits: TraceCheck.Limits { TraceCheck.Limits(mainThread: UInt64(mainLimit) * 1_000_000) }

  private func text(of report: CheckReport, isColored: Bool = false) throws -> String {
    switch format {
    case .text: report.text(isColored: isColored)
    case .json: try report.jsonText()
    case .sarif: try report.sarifText()
    case .editor: report.editorText
    }
  }
}

extension CheckCommand: QuotableCommand {
  func answer(about run: NamedRuns) throws -> String { try text(of: report(run(recording))) }
}

extension Finding.Level: ExpressibleByArgument {}
