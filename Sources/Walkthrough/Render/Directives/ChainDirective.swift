import RxTrace

/// Shows the steps of a run that the body claims, one by one. With `fold=engine`, the engine's code and objects stay folded
/// until the reader asks for them.
struct ChainDirective: Directive {
  static let name = "chain"
  static let hasBody = true
  static let keys = DirectiveKeys(required: ["pipeline"], optional: ["fold"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let foldsEngine = try foldsEngine()
    let parser = ChainParser(block.body)
    let run = try run()
    for problem in parser.problems {
      context.report(Problem(problem.place, problem.message + offered(for: problem, of: run)))
    }
    guard let run else { return "" }
    let missing = parser.lines.compactMap(\.claim).compactMap { claim in
      run.missingSymbol(claim.pattern).map { missing in
        let lines = OfferedLines(run: run, base: 0).text(for: claim)
        return Problem(claim.place, missing.message(for: claim.pattern.text) + lines)
      }
    }
    missing.forEach(context.report)
    guard parser.problems.isEmpty, missing.isEmpty else { return "" }
    switch ChainMatcher(run: run, lines: parser.lines).match() {
    case .failure(let failure): throw ChainReport(run: run, lines: parser.lines, failure: failure).problemWithLines
    case .success(let matches): return stepper(matches, of: run, foldsEngine: foldsEngine)
    }
  }

  /// The lines of the run with the same value as a claimed line whose symbol is in no recording.
  private func offered(for problem: Problem, of run: Evidence?) -> String {
    guard let run, let line = block.body.lines.first(where: { $0.place.line == problem.place.line }),
      let value = ChainParser.value(besideUnknownSymbol: line.text)
    else { return "" }
    return OfferedLines(run: run, base: 0).text(for: value)
  }

  private func foldsEngine() throws(Problem) -> Bool {
    guard let fold = attribute("fold") else { return false }
    guard fold.value == "engine" else {
      throw Problem(fold.valuePlace, "`fold` is left out or `engine`, not `\(fold.value)`")
    }
    return true
  }
}
