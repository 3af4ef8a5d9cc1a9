import RxTrace

/// Checks a directive and renders what it asks for.
struct DirectiveRenderer {
  let context: PageRenderer
  let markdown: MarkdownRenderer

  func render(_ directive: Directive) throws(Problem) -> HTML {
    switch directive.kind {
    case .source: try source(directive)
    case .trace: try trace(directive)
    case .chain: try chain(directive)
    case .assert: try assert(directive)
    case .hierarchy: try hierarchy(directive)
    }
  }

  private func run(of directive: Directive) throws(Problem) -> RecordedRun? {
    guard let pipeline = directive.attribute("pipeline") else { return nil }
    return try context.site.pipelines.run(of: pipeline.value, from: context.page.path, at: pipeline.valuePlace)
  }

  /// The engine's sources, with those of a pipeline where one is named.
  private func index(for directive: Directive) throws(Problem) -> SourceIndex {
    try run(of: directive)?.index ?? context.site.index
  }

  private func source(_ directive: Directive) throws(Problem) -> HTML {
    let index = try index(for: directive)
    let symbol = directive.attribute("symbol")!
    let declaration: Declaration
    do {
      declaration = try index.declaration(named: symbol.value)
    } catch {
      throw Problem(symbol.valuePlace, error.message(for: symbol.value))
    }
    let file = index.files[declaration.file]
    var excerpt = Excerpt(file: declaration.file, lines: declaration.lines)
    if let mark = directive.attribute("mark") {
      excerpt.lit = Set(declaration.lines.filter { file.texts[$0 - 1].contains(mark.value) })
      guard !excerpt.lit.isEmpty, !mark.value.isEmpty else {
        throw Problem(mark.valuePlace, "no line of `\(symbol.value)` contains `\(mark.value)`")
      }
    }
    return CodeRenderer.excerpt(
      excerpt, of: file, link: context.link(to: file, line: declaration.lines.lowerBound),
      symbols: context.symbols(in: index))
  }

  private func trace(_ directive: Directive) throws(Problem) -> HTML {
    if let view = directive.attribute("view"), view.value != "tree" {
      throw Problem(
        view.valuePlace, "unknown view `\(view.value)`" + Nearest.suggestion(for: view.value, among: ["tree"]))
    }
    guard let run = try run(of: directive) else { return "" }
    return TraceTreeRenderer(run: run, id: context.numbered("trace"), words: context.words).render()
  }

  private func chain(_ directive: Directive) throws(Problem) -> HTML {
    let parser = ChainParser(directive.body)
    parser.problems.forEach(context.report)
    guard let run = try run(of: directive) else { return "" }
    let missing = parser.lines.compactMap(\.claim).compactMap { claim in
      run.missingSymbol(claim.pattern).map { Problem(claim.place, $0.message(for: claim.pattern.text)) }
    }
    missing.forEach(context.report)
    guard parser.problems.isEmpty, missing.isEmpty else { return "" }
    switch ChainMatcher(run: run, lines: parser.lines).match() {
    case .failure(let failure): throw ChainReport(run: run, lines: parser.lines, failure: failure).problem
    case .success(let matches):
      return ChainRenderer(run: run, id: context.numbered("chain"), context: context, markdown: markdown)
        .render(matches)
    }
  }

  private func assert(_ directive: Directive) throws(Problem) -> HTML {
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
      <p class="checked-label">Checked against the recorded run</p>
      <ul>
      \(items.joined(separator: "\n"))
      </ul>
      </div>
      """
  }

  private func hierarchy(_ directive: Directive) throws(Problem) -> HTML {
    let index = try index(for: directive)
    let name = directive.attribute("of")!
    guard let type = index.type(named: name.value) else {
      throw Problem(
        name.valuePlace, "no such type `\(name.value)`" + Nearest.suggestion(for: name.value, among: index.typeNames))
    }
    return HierarchyRenderer(index: index, context: context).render(type)
  }
}
