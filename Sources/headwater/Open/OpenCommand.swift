import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import SiteServing
import TraceAnalysis

/// `headwater open …`
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Show a run in the browser, or two runs side by side.",
    discussion: """
      Serves the run to this machine's own browser and opens it there: first what check finds, then what the program \
      did, as trace tells it, then its pipelines. Further pages have the marbles of the whole run with an axis that can \
      be zoomed, the threads, and every step with its source. A click on a source line opens it in the editor. With two \
      runs, the page begins with where they differ. Ctrl-C ends it.

      Findings that a headwater:ignore comment silences are shown with their reasons, as check counts them.

      \(EditorOption.discussion)

      Examples:
        headwater open run.hwtrace
        headwater open before.hwtrace after.hwtrace
        headwater open run.hwtrace --editor code
        headwater open run.hwtrace --baseline known.json
        headwater open run.hwtrace --editor 'vim-client +{line} {file}' --no-browser

      Only this machine can reach the pages, only by an address that holds a token, and a page can open only source files \
      that belong to the run.

      EXIT STATUS
        2   trouble: a run or a baseline that cannot be read, a run that cannot
            be recorded, a headwater:ignore without a reason, a port that is
            taken
        64  the command line is wrong

      \(TrustOptions.discussion)

      \(Analysis.environment)
      """)

  @Argument(help: ArgumentHelp("A recording, or a Swift file to record.", valueName: "run"))
  var run1: String

  @Argument(help: ArgumentHelp("A run to compare it with.", valueName: "other"))
  var run2: String?

  @OptionGroup
  var editor: EditorOption

  @OptionGroup
  var serving: ServingOptions

  @OptionGroup
  var selection: FindingOptions

  @OptionGroup
  var trust: TrustOptions

  func run() throws {
    try Analysis.run { try serve() }
  }

  private func serve() throws -> Int32 {
    let editor = try editor.chosen()
    // The baseline is read first, so that an error in it comes before the work on a long run.
    let baseline = try selection.readBaseline()
    let runs = try [run1, run2].compactMap(\.self).map {
      try AnalysedRun(of: $0, trusting: trust.folders, opensSources: true)
    }
    let pages = RunPages(runs, try runs.map { try report($0, baseline) })
    let server = PageServer(
      pages: pages.all, others: { pages.part(at: $0) }, port: serving.port, act: { try pages.open($0, in: editor) })
    let (name, opens) = (runs.map(\.name).joined(separator: " and "), !serving.noBrowser)
    try Waiting.run {
      try await server.run { address in
        Analysis.say("\(address) shows \(ShownText.printable(name)); Ctrl-C ends this")
        if opens { Browser.open(address) }
      }
    }
    return 0
  }

  private func report(_ run: AnalysedRun, _ baseline: Baseline?) throws -> CheckReport {
    var report = CheckReport(run)
    try selection.apply(to: &report)
    if let baseline { report.compare(with: baseline) }
    return report
  }
}
