import ArgumentParser
import Foundation
import RxTrace

/// `headwater record …`
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Run a pipeline and keep what was recorded.",
    discussion: """
      What can be run, and how, is the same as for trace. The recording is there also when the program crashed or was \
      killed; `headwater show` reads it.

      The file always holds the whole run: a step's number is its place in it, and steps point at each other. Filters \
      given here tell how many steps they let pass; the same ones do for show.

      Examples:
        headwater record -o run.hwtrace greet.swift
        headwater record -o run.hwtrace -e 'Observable.of(1, 2, 3).map { $0 * 2 }'
        headwater record -o run.hwtrace --time-limit 10 -- ./my-server --port 8080

      \(ExitStatusText.ofProgram)

      \(FilterOptions.discussion)

      \(EnvironmentText.ofRuns)
      """)

  @OptionGroup(title: "What is run")
  var subject: RunOptions

  @Option(
    name: [.customShort("o"), .long], help: ArgumentHelp("Where the recording goes.", valueName: "file.hwtrace"),
    completion: .file())
  var output: String

  @Option(help: SizeLimit.help)
  var sizeLimit = 1024

  @Option(help: ArgumentHelp("Colours of messages: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  @OptionGroup(title: "Filters")
  var filters: FilterOptions

  func validate() throws {
    try SizeLimit.validate(sizeLimit)
    try RecordingPlace.validate(output)
  }

  func run() throws {
    var session = TraceSession(try subject.request())
    session.timeLimit = subject.timeLimit
    session.sizeLimit = sizeLimit << 20
    session.keptTrace = output
    session.keptFilter = try filters.filter()
    session.colorsMessages = color.isColored(STDERR_FILENO)
    throw ExitCode(session.run())
  }
}
