/// A doc comment of a public declaration that has no translation, or has changed since it was translated.
public struct UntranslatedComment: Equatable, Sendable {
  /// The declaration, spelt so that no other one is meant.
  public var symbol: String
  /// The text to translate.
  public var comment: String

  /// An entry for the file of translations, with the original in place of the translation.
  ///
  ///     "ObservableType.map(_:)":
  ///       of: "3f2a91c0"
  ///       text: |-
  ///         Changes each element by a function.
  public var entry: String {
    let lines = comment.split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    let identifier = TranslatedComments.identifier(of: comment)
    return "\(YAML.quoted(symbol)):\n  of: \(YAML.quoted(identifier))\n  text: |-\n\(text)\n"
  }

  /// The comments of some modules, in the order of the modules' pages. Declarations that share a comment count once.
  static func all(in modules: [DocumentedModule], except known: TranslatedComments) -> [UntranslatedComment] {
    var seen: Set<String> = []
    return modules.flatMap { module in
      module.declarations.compactMap { declaration in
        let comment = declaration.documentation
        guard !comment.isEmpty, known.text(of: comment) == nil, seen.insert(comment).inserted else { return nil }
        return UntranslatedComment(symbol: module.index.spelling(of: declaration), comment: comment)
      }
    }
  }
}
