import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis

/// `headwater watch …`
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Show what each stage of a running program does now.",
    discussion: """
      WHAT is a recording, which may still be written; the number of a process, as for attach; or something to run, as for \
      trace: Swift files, a package's folder, or, after --, a program and its arguments. A recording that `headwater record -o run.hwtrace` makes at the moment is \
      found under that name.

      It reads the recording that the program writes, so that the program does not notice it. If newer steps replace others \
      before these were read, it says so and goes on.

      A line has a stage, as in `headwater report`:
        open    subscriptions that are open now
        in/s    elements that it was given, each second since the line before
        out/s   elements that it handed on
        err     errors that came to it or came up in it
        busy    the part of the time that its closures took, as in `headwater profile`
        stage   the line that made it, and the operator or the variable
        value   the element that it sent last, or, of an observer, got

      Lines are written for the stages that did something. Findings of `headwater check` are told as they arise; what only \
      the end of the run can show is told at the end. The program's output goes to standard error.

      Examples:
        headwater watch run.hwtrace
        headwater watch -- ./my-server --port 8080
        headwater watch path/to/package --product app
        headwater watch pipeline.swift --every 0.5
        headwater watch 4711
        headwater watch --html -- ./my-server
        headwater watch --otlp http://localhost:4318 -- ./my-server

      With --html, it is a page in the browser of this machine, with the pipelines beside the table: a dot runs wherever events \
      went. Only this machine can reach it, by an address that holds a token. It stays when the program has ended, until Ctrl-C.

      With --otlp, all calls go to an OpenTelemetry collector as well, as spans, and the table as metrics: JSON over HTTP, to \
      /v1/traces and /v1/metrics. A collector that is away or busy is tried again, and until then the recording keeps what \
      has to wait. In the end it says what was sent, and what was not.

      EXIT STATUS
        The program's own if one is run; 128 + signal when a signal ended it. Otherwise:
        0   the recording was shown
        64  the command line is wrong
        65  it is not a recording, or nothing was recorded
        66  the recording or the process is not there, or cannot be watched

      \(ControlOptions.discussion)

      \(TrustOptions.discussion)

      \(Analysis.environment)
      """)

  @OptionGroup(title: "What is watched")
  var subject: RunOptions

  @OptionGroup
  var view: WatchViewOptions

  @OptionGroup
  var control: ControlOptions

  @OptionGroup
  var trust: TrustOptions

  func run() throws {
    let request = try subject.request()
    var session = try view.session(try target(request), trusting: trust.folders)
    session.timeLimit = subject.timeLimit
    session.callsDescriptions = !subject.noDescriptions
    throw ExitCode(session.run())
  }

  private func target(_ request: RunRequest) throws -> WatchSession.Target {
    guard let path = recording(request) else { return .program(WatchedProgram(request), request) }
    guard let process = Int32(path), access(path, F_OK) != 0 else { return .recording(path) }
    return .process(
      Attachment(
        process: process, folder: try control.folder(), ring: RingSize(Attachment.usualRing)!,
        callsDescriptions: !subject.noDescriptions))
  }

  /// The recording or the process that is named; nil if something is to be run.
  private func recording(_ request: RunRequest) -> String? {
    guard case .files(let paths) = request.subject, paths.count == 1, !isProgram(paths[0]) else { return nil }
    return paths[0]
  }
}
