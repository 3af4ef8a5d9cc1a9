import RxTrace

/// Checks a directive and renders what it asks for.
struct DirectiveRenderer {
  let context: PageRenderer
  let markdown: MarkdownRenderer

  func render(_ directive: Directive) throws(Problem) -> HTML {
    switch directive.kind {
    case .source: try source(directive)
    case .declaration: try declaration(directive)
    case .trace: try trace(directive)
    case .chain: try chain(directive)
    case .assert: try assert(directive)
    case .hierarchy: try hierarchy(directive)
    case .graph: try graph(directive)
    case .lanes: try lanes(directive)
    case .marbles: try marbles(directive)
    case .compare: try compare(directive)
    case .output: try output(directive)
    case .pages: try pages(directive)
    }
  }

  func run(of directive: Directive) throws(Problem) -> RecordedRun? {
    guard let pipeline = directive.attribute("pipeline") else { return nil }
    return try run(of: pipeline, directive.arguments)
  }

  func run(of pipeline: FenceInfo.Attribute, _ arguments: [String] = []) throws(Problem) -> RecordedRun? {
    try context.site.pipelines.run(
      of: pipeline.value, arguments: arguments, from: context.page.path, at: pipeline.valuePlace)
  }

  /// The engine's sources, with those of a pipeline where one is named.
  func index(for directive: Directive) throws(Problem) -> SourceIndex {
    try run(of: directive)?.index ?? context.site.index
  }

  private func trace(_ directive: Directive) throws(Problem) -> HTML {
    let view = directive.attribute("view")
    let views = ["tree", "stepper"]
    if let view, !views.contains(view.value) {
      throw Problem(view.valuePlace, "unknown view `\(view.value)`" + Nearest.suggestion(for: view.value, among: views))
    }
    guard let run = try run(of: directive) else { return "" }
    guard view?.value == "stepper" else {
      return TraceTreeRenderer(run: run, id: context.numbered("trace"), words: context.words).render()
    }
    return stepper(RecordedChain(run.trace).matches, of: run)
  }

  private func stepper(_ steps: [ChainMatcher.Match], of run: RecordedRun) -> HTML {
    ChainRenderer(run: run, id: context.numbered("chain"), context: context, markdown: markdown).render(steps)
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
    case .success(let matches): return stepper(matches, of: run)
    }
  }
}
