import ArgumentParser
import Foundation
import RxTrace
import Walkthrough

/// `headwater site spell`
struct SiteSpellCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spell",
    abstract: "Check the spelling of the pages.",
    discussion: """
      Words of the prose that aspell does not know are reported with their places, each once a page. Code, addresses and \
      names with capitals inside are left out. Pages that a template makes from data are checked too, with the places in \
      the data. CONTENT/\(PageWords.fileName) has further words that are right, one a line. The \
      dictionary of the language has to be installed, as aspell-en.

      Examples:
        headwater site spell
        headwater site spell de

      \(SiteCommand.exitStatus)
      """)

  @Argument(help: ArgumentHelp("The language, as in the names of pages.", valueName: "language"))
  var language = "en"

  @OptionGroup var folders: SiteOptions

  func run() throws {
    try SiteReporting.reporting {
      let content = URL(fileURLWithPath: folders.content)
      let words = try PageWords(content: content, language: language, languages: try languages())
      let problems = words.places(of: try unknown(words.all))
      SiteReporting.say(problems)
      if !problems.isEmpty { throw ExitCode.failure }
    }
  }

  /// The languages that the look has words for.
  private func languages() throws -> Set<String> {
    let files = try FileManager.default.contentsOfDirectory(atPath: folders.look.folder.path + "/languages")
    return Set(files.map { $0.replacing(".yml", with: "") })
  }

  private func unknown(_ words: Set<String>) throws -> Set<String> {
    guard let aspell = findExecutable("aspell") else {
      throw SiteSetupError("aspell is missing: install it, with the dictionary of the language, as aspell-en")
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "headwater-words-\(UUID().uuidString)")
    try words.sorted().joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    var process = ChildProcess(executable: aspell, arguments: ["--lang=\(language)", "--encoding=utf-8", "list"])
    process.streams = .captured(input: file.path, limit: 1 << 24)
    let result = try process.run()
    guard result.ending.status == 0 else {
      throw SiteSetupError("aspell: " + String(decoding: result.errorOutput, as: UTF8.self))
    }
    return Set(String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init))
  }
}
