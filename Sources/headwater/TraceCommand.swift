import ArgumentParser
import Foundation
import RxTrace

struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Run a Swift file and show each step that its observables took.",
    discussion: """
      The file is compiled as it is, with top-level code or with @main; it says `import Rx` or `import RxSwift`. It has \
      the terminal to itself while it runs. Then the calls follow as a tree: which object, which event, which source line.

      EXIT STATUS
        The program's own; 128 + signal when a signal ended it. Otherwise:
        64  the command line is wrong
        65  the file is empty or no UTF-8 text, does not compile, or uses no Rx
        66  the file cannot be read
        69  swiftc or the engine is missing
        73  a file could not be written
        124 the time limit was reached

      ENVIRONMENT
        SWIFTC           the Swift compiler (the first swiftc in PATH)
        NO_COLOR         set to anything: no colours unless --color asks for them
        XDG_CACHE_HOME   compiled files are kept in its folder headwater (~/.cache)
      """)

  @Argument(help: ArgumentHelp("The Swift file.", valueName: "file.swift"))
  var file: String

  @Argument(parsing: .postTerminator, help: "What the program is given as its arguments, after --.")
  var arguments: [String] = []

  @Option(help: ArgumentHelp("Stop the program after this time; 0 for never.", valueName: "seconds"))
  var timeLimit = PipelineRunner.interactiveTimeLimit

  @Option(
    help: ArgumentHelp("Leave out what would make the recording larger than this; 0 for no limit.", valueName: "MiB"))
  var sizeLimit = PipelineRunner.defaultSizeLimit >> 20

  @Option(help: ArgumentHelp("Colours: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  @Option(help: ArgumentHelp("Keep the recording here.", valueName: "file.hwtrace"))
  var keep: String?

  func validate() throws {
    guard timeLimit.isFinite, timeLimit >= 0 else {
      throw ValidationError("--time-limit takes a number of seconds, or 0 for none")
    }
    guard (0...4096).contains(sizeLimit) else {
      throw ValidationError("--size-limit takes a number of MiB up to 4096, or 0 for none")
    }
  }

  func run() throws {
    let session = TraceSession(
      file: file, arguments: arguments, timeLimit: timeLimit, sizeLimit: sizeLimit << 20, keptTrace: keep,
      colorsTree: isColored(STDOUT_FILENO), colorsMessages: isColored(STDERR_FILENO))
    throw ExitCode(session.run())
  }

  private func isColored(_ descriptor: Int32) -> Bool {
    color.isColored(isTerminal: isatty(descriptor) == 1, environment: ProcessInfo.processInfo.environment)
  }
}

extension ColorChoice: ExpressibleByArgument {}
