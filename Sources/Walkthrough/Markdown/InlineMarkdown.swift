import RxTrace

/// A short text such as a summary: Markdown without blocks. Raw HTML in it is shown as text. A link becomes its words,
/// because summaries also appear on other pages and within links.
///
///     InlineMarkdown("Sends *each* `map`").html       // Sends <em>each</em> <code>map</code>
///     InlineMarkdown("Sends *each* `map`").plainText  // Sends each map
struct InlineMarkdown {
  private let nodes: [MarkdownNode]

  /// A text that is not one paragraph, such as one that begins with `#`, is shown as it is.
  init(_ text: String) {
    let blocks = (try? CommonMark.parse(text).children) ?? []
    let isParagraph = blocks.count == 1 && blocks[0].kind == .paragraph
    nodes = isParagraph ? blocks[0].children : [Self.node(.text(text))]
  }

  /// Parses a tool's sentence, in which only code spans are markup, because a program's values may contain any sign.
  init(codeSpansOf text: String) {
    nodes = CodeSpans.parts(of: text).map { Self.node($0.isCode ? .code(String($0.text)) : .text(String($0.text))) }
  }

  private static func node(_ kind: MarkdownNode.Kind) -> MarkdownNode {
    MarkdownNode(kind: kind, lines: 1...1, startColumn: 1)
  }

  var html: HTML { Self.html(nodes) }

  /// The words without any marks, on one line.
  var plainText: String {
    nodes.map(\.plainText).joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The inline nodes of a paragraph.
  static func html(_ nodes: [MarkdownNode]) -> HTML {
    nodes.map { node -> HTML in
      switch node.kind {
      case .text(let text), .html(let text, _): HTML(text: text)
      case .code(let text): "<code>\(text)</code>"
      case .softBreak, .lineBreak: "\n"
      case .emphasis: "<em>\(html(node.children))</em>"
      case .strong: "<strong>\(html(node.children))</strong>"
      default: html(node.children)
      }
    }.joined()
  }
}
