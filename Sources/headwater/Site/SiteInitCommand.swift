import ArgumentParser
import Foundation
import Walkthrough

/// `headwater site init`
struct SiteInitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a file of settings that says what can be set.",
    discussion: """
      Makes CONTENT/site.yml. A site needs none; the file has the site's title and address, the bar at the top, and more.

      Examples:
        headwater site init
        headwater site init --content notes

      \(SiteCommand.exitStatus)
      """)

  @Option(help: ArgumentHelp("The folder of Markdown pages and pipelines.", valueName: "folder"))
  var content = "content"

  func run() throws {
    try SiteReporting.reporting { print(try NewSettings().write(into: URL(fileURLWithPath: content))) }
  }
}
