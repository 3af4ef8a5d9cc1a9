import ArgumentParser
import RxTrace

/// `headwater show …`
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a recorded run.",
    discussion: """
      Examples:
        headwater show run.hwtrace
        headwater show run.hwtrace --only-errors --enclosing
        headwater show run.hwtrace --object 'Map*' --steps 100...200
        headwater show run.hwtrace -o run.svg

      \(ExitStatusText.ofReaders)

      \(FilterOptions.discussion)

      \(ShowOptions.discussion)

      \(EnvironmentText.ofReaders)
      """)

  @Argument(
    help: ArgumentHelp("The recording.", valueName: "file.hwtrace"), completion: .file(extensions: ["hwtrace"]))
  var file: String

  @OptionGroup(title: "Filters")
  var filters: FilterOptions

  @OptionGroup(title: "How it is shown")
  var show: ShowOptions

  func run() throws {
    throw ExitCode(ShowSession(file, showing: try show.showing(filters.filter(), title: file)).run())
  }
}
