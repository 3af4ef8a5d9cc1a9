import ArgumentParser
import Walkthrough

/// `headwater site accept`
struct SiteAcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Note that the excerpts on some pages, or on all, have been looked at.",
    discussion: """
      The excerpts' texts are kept in CONTENT/\(SiteBuilder.ledgerName). When a source changes under a page, a build \
      reports the difference until the page's author has read the text around it again and accepts it.

      Examples:
        headwater site accept
        headwater site accept core-flow/index.md

      \(SiteCommand.exitStatus)
      """)

  @Argument(help: ArgumentHelp("Pages, as paths in the content folder (all).", valueName: "page"))
  var pages: [String] = []

  @OptionGroup var folders: SiteOptions

  func run() throws {
    try SiteReporting.reporting {
      for page in try folders.builder(output: SiteOutputOption.usual).accept(pages) { print(page) }
    }
  }
}
