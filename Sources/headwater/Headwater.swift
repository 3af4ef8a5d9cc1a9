import ArgumentParser

@main
struct Headwater: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "headwater",
    abstract: "Show every step of a reactive pipeline, and explain it.",
    version: "0.1.0",
    subcommands: [
      TraceCommand.self, DiffCommand.self, WhyCommand.self, CheckCommand.self, SiteCommand.self,
    ]
  )
}
