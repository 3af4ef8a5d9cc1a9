/// The page that `man` shows, generated from the description of the commands by their parser.
///
///     ManualPage(commandTree: json)?.text
///     // Result: ".TH HEADWATER 1\n.SH NAME\nheadwater \\- Show every step of …"
struct ManualPage {
  private let root: CommandTree

  /// - Parameter json: the parser's JSON; the result is nil for anything else.
  init?(commandTree json: String) {
    guard let root = CommandTree(json: json) else { return nil }
    self.root = root
  }

  /// The whole page, for troff with the macros of man.
  var text: String {
    var lines = [".TH \(root.commandName.uppercased()) 1", ".SH NAME"]
    lines.append("\(root.commandName) \\- \(Self.escaped(root.abstract ?? ""))")
    lines += Self.synopsis(root) + Self.section("DESCRIPTION", root.discussion)
    for command in root.subcommands ?? [] { lines += Self.lines(command, in: [root.commandName]) }
    lines += [".SH ENVIRONMENT"] + Self.paragraphs(EnvironmentText.ofAll).dropFirst()
    return lines.joined(separator: "\n") + "\n"
  }

  private static func synopsis(_ root: CommandTree) -> [String] {
    [".SH SYNOPSIS"] + uses(of: root, in: [])
  }

  /// A line for each command that has no subcommands: its name and its required or positional arguments.
  private static func uses(of command: CommandTree, in path: [String]) -> [String] {
    guard isShown(command) else { return [] }
    let path = path + [command.commandName]
    let subcommands = (command.subcommands ?? []).filter(isShown)
    guard subcommands.isEmpty else { return subcommands.flatMap { uses(of: $0, in: path) } }
    let words = (command.arguments ?? []).compactMap(word).joined(separator: " ")
    return [".B \(escaped(path.joined(separator: " ")))\n[options]\(words.isEmpty ? "" : " \(escaped(words))")\n.br"]
  }

  /// `run`, `[step]`, `[what] ...`, or a required option; nil for any other option.
  private static func word(for argument: CommandTree.Option) -> String? {
    guard argument.shouldDisplay ?? true else { return nil }
    let name = argument.valueName ?? "value"
    let isOptional = argument.isOptional ?? true
    guard argument.kind == .positional else {
      let option = argument.names?.first.map { "\($0.text) \(name)" }
      return isOptional || argument.kind == .flag ? nil : option
    }
    return (isOptional ? "[\(name)]" : name) + (argument.isRepeating ?? false ? " ..." : "")
  }

  private static func isShown(_ command: CommandTree) -> Bool {
    (command.shouldDisplay ?? true) && command.commandName != "help"
  }

  private static func lines(_ command: CommandTree, in path: [String]) -> [String] {
    guard isShown(command) else { return [] }
    let path = path + [command.commandName]
    var lines = [".SH \(escaped(path.joined(separator: " ").uppercased()))", escaped(command.abstract ?? "")]
    lines += section(nil, command.discussion)
    let options = (command.arguments ?? []).filter { $0.shouldDisplay ?? true }
    if !options.isEmpty { lines.append(".SS Options") }
    for option in options { lines += Self.lines(option) }
    for subcommand in command.subcommands ?? [] { lines += Self.lines(subcommand, in: path) }
    return lines
  }

  private static func lines(_ option: CommandTree.Option) -> [String] {
    let value = option.kind == .flag ? "" : " <\(option.valueName ?? "value")>"
    let names = (option.names ?? []).map(\.text).joined(separator: ", ")
    let standard = option.defaultValue.map { " (\($0))" } ?? ""
    let title = ".B \(escaped((names + value).drop { $0 == " " }))"
    return [".TP", title, escaped((option.abstract ?? "") + standard)]
  }

  /// Text whose lines are kept, because it contains examples and tables.
  private static func section(_ title: String?, _ text: String?) -> [String] {
    guard let text, !text.isEmpty else { return [] }
    return (title.map { [".SH \($0)"] } ?? [".PP"]) + paragraphs(text)
  }

  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      if line.isEmpty { return [".PP"] }
      return line.hasPrefix(" ") ? [".nf", escaped(line), ".fi"] : [escaped(line)]
    }
  }

  /// A line that troff shows literally.
  private static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\n": result += " "
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
  }
}
