import Foundation

/// The parser's description of the commands and their options.
struct CommandTree: Decodable {
  let commandName: String
  let abstract: String?
  let discussion: String?
  let shouldDisplay: Bool?
  let subcommands: [CommandTree]?
  let arguments: [Option]?

  /// An option, a flag, or a positional argument.
  struct Option: Decodable {
    enum Kind: String, Decodable {
      case positional, option, flag
    }

    struct Name: Decodable {
      enum Kind: String, Decodable {
        case long, short, longWithSingleDash
      }

      let kind: Kind
      let name: String

      /// The name with its dashes.
      var text: String { (kind == .long ? "--" : "-") + name }
    }

    let kind: Kind
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let defaultValue: String?
    let shouldDisplay: Bool?
    let isOptional: Bool?
    let isRepeating: Bool?

    var longName: String? { kind == .positional ? nil : names?.first { $0.kind == .long }?.name }
  }

  private struct Document: Decodable {
    let command: CommandTree
  }

  /// Nil if the JSON does not come from the parser.
  init?(json: String) {
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(json.utf8)) else { return nil }
    self = document.command
  }
}
