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
      WHAT is a recording, which may still be written, or something to run, as for trace: Swift files, a package's folder, \
      or, after --, a program and its arguments. A recording that `headwater record -o run.hwtrace` makes at the moment is \
      found under that name.

      It reads the recording that the program writes, so that the program does not notice it. If newer steps replace others \
      before these were read, it says so and goes on.

      A line has a stage, as in `headwater report`:
        open    subscriptions that are open now
        in/s    elements that it was given, each second since the line before
        out/s   elements that it handed on
        err     errors that came to it or came up in it
        stage   the line that made it, and the operator or the variable
        value   the element that it sent last, or, of an observer, got

      Lines are written for the stages that did something. Findings of `headwater check` are told as they arise; what only \
      the end of the run can show is told at the end. The program's output goes to standard error.

      Examples:
        headwater watch run.hwtrace
        headwater watch -- ./my-server --port 8080
        headwater watch path/to/package --product app
        headwater watch pipeline.swift --every 0.5

      EXIT STATUS
        The program's own if one is run; 128 + signal when a signal ended it. Otherwise:
        0   the recording was shown
        2   trouble: a recording that cannot be read
        64  the command line is wrong
        65  nothing was recorded

      \(TrustOptions.discussion)

      \(Analysis.environment)
      """)

  @OptionGroup(title: "What is watched")
  var subject: RunOptions

  @Option(help: ArgumentHelp("How often lines are written.", valueName: "seconds"))
  var every = 1.0

  @Option(help: ArgumentHelp("Colours of the text: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  @OptionGroup
  var trust: TrustOptions

  func validate() throws {
    guard every.isFinite, (0.1...86_400).contains(every) else {
      throw ValidationError("--every takes a number of seconds from 0.1 on, and was given \(every)")
    }
  }

  func run() throws {
    let request = try subject.request()
    let target: WatchSession.Target
    if let path = recording(request) {
      target = .recording(path)
    } else {
      target = .program(WatchedProgram(request), request)
    }
    var session = WatchSession(target, every: .seconds(every), trusting: trust.folders)
    session.isColored = color.isColored(STDOUT_FILENO)
    session.colorsMessages = color.isColored(STDERR_FILENO)
    session.timeLimit = subject.timeLimit
    session.callsDescriptions = !subject.noDescriptions
    throw ExitCode(session.run())
  }

  /// The recording that is named; nil if something is to be run.
  private func recording(_ request: RunRequest) -> String? {
    guard case .files(let paths) = request.subject, paths.count == 1, !isProgram(paths[0]) else { return nil }
    return paths[0]
  }
}
