import RxTrace

/// Asks the reader for a program, says what its run must show, and folds a solution.
///
///     ````task pipeline=answers/twice.swift start=numbers.swift
///     Print each number twice.
///
///     ```output
///     1
///     1
///     ```
///
///     `flatMap` does it.
///     ````
/// The text above the claims is the task. The claims, which name no pipeline, are checked against the run of the
/// solution. The text below them is folded with the solution. On a page that a server serves, the reader writes the
/// program in place, and the server checks the same claims against its run.
struct TaskDirective: Directive {
  static let name = "task"
  static let hasBody = true
  static let keys = DirectiveKeys(
    required: ["pipeline", "start"], optional: ["from", "to", "mark", "harness"], repeatable: ["mark"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let parts = try parts()
    guard let solution = try run(), try isWork(for: parts, solvedBy: solution) else { return "" }
    if let problem = parts.claims.lazy.compactMap({ $0.marbleProblem(in: solution) }).first { throw problem }
    let id = context.numbered(Self.name)
    let program = try nested(
      SourceDirective.name, line: block.info.place.line, keeping: ["pipeline", "from", "to", "mark", "harness"])
    let answer = [program] + (try parts.claims.map { claim throws(Problem) in try nested(claim) })
    return """
      <div class="task" role="group" id="\(id)" aria-labelledby="\(id)-asked">
      <p class="predict-label">\(words(.task))</p>
      <div class="task-asked" id="\(id)-asked">\(try text(parts.asked))</div>
      \(try editor(parts))
      <details class="answer"><summary>\(words(.answerFolded))</summary>
      \(answer.joined(separator: "\n"))
      \(try text(parts.remarks))
      </details>
      </div>
      """
  }

  /// - Throws: ``Problem`` for a task without a text, and for a task without a claim.
  private func parts() throws(Problem) -> ClaimedText {
    let parts = try claimed(in: block.body.lines, kinds: TaskClaim.Kind.allCases.map(\.rawValue))
    guard !parts.asked.allSatisfy(ClaimedText.isEmpty) else {
      throw Problem(block.body.opening, "the task asks nothing: write above its claims what the reader has to do")
    }
    guard !parts.claims.isEmpty else {
      let kinds = TaskClaim.Kind.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      throw Problem(
        block.body.opening, "the task claims nothing: it needs a block \(kinds) without keys, also without `pipeline`")
    }
    return parts
  }

  // MARK: The program to begin with

  /// Whether the starting program does not yet show what the task asks for; false also if it could not be run, which
  /// the page has reported.
  private func isWork(for parts: ClaimedText, solvedBy solution: Evidence) throws(Problem) -> Bool {
    let start = attribute("start")!
    guard let run = try page.run(of: start, block.arguments) else { return false }
    guard Self.shows(run, parts) else { return true }
    let remedy =
      Self.shows(solution, parts)
      ? "claim what only the solution shows" : "`\(solution.fileName)` does not: `pipeline` is the solution"
    throw Problem(start.valuePlace, "`\(start.value)` shows already what the task asks for: \(remedy)")
  }

  /// Whether a run shows all that is claimed.
  private static func shows(_ run: Evidence, _ parts: ClaimedText) -> Bool {
    parts.claims.allSatisfy { $0.claim?.difference(from: run) == nil }
  }

  private func editor(_ parts: ClaimedText) throws(Problem) -> HTML {
    guard context.site.shared.pipelines.areStandalone, let run = try page.run(of: attribute("start")!, block.arguments)
    else { return "" }
    let path = run.command.path
    let arguments: HTML = block.arguments.isEmpty ? "" : " data-arguments=\"\(block.arguments.joined(separator: " "))\""
    return """
      <div class="program is-task" data-program="\(path)" data-part data-begin="\(words(.taskBegin))" \
      data-claims="\(TaskClaim.json(parts.claims.compactMap(\.claim)))"\(arguments)></div>
      """
  }
}
