import RxTrace

/// Checks claims about a run, and lists them.
struct AssertDirective: Directive {
  static let name = "assert"
  static let hasBody = true
  static let keys = DirectiveKeys(required: ["pipeline"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let parser = AssertionParser(block.body)
    parser.problems.forEach(context.report)
    guard let run = try run() else { return "" }
    parser.assertions.flatMap(AssertionChecker(run: run).problems).forEach(context.report)
    let items = parser.assertions.map { assertion -> HTML in
      let checked: HTML = "<code>\(assertion.text)</code>"
      guard let note = assertion.note else { return "<li>\(checked)</li>" }
      return "<li>\(checked) <span class=\"why\">\(page.markdown.note(note, line: assertion.place.line))</span></li>"
    }
    return """
      <div class="checked">
      <p class="checked-label">\(context.words(.checkedAgainstRun))</p>
      <ul>
      \(items.joined(separator: "\n"))
      </ul>
      </div>
      """
  }
}
