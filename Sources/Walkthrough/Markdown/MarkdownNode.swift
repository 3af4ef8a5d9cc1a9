/// A node of a page's tree.
struct MarkdownNode {
  enum Kind: Equatable {
    case document, blockQuote, item, paragraph, thematicBreak, emphasis, strong, softBreak, lineBreak
    /// The number of the first item; nil for a list of bullets.
    case list(start: Int?, isTight: Bool)
    case codeBlock(info: String, text: String)
    case heading(level: Int)
    case text(String)
    case code(String)
    /// Raw HTML, of a block or inline.
    case html(String, isBlock: Bool)
    case link(url: String, title: String)
    case image(url: String, title: String)
  }

  var kind: Kind
  var children: [MarkdownNode] = []
  /// First and last line of a block in the file, from 1.
  var lines: ClosedRange<Int>
  /// The column at which a block starts, from 1, in bytes.
  var startColumn: Int

  /// The words of the node without any marks.
  var plainText: String {
    switch kind {
    case .text(let text), .code(let text), .html(let text, _): text
    case .softBreak, .lineBreak: " "
    default: children.map(\.plainText).joined()
    }
  }
}
