import SwiftParser
import SwiftSyntax

/// The text of a Swift file with its syntax tree, which declarations, names, closures and hooks are read from.
struct ParsedSource {
  let text: String
  let tree: SourceFileSyntax
  let converter: SourceLocationConverter

  /// Any text has a tree; the parts that are not Swift are left out of it.
  init(_ text: String) {
    self.text = text
    tree = Parser.parse(source: text)
    converter = SourceLocationConverter(fileName: "", tree: tree)
  }
}
