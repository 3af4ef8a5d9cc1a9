import CCMark
import RxTrace

/// CommonMark, parsed by libcmark. No other code uses the library.
enum CommonMark {
  /// The tree of a text. `firstLine` is the number that the text's first line has in its file.
  /// - Throws: ``Problem`` when the text nests deeper than ``Limits/nesting``.
  static func parse(_ text: String, firstLine: Int = 1) throws(Problem) -> MarkdownNode {
    try parse(ArraySlice(text.utf8), firstLine: firstLine)
  }

  /// The tree of a text in UTF-8.
  static func parse(_ text: ArraySlice<UInt8>, firstLine: Int = 1) throws(Problem) -> MarkdownNode {
    let parsed = text.withUnsafeBytes { bytes in
      cmark_parse_document(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, CMARK_OPT_DEFAULT)
    }
    guard let document = parsed else { throw Problem(line: firstLine, "libcmark could not read the text") }
    defer { cmark_node_free(document) }
    return try node(document, lineOffset: firstLine - 1, depth: 0)
  }

  private static func node(
    _ node: OpaquePointer, lineOffset: Int, depth: Int
  ) throws(Problem) -> MarkdownNode {
    let start = max(1, Int(cmark_node_get_start_line(node))) + lineOffset
    let end = max(start, Int(cmark_node_get_end_line(node)) + lineOffset)
    guard depth <= Limits.nesting else {
      throw Problem(line: start, "nested more than \(Limits.nesting) levels deep")
    }
    var children: [MarkdownNode] = []
    var child = cmark_node_first_child(node)
    while let current = child {
      children.append(try Self.node(current, lineOffset: lineOffset, depth: depth + 1))
      child = cmark_node_next(current)
    }
    return MarkdownNode(
      kind: kind(of: node), children: children, lines: start...end,
      startColumn: max(1, Int(cmark_node_get_start_column(node))))
  }

  private static func kind(of node: OpaquePointer) -> MarkdownNode.Kind {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_BLOCK_QUOTE: .blockQuote
    case CMARK_NODE_LIST: list(node)
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: .codeBlock(info: string(cmark_node_get_fence_info(node)), text: literal(node))
    case CMARK_NODE_HTML_BLOCK, CMARK_NODE_CUSTOM_BLOCK: .html(literal(node), isBlock: true)
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading(level: Int(cmark_node_get_heading_level(node)))
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_TEXT: .text(literal(node))
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: .code(literal(node))
    case CMARK_NODE_HTML_INLINE, CMARK_NODE_CUSTOM_INLINE: .html(literal(node), isBlock: false)
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link(url: string(cmark_node_get_url(node)), title: string(cmark_node_get_title(node)))
    case CMARK_NODE_IMAGE: .image(url: string(cmark_node_get_url(node)), title: string(cmark_node_get_title(node)))
    default: .document
    }
  }

  private static func list(_ node: OpaquePointer) -> MarkdownNode.Kind {
    let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
    return .list(
      start: isOrdered ? Int(cmark_node_get_list_start(node)) : nil, isTight: cmark_node_get_list_tight(node) != 0)
  }

  private static func literal(_ node: OpaquePointer) -> String { string(cmark_node_get_literal(node)) }

  private static func string(_ characters: UnsafePointer<CChar>?) -> String {
    characters.map { String(cString: $0) } ?? ""
  }
}
