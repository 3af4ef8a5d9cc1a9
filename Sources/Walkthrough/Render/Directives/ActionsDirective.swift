import RxTrace

/// Shows links as buttons: each line of the body is a link in Markdown.
struct ActionsDirective: Directive {
  static let name = "actions"
  static let hasBody = true
  static let keys = DirectiveKeys()

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let lines = block.body.lines.filter { !$0.text.trimmingSpaces().isEmpty }
    if lines.isEmpty { throw Self.needsLinks(block.info.place) }
    if let line = lines.first(where: { !$0.text.contains("](") }) { throw Self.needsLinks(line.place) }
    let links = lines.map { page.markdown.note($0.text, line: $0.place.line) }
    return "<p class=\"actions\">\(links.joined(separator: " "))</p>"
  }

  private static func needsLinks(_ place: Place) -> Problem {
    Problem(place, "`actions` needs a link on each line: `[Begin](guide/index.md)`")
  }
}
