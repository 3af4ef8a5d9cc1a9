import ArgumentParser
import Foundation
import RxTrace
import Walkthrough

/// `headwater site build`
struct SiteBuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build the site.",
    discussion: """
      Every pipeline that a page names is compiled and run with every hook recording, and everything that the pages \
      claim is held against the run and against the sources. Claims that do not hold, misspelt directives and dead \
      links are reported together as FILE:LINE:COLUMN: error: …, and the site that was there before stays as it was. \
      What is the same as at the last build is not made again.

      Examples:
        headwater site build
        headwater site build --content notes --output public
        headwater site build --package ../parser
        headwater site build --release 1.1 --output public

      \(SiteCommand.exitStatus)
      """)

  @OptionGroup var folders: SiteOptions
  @OptionGroup var output: SiteOutputOption

  @Option(
    help: ArgumentHelp(
      "Build the site of a release into a folder of that name in the output folder, beside those of other releases.",
      valueName: "name"))
  var release: String?

  func run() throws {
    try SiteReporting.reporting {
      var builder = try folders.builder(output: output.output, release: release)
      let notice = SlowBuildNotice()
      builder.reportsProgress = { notice.say(made: $0.made, of: $0.total) }
      let report = try builder.build()
      SiteReporting.say(report.warnings)
      let pages = "pages: \(report.pages), rendered: \(report.rendered)"
      let output = builder.folders.output.relativePath
      print("\(output): \(pages), pipelines: \(report.pipelines), files written: \(report.written)")
    }
  }
}
