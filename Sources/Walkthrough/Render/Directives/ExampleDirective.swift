import RxTrace

/// Shows the Markdown in its body, and below it the result, so that a page about writing pages need not repeat either.
struct ExampleDirective: Directive {
  static let name = "example"
  static let hasBody = true
  static let keys = DirectiveKeys()

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    guard !block.body.lines.isEmpty else { throw Problem(block.body.opening, "the example has no lines") }
    let text = block.body.lines.map { $0.text + "\n" }.joined()
    let nodes = try CommonMark.parse(text, firstLine: block.body.opening.line + 1).children
    return "\(CodeRenderer.plain(text))\n\(page.markdown.blocks(nodes))"
  }
}
