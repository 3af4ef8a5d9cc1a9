import ArgumentParser
import RxTrace
import TraceAnalysis
import TraceViews

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
        headwater show run.hwtrace -o portable.hwtrace
        headwater show theirs.hwtrace --trust ~/checkout -o theirs.html

      \(TrustOptions.discussion)

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

  @OptionGroup(title: "Output")
  var show: ShowOptions

  @OptionGroup
  var sources: SourcesOption

  @OptionGroup
  var trust: TrustOptions

  func run() throws {
    let showing = try show.showing(filters.filter(), title: file)
    var session = ShowSession(file, showing: showing, trusting: trust.folders)
    session.added = sources.added
    throw ExitCode(session.run())
  }
}

extension ShowCommand: QuotableCommand {
  func answer(about run: NamedRuns) throws -> String {
    try show.showing(filters.filter(), title: file).text(of: run(file).located)
  }
}
