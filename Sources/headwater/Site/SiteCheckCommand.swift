import ArgumentParser
import Walkthrough

/// `headwater site check`
struct SiteCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check everything that the pages claim, and write nothing.",
    discussion: """
      Reports the problems that a build would report. It also lists each page that is not translated into every \
      language of the site. This is not an error: such a page is shown in the language that it was written in.

      Examples:
        headwater site check
        headwater site check --content notes

      \(SiteCommand.exitStatus)
      """)

  @OptionGroup var folders: SiteOptions
  @OptionGroup var output: SiteOutputOption

  func run() throws {
    try SiteReporting.reporting {
      let report = try folders.builder(output: output.output).build(.check)
      SiteReporting.say(report.warnings)
      for page in report.missingTranslations { print("\(page): not translated yet") }
      print("\(folders.content): pages: \(report.pages), pipelines: \(report.pipelines), all claims hold")
    }
  }
}
