import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis

/// `headwater why …`
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Show why something happened in a run.",
    discussion: """
      From a step back through the stages that the event passed, across scheduled actions and threads, to the line of \
      your program that sent it; then the subscriptions that connected the stages. The step is named by its number, by \
      a line of your source, by a value, or as the last thing that was printed. If several steps are like that, the \
      last one is explained and the others are listed.

      With --engine, every call is shown, with the engine's own classes and lines.

      Source lines are found in the program that was recorded, if it still exists.

      Examples:
        headwater why run.hwtrace 21
        headwater why run.hwtrace search.swift:14
        headwater why run.hwtrace --value hello
        headwater why run.hwtrace --last-output
        headwater why pipeline.swift --last-output --format json

      EXIT STATUS
        0   the step is explained
        2   trouble: a run that cannot be read or recorded, no such step
        64  the command line is wrong

      \(TrustOptions.discussion)

      \(Analysis.environment)
      """)

  @Argument(help: ArgumentHelp("A recording, or a Swift file or a package's folder to record.", valueName: "run"))
  var recording: String

  @Argument(help: ArgumentHelp("The number of a step, from 1, or a line: search.swift:14.", valueName: "step"))
  var place: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Explain the last step with this value.", valueName: "text"))
  var value: String?

  @Flag(help: "Explain the last thing that the program printed.")
  var lastOutput = false

  @Flag(help: "Show every call, with the engine's classes and lines.")
  var engine = false

  @Option(help: ArgumentHelp("text or json."))
  var format = Analysis.Format.text

  @OptionGroup
  var kept: KeepOption

  @OptionGroup
  var trust: TrustOptions

  /// The subject of the explanation.
  private enum Question {
    case step(Int)
    case place(StepSelection.Place)
    case value(String)
    case lastOutput
  }

  private func question() throws -> Question {
    let given = [place != nil, value != nil, lastOutput].count { $0 }
    guard given == 1 else {
      let what = "a step's number, FILE:LINE, --value TEXT or --last-output"
      throw ValidationError(
        given == 0 ? "nothing to explain; give \(what)" : "too much to explain; give one of \(what)")
    }
    if let value { return .value(value) }
    guard let place else { return .lastOutput }
    if let number = Int(place) { return .step(number) }
    guard let line = StepSelection.Place(place) else {
      throw ValidationError(
        "\(place) is neither a step's number nor a line such as search.swift:14; --value \(place) asks for a value")
    }
    return .place(line)
  }

  func validate() throws {
    _ = try question()
    try kept.check(recording)
  }

  func run() throws {
    try Analysis.run {
      let analysed = try AnalysedRun(of: [recording], trusting: trust.folders, keepingAt: kept.keep)
      let steps = try steps(in: analysed)
      let width = format == .json ? nil : TerminalWidth.columns(of: STDOUT_FILENO)
      try ReportOutput.write(try text(of: steps, in: analysed, width: width), to: nil)
      return 0
    }
  }

  private func steps(in run: AnalysedRun) throws -> [Int] {
    switch try question() {
    case .step(let number):
      let count = run.trace.steps.count
      guard (1...max(count, 1)).contains(number), count > 0 else {
        throw SystemError.failed("\(recording): there is no step \(number); the run has \(count)")
      }
      return [number - 1]
    case .place(let place): return try StepSelection(run).steps(at: place)
    case .value(let value): return try StepSelection(run).steps(with: value)
    case .lastOutput: return [try StepSelection(run).lastOutput()]
    }
  }

  private func text(of steps: [Int], in run: AnalysedRun, width: Int?) throws -> String {
    if engine {
      let report = CauseReport(of: steps.last ?? 0, in: run)
      return format == .json ? try report.jsonText() : report.text
    }
    let report = WhyReport(of: steps, in: run, width: width)
    return format == .json ? try report.jsonText() : report.text
  }
}

extension WhyCommand: QuotableCommand {
  func answer(about run: NamedRuns) throws -> String {
    let analysed = try run(recording)
    return try text(of: steps(in: analysed), in: analysed, width: nil)
  }
}
