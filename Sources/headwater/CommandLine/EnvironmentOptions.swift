import Foundation

/// The options of a command that environment variables give: `HEADWATER_TIME_LIMIT=5` is `--time-limit 5`.
///
/// The options are read from the parser's own description of the command, so that each option has its variable without a
/// list that could become stale. Options on the command line take precedence.
///
///     EnvironmentOptions(["HEADWATER_NO_FOLD": "1"]).added(to: ["show", "run.hwtrace"]).arguments
///     // Result: ["show", "--no-fold", "run.hwtrace"]
struct EnvironmentOptions {
  /// A command line with what the environment adds to it.
  struct Result: Equatable, Sendable {
    var arguments: [String]
    /// The variables that were used.
    var variables: [String] = []

    /// A note for an invalid command line, because the mistake may be in a variable.
    var note: String? {
      variables.isEmpty ? nil : "Note: these variables are set: \(variables.joined(separator: ", "))\n"
    }
  }

  private let variables: [String: String]

  private static let prefix = "HEADWATER_"
  /// The recorder's variables, which headwater sets for the program that it runs.
  private static let others: Set = ["HEADWATER_TRACE", "HEADWATER_TRACE_EACH", "HEADWATER_TRACE_LIMIT"]

  /// Options that replace the command's action.
  private static let unmirrored: Set = ["help", "version"]

  init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    variables = environment.filter {
      $0.key.hasPrefix(Self.prefix) && !Self.others.contains($0.key) && !$0.value.isEmpty
    }
  }

  func added(to arguments: [String]) -> Result {
    let path = Headwater.commands(namedBy: arguments[...])
    // Only one command is described, because describing all of them takes longer than most commands.
    guard !variables.isEmpty, let command = path.last.flatMap({ CommandTree(json: $0._dumpHelp()) }) else {
      return Result(arguments: arguments)
    }
    let prefix = arguments.prefix(path.count - 1).map { $0 + "-" }.joined()
    var result = Result(arguments: Array(arguments.prefix(path.count)))
    let rest = arguments.dropFirst(path.count)
    for option in command.arguments ?? [] {
      guard let name = option.longName, !Self.unmirrored.contains(name), !option.isGiven(in: rest) else { continue }
      let variable = Self.prefix + (prefix + name).uppercased().replacingOccurrences(of: "-", with: "_")
      guard let value = variables[variable], let argument = option.argument(name, value) else { continue }
      result.arguments.append(argument)
      result.variables.append(variable)
    }
    result.arguments += rest
    return result
  }
}

extension CommandTree.Option {
  /// Whether the command line has the option, under any of its names.
  fileprivate func isGiven(in arguments: ArraySlice<String>) -> Bool {
    arguments.prefix { $0 != "--" }.contains { argument in
      (names ?? []).contains { argument == $0.text || $0.kind == .long && argument.hasPrefix("\($0.text)=") }
    }
  }

  /// The option as it stands on a command line; nil for a flag that is not to be set.
  fileprivate func argument(_ name: String, _ value: String) -> String? {
    guard kind == .flag else { return "--\(name)=\(value)" }
    return ["0", "false", "no"].contains(value.lowercased()) ? nil : "--\(name)"
  }
}
