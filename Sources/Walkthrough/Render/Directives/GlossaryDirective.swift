import RxTrace

/// Lists the terms of the site's glossary with their explanations, in the order of the file.
struct GlossaryDirective: Directive {
  static let name = "glossary"
  static let keys = DirectiveKeys()

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let terms = context.site.glossary.terms
    // A glossary that cannot be read has been reported with its place.
    guard context.site.glossary.problems.isEmpty else { return "" }
    guard !terms.isEmpty else {
      throw Problem(block.info.place, "there are no terms: write them in `\(Glossary.fileName)` beside the pages")
    }
    let language = context.page.language
    let items = terms.map { term -> HTML in
      let text = context.problems.reporting(
        in: "the text of `\(term.name(language))`, \(Glossary.fileName):\(term.place.line)", at: block.info.place
      ) {
        page.markdown.note(term.text(language), line: block.info.place.line)
      }
      return """
        <div id="\(context.uniqueIdentifier(term.id))">
        <dt>\(InlineMarkdown(term.name(language)).html)</dt>
        <dd>\(text)</dd>
        </div>
        """
    }
    return "<dl class=\"glossary\">\n\(items.joined(separator: "\n"))\n</dl>"
  }
}
