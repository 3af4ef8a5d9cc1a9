import RxTrace

/// Shows the steps of a run that the body claims, one by one.
struct ChainDirective: Directive {
  static let name = "chain"
  static let keys = DirectiveKeys(required: ["pipeline"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let parser = ChainParser(block.body)
    parser.problems.forEach(context.report)
    guard let run = try run() else { return "" }
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
    case .success(let matches): return stepper(matches, of: run)
    }
  }
}
