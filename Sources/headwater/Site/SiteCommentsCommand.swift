import ArgumentParser
import Walkthrough

/// `headwater site comments`
struct SiteCommentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "comments",
    abstract: "List the doc comments that are not translated yet.",
    discussion: """
      Prints an entry for each doc comment of a public declaration that CONTENT/comments.LANGUAGE.yml does not translate, \
      or that has changed since: the symbol, the identifier of the comment, and the comment itself in place of the \
      translation. Append the entries to that file and translate them there.

      Examples:
        headwater site comments zh-Hans
        headwater site comments zh-Hans >> content/comments.zh-Hans.yml

      \(SiteCommand.exitStatus)
      """)

  @Argument(help: ArgumentHelp("The language of the translations, as in the names of pages.", valueName: "language"))
  var language: String

  @OptionGroup var folders: SiteOptions

  func run() throws {
    try SiteReporting.reporting {
      let comments = try folders.builder(output: SiteOutputOption.usual).untranslatedComments(in: language)
      for comment in comments { print(comment.entry, terminator: "") }
    }
  }
}
