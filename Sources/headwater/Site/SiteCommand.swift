import ArgumentParser

/// `headwater site …`
struct SiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site",
    abstract: "Turn Markdown and recorded runs into walkthroughs.",
    subcommands: [
      SiteBuildCommand.self, SiteCheckCommand.self, SiteAcceptCommand.self, SiteCommentsCommand.self,
      SiteInitCommand.self, SiteNewCommand.self, SiteServeCommand.self, SiteSpellCommand.self, SiteTestsCommand.self,
    ])

  static let exitStatus = """
    EXIT STATUS
      0   all is well
      1   it is not; standard error says why
      64  the command line is wrong
    """
}
