import ArgumentParser

extension ParsableCommand {
  /// The commands that a command line names, outermost first, without this one.
  static func commands(namedBy words: ArraySlice<String>) -> [any ParsableCommand.Type] {
    guard let word = words.first,
      let command = configuration.subcommands.first(where: { $0.configuration.commandName == word })
    else { return [] }
    return [command] + command.commands(namedBy: words.dropFirst())
  }
}
