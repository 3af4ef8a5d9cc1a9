import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis
import TraceViews

/// `headwater trace …`
struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Run a pipeline and show each step that its observables took.",
    discussion: """
      Swift source is compiled as it is, with top-level code or with @main; it says `import Rx` or `import RxSwift`. A \
      package is built as it is, with Headwater's Rx in the place of RxSwift, in a folder of the cache; nothing is written \
      into its own. Any other program has to link Headwater's Rx. The program has the terminal to itself \
      while it runs; a Ctrl-C is for the program. Then its view of the run follows: which line sent an event, and what \
      each operator did with it; with --engine, or a filter that names calls, the tree of all calls.

      Examples:
        headwater trace greet.swift
        headwater trace -e 'Observable.of(1, 2, 3).map { $0 * 2 }'
        headwater trace main.swift model.swift -- --an-argument
        headwater trace Packages/App --product app
        headwater trace --kind onCore,output -- ./my-program an-argument
        headwater trace greet.swift -o greet.html

      \(ExitStatusText.ofProgram)

      \(FilterOptions.discussion)

      \(ShowOptions.discussion)

      \(EnvironmentText.ofRuns)
      """)

  @OptionGroup(title: "The program")
  var subject: RunOptions

  @Option(help: SizeLimit.help)
  var sizeLimit = PipelineRunner.defaultSizeLimit >> 20

  @Option(help: ArgumentHelp("Keep the recording in this file.", valueName: "file.hwtrace"), completion: .file())
  var keep: String?

  @OptionGroup
  var sources: SourcesOption

  @OptionGroup(title: "Filters")
  var filters: FilterOptions

  @OptionGroup(title: "Output")
  var show: ShowOptions

  func validate() throws {
    try SizeLimit.validate(sizeLimit)
    if let keep { try RecordingPlace.validate(keep) }
  }

  func run() throws {
    let request = try subject.request()
    var session = TraceSession(request)
    session.timeLimit = subject.timeLimit
    session.callsDescriptions = !subject.noDescriptions
    session.sizeLimit = sizeLimit << 20
    session.keptTrace = keep
    session.added = sources.added
    try session.show(show.showing(filters.filter(), title: request.name))
    session.colorsMessages = show.color.isColored(STDERR_FILENO)
    throw ExitCode(session.run())
  }
}

extension TraceCommand: QuotableCommand {
  /// The program's output, and then the run, as a reader has both on a terminal.
  func answer(about run: NamedRuns) throws -> String {
    guard subject.what.count == 1, subject.expression == nil, subject.product == nil else {
      throw ValidationError("only the trace of one Swift file can be shown on a page")
    }
    let name = subject.what[0]
    let traced = try run(name).located
    var showing = try show.showing(filters.filter(), title: name)
    if showing.isWholeProgramView {
      let frame = ProgramViewFrame(
        run: traced, request: RunRequest(.files([name])), keptTrace: keep, isColored: false, width: TerminalWidth.usual)
      (showing.look.heading, showing.look.footer) = (frame.heading, frame.footer)
    }
    let printed = traced.trace.steps.filter { $0.kind == .output }.map { $0.value?.text ?? "" }.joined()
    return printed + (showing.form.isForReading ? "\n" : "") + (try showing.text(of: traced))
  }
}
