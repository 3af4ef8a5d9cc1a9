import ArgumentParser
import Foundation
import RxTrace

@main
struct Headwater: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "headwater",
    abstract: "Show every step of a reactive pipeline, and explain it.",
    discussion: """
      Examples:
        headwater trace greet.swift
        headwater trace -e 'Observable.of(1, 2, 3).map { $0 * 2 }'
        headwater trace path/to/package --product app
        headwater test path/to/package --filter SearchTests
        headwater check greet.swift
        headwater report greet.swift
        headwater profile greet.swift
        headwater watch -- ./my-server
        headwater attach 4711
        headwater why greet.swift --last-output
        headwater why-not greet.swift hello --at greet.swift:7
        headwater record -o run.hwtrace greet.swift
        headwater show run.hwtrace --kind onCore
      """,
    version: "0.2.0",
    subcommands: [
      TraceCommand.self, RecordCommand.self, TestCommand.self, ShowCommand.self, DiffCommand.self, WhyCommand.self,
      WhyNotCommand.self, CheckCommand.self, ReportCommand.self, ProfileCommand.self, WatchCommand.self,
      AttachCommand.self, ListCommand.self, SnapshotCommand.self, OpenCommand.self, SiteCommand.self, EnvCommand.self,
      ManualCommand.self,
    ]
  )

  static func main() {
    FileSizeLimit.makeAnError()
    Interruption.unblock()
    if let word = DashedName.first(in: CommandLine.arguments.dropFirst()) {
      end(with: ValidationError("\(word): begins with - like an option; write ./\(word)"))
    }
    if let complaint = UnknownCommand.complaint(about: Array(CommandLine.arguments.dropFirst())) {
      end(with: ValidationError(complaint))
    }
    let given = EnvironmentOptions().added(to: Array(CommandLine.arguments.dropFirst()))
    let command: any ParsableCommand
    do {
      command = try parseAsRoot(given.arguments)
    } catch {
      if exitCode(for: error) != .success, let note = given.note { FileHandle.standardError.write(Data(note.utf8)) }
      end(with: error)
    }
    do {
      var command = command
      try command.run()
    } catch {
      end(with: error)
    }
  }

  /// Whether the command line asks for the list of commands.
  private static var isOverview: Bool {
    [[], ["help"], ["--help"], ["-h"]].contains(Array(CommandLine.arguments.dropFirst()))
  }

  /// Ends the process as the parser does, with its message in the form of all other messages.
  private static func end(with error: any Error) -> Never {
    let isMessage = exitCode(for: error) != .success && !(error is ExitCode)
    if !isMessage, isOverview {
      // The parser has no place for text behind the list of commands.
      print("\(fullMessage(for: error))\n\n\(EnvironmentText.ofAll)")
      exit(withError: ExitCode.success)
    }
    guard isMessage else { exit(withError: error) }
    let text = CommandLineMessage.inOneVoice(fullMessage(for: error))
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(withError: ExitCode(exitCode(for: error).rawValue))
  }
}
