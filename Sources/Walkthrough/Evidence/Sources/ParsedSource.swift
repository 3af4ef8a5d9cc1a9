import SwiftParser
import SwiftSyntax

/// The text of a Swift file with its syntax tree, which declarations, names, closures and hooks are read from.
struct ParsedSource {
  let text: String
  let tree: SourceFileSyntax
  let converter: SourceLocationConverter

  /// Parses a text; the tree leaves out the parts that are not Swift.
  init(_ text: String) {
    self.text = text
    tree = Parser.parse(source: text)
    converter = SourceLocationConverter(fileName: "", tree: tree)
  }
}
