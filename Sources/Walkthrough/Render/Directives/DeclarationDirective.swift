import RxTrace

/// Shows a symbol's declaration: its signature as in the source, and its doc comment.
struct DeclarationDirective: Directive {
  static let name = "declaration"
  static let keys = DirectiveKeys(required: ["symbol"], optional: ["pipeline"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let run = try run()
    let index = run?.index ?? context.site.index
    let declaration = try declaration(attribute("symbol")!, in: index, run)
    let file = index.files[declaration.file]
    let line = declaration.lines.lowerBound
    return """
      <figure class="declaration" id="\(context.numbered("declaration"))">
      <figcaption><a href="\(context.link(to: file, line: line))">\(file.name)\
      <span class="lines">:\(line)</span></a></figcaption>
      \(CodeRenderer.swift(DeclarationHead.text(of: declaration, in: file)))
      \(try documentation(of: declaration))
      </figure>
      """
  }

  /// Comments are in the main language. On a page in another language, the comment is shown in that language if it has
  /// been translated, and folded otherwise.
  private func documentation(of declaration: Declaration) throws(Problem) -> HTML {
    let isOtherLanguage = context.page.language != Wording.mainLanguage
    if isOtherLanguage, let translated = translation(of: declaration.documentation) {
      return "<div class=\"doc\">\n\(try DocCommentRenderer.html(translated))\n</div>"
    }
    let comment = try DocCommentRenderer.html(declaration.documentation)
    let text: HTML = "<div class=\"doc\" lang=\"\(Wording.mainLanguage)\">\n\(comment)\n</div>"
    guard isOtherLanguage else { return text }
    return "<details class=\"doc-folded\">\n<summary>\(words(.commentInEnglish))</summary>\n\(text)\n</details>"
  }

  /// The translation of a comment; nil if it has not been translated or has changed since.
  private func translation(of comment: String) -> String? {
    let (symbol, language) = (attribute("symbol")!, context.page.language)
    let comments = context.site.comments(in: language)
    if let text = comments.text(of: comment) { return text }
    guard let entry = comments[symbol.value] else { return nil }
    let file = "\(TranslatedComments.fileName(language)):\(entry.place.line)"
    context.warn(
      Problem(
        symbol.valuePlace,
        "the comment of `\(symbol.value)` has changed since it was translated in \(file): translate it again, and write "
          + "`of: \(TranslatedComments.identifier(of: comment))`"))
    return nil
  }
}

/// Renders a doc comment. The code spans of its symbol links are enough to show their names.
enum DocCommentRenderer {
  static func html(_ comment: String) throws(Problem) -> HTML { blocks(try CommonMark.parse(comment).children) }

  private static func blocks(_ nodes: [MarkdownNode]) -> HTML { nodes.map(block).joined(separator: "\n") }

  private static func block(_ node: MarkdownNode) -> HTML {
    switch node.kind {
    case .paragraph: "<p>\(InlineMarkdown.html(node.children))</p>"
    case .heading: "<p><strong>\(InlineMarkdown.html(node.children))</strong></p>"
    case .codeBlock(_, let text): CodeRenderer.swift(text)
    case .list(nil, _): "<ul>\n\(node.children.map(item).joined(separator: "\n"))\n</ul>"
    case .list: "<ol>\n\(node.children.map(item).joined(separator: "\n"))\n</ol>"
    case .html(let text, _): "<p>\(text)</p>"
    case .thematicBreak: "<hr>"
    default: blocks(node.children)
    }
  }

  private static func item(_ item: MarkdownNode) -> HTML {
    let content = item.children.map { child -> HTML in
      child.kind == .paragraph ? InlineMarkdown.html(child.children) : block(child)
    }
    return "<li>\(content.joined(separator: "\n"))</li>"
  }
}
