import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace

/// `headwater test …`
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run a package's tests and show each step that their observables took.",
    discussion: """
      The package is built as it is, with Headwater's Rx in the place of RxSwift, in a folder of the cache; nothing is \
      written into its own. The tests have the terminal to themselves while they run, and run in the package's folder; \
      then the calls follow as with trace. Tests of XCTest run first, then those of Swift Testing, each as a program of \
      its own.

      Examples:
        headwater test
        headwater test path/to/package --filter 'SearchTests/testLastWins'
        headwater test path/to/package --keep run.hwtrace --event error

      \(ExitStatusText.ofProgram)

      \(FilterOptions.discussion)

      \(ShowOptions.discussion)

      \(EnvironmentText.ofRuns)
      """)

  @OptionGroup
  var tests: TestedPackageOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Stop each program of tests after this time; 0 for never.", valueName: "seconds"))
  var timeLimit = 0.0

  @Flag(help: DescriptionsOption.help)
  var noDescriptions = false

  @Option(help: SizeLimit.help)
  var sizeLimit = PipelineRunner.defaultSizeLimit >> 20

  @Option(help: ArgumentHelp("Keep the recording in this file.", valueName: "file.hwtrace"), completion: .file())
  var keep: String?

  @OptionGroup
  var sources: SourcesOption

  @OptionGroup(title: "Filters of steps")
  var filters: FilterOptions

  @OptionGroup(title: "Output")
  var show: ShowOptions

  func validate() throws {
    try SizeLimit.validate(sizeLimit)
    if let keep { try RecordingPlace.validate(keep) }
    guard timeLimit.isFinite, timeLimit >= 0 else {
      throw ValidationError("--time-limit takes a number of seconds, or 0 for no limit")
    }
  }

  func run() throws {
    let request = RunRequest(.tests(folder: tests.package, tests.selection))
    var session = TraceSession(request)
    session.timeLimit = timeLimit
    session.callsDescriptions = !noDescriptions
    session.sizeLimit = sizeLimit << 20
    session.keptTrace = keep
    session.added = sources.added
    try session.show(show.showing(filters.filter(), title: request.name))
    session.colorsMessages = show.color.isColored(STDERR_FILENO)
    throw ExitCode(session.run())
  }
}
