import RxTrace

extension DirectiveRenderer {
  func assert(_ directive: Directive) throws(Problem) -> HTML {
    let parser = AssertionParser(directive.body)
    parser.problems.forEach(context.report)
    guard let run = try run(of: directive) else { return "" }
    parser.assertions.flatMap(AssertionChecker(run: run).problems).forEach(context.report)
    let items = parser.assertions.map { assertion -> HTML in
      let checked: HTML = "<code>\(assertion.text)</code>"
      guard let note = assertion.note else { return "<li>\(checked)</li>" }
      return "<li>\(checked) <span class=\"why\">\(markdown.note(note, line: assertion.place.line))</span></li>"
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
