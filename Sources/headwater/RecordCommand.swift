import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace

/// `headwater record …`
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Run a pipeline and keep what was recorded.",
    discussion: """
      It runs the same things as trace. The recording is there even if the program crashed or was killed; \
      `headwater show` reads it. While the program runs, it lies in a hidden folder beside its place \
      (.headwater-3n2od1/run.hwtrace), and can be read there already.

      The file holds all steps, whatever the filters are, because steps refer to each other. The text of the program's own \
      source files is in it as well, so that it shows the same on another machine; think of that before you send it, or \
      leave the text out with --no-sources.

      A program that runs for days needs --ring: the file then keeps its beginning and the newest steps, within the size. Each \
      command that reads it says how many calls are missing, and from when to when. An eighth of the size is left for the \
      program's source.

      With --simulator, WHAT is the bundle identifier of an app, which is installed in the simulator that is booted, and was \
      built with Headwater's Rx in the place of RxSwift as `headwater env` says. It is launched, records in its own \
      container, and the recording is moved from there when it has ended; Ctrl-C ends it. This is not tried on macOS. The \
      page "Record in your own code" of the reference says how to fetch the recording of an app on a device.

      With --stop-when, the recording is checked again and again, as `headwater watch` does it, and ends when one of these \
      findings comes up, so that a ring keeps what led to it.

      Filters that are given here only count the steps that pass; use the same filters with show. A file without the others \
      would have commands take what was left out for what never happened. To begin later, use attach; to keep it small, --ring.

      Examples:
        headwater record -o run.hwtrace greet.swift
        headwater record -o run.hwtrace -e 'Observable.of(1, 2, 3).map { $0 * 2 }'
        headwater record -o run.hwtrace --time-limit 10 -- ./my-server --port 8080
        headwater record -o run.hwtrace --ring 64MB -- ./my-server --port 8080
        headwater record -o run.hwtrace --simulator com.example.Shop
        headwater record -o run.hwtrace --stop-when ended-by-error -- ./my-server

      \(ExitStatusText.ofProgram)

      \(FilterOptions.discussion)

      \(EnvironmentText.ofRuns)
      """)

  @OptionGroup(title: "The program")
  var subject: RunOptions

  @Flag(
    help: ArgumentHelp(
      "What to run is an app in the booted simulator, named by its bundle identifier (not tried on macOS)."))
  var simulator = false

  @Option(
    name: [.customShort("o"), .long], help: ArgumentHelp("The file for the recording.", valueName: "file.hwtrace"),
    completion: .file())
  var output: String

  @Option(help: SizeLimit.help(usual: usualLimit))
  var sizeLimit: Int?

  @Option(help: RingOption.help)
  var ring: String?

  @OptionGroup
  var stop: StopWhenOption

  private static let usualLimit = 1024

  @Option(help: ArgumentHelp("Colours of messages: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  @OptionGroup
  var sources: SourcesOption

  @OptionGroup(title: "Filters")
  var filters: FilterOptions

  private func request() throws -> RunRequest {
    let request = try subject.request()
    guard simulator else { return request }
    guard case .files(let names) = request.subject, names.count == 1 else {
      throw ValidationError("--simulator takes the bundle identifier of one app, such as com.example.Shop")
    }
    return RunRequest(.simulatedApp(names[0]), arguments: request.arguments)
  }

  func validate() throws {
    _ = try request()
    try SizeLimit.validate(sizeLimit ?? Self.usualLimit)
    let ring = try RingOption.ring(ring)
    if ring != nil, sizeLimit != nil {
      throw ValidationError("--ring and --size-limit both limit the size; give one of them")
    }
    try RecordingPlace.validate(output)
  }

  func run() throws {
    var session = TraceSession(try request())
    session.timeLimit = subject.timeLimit
    session.callsDescriptions = !subject.noDescriptions
    session.sizeLimit = (sizeLimit ?? Self.usualLimit) << 20
    session.ring = try RingOption.ring(ring)
    session.keptTrace = output
    session.added = sources.added
    session.stopRules = try stop.rules()
    session.keptFilter = try filters.filter()
    session.colorsMessages = color.isColored(STDERR_FILENO)
    throw ExitCode(session.run())
  }
}
