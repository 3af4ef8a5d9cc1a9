import ArgumentParser
import Foundation
import RxTrace

/// A command line whose first word should be a command but is not one.
enum UnknownCommand {
  /// A message with the command that was probably meant; nil if the words name existing commands.
  static func complaint(about arguments: [String]) -> String? {
    let path = Headwater.commands(namedBy: arguments[...])
    let known = (path.last ?? Headwater.self).configuration.subcommands.map { $0.configuration }
    guard !known.isEmpty, let word = arguments.dropFirst(path.count).first, !word.hasPrefix("-"), word != "help" else {
      return nil
    }
    let shown = known.filter { $0.shouldDisplay }.compactMap { $0.commandName }.sorted()
    let words = (["headwater"] + arguments.prefix(path.count)).joined(separator: " ")
    return "there is no command \(ShownText.printable(word)); \(remedy(word, shown, words))"
  }

  private static func remedy(_ word: String, _ known: [String], _ path: String) -> String {
    let isRoot = path == "headwater"
    if isRoot, word.hasSuffix(".swift") || RunOptions.isExpression(word) {
      let text = word.hasSuffix(".swift") ? word : "-e '\(word)'"
      return "to trace it: headwater trace \(ShownText.printable(text))"
    }
    if isRoot, word.hasSuffix(".hwtrace") { return "to show it: headwater show \(ShownText.printable(word))" }
    let near = Nearest.name(to: word, among: known).flatMap { Nearest.distance(word.lowercased(), $0) <= 2 ? $0 : nil }
    return near.map { "did you mean \(path) \($0)?" } ?? "there are \(known.joined(separator: ", "))"
  }
}

/// Messages about a wrong command line, in the form of all other messages.
enum CommandLineMessage {
  /// `headwater: unknown option '--foo'` instead of `Error: Unknown option '--foo'`.
  static func inOneVoice(_ message: String) -> String {
    let start = "Error: "
    guard message.hasPrefix(start) else { return message }
    let rest = message.dropFirst(start.count)
    // A word in capitals, such as a name, stays as it is.
    let isWord = rest.dropFirst().first.map { $0.isLowercase || $0 == " " } ?? false
    return "headwater: " + (isWord ? rest.prefix(1).lowercased() + rest.dropFirst() : String(rest))
  }
}
