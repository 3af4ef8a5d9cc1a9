import RxTrace

/// Asks the reader for a program, says what its run has to show, and folds a program that shows it.
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
///
/// The text above the claims is the task. The claims, which name no pipeline, are held against the run of the solution.
/// The text below them is folded with the solution. On a page that is served, the reader writes the program in place,
/// and the server holds the same claims against its run.
struct TaskDirective: Directive {
  static let name = "task"
  static let keys = DirectiveKeys(
    required: ["pipeline", "start"], optional: ["from", "to", "mark", "harness"], repeatable: ["mark"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let parts = try TaskParts(block.body)
    guard let solution = try run(), try isWork(for: parts) else { return "" }
    if let problem = parts.claims.lazy.compactMap({ marbleProblem($0, solution) }).first { throw problem }
    let id = context.numbered(Self.name)
    let answer = [try shown("source", block.info.place.line, nil)] + (try parts.claims.map(shown))
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

  private func text(_ lines: [TaskParts.Line]) throws(Problem) -> HTML {
    guard let first = lines.first else { return "" }
    let text = lines.map { $0.text + "\n" }.joined()
    return page.markdown.blocks(try CommonMark.parse(text, firstLine: first.place.line).children)
  }

  // MARK: The program to begin with

  /// Whether the starting program does not yet show what is asked for; false too if the program has no run, which the
  /// page has reported.
  private func isWork(for parts: TaskParts) throws(Problem) -> Bool {
    let start = attribute("start")!
    guard let run = try page.run(of: start, block.arguments) else { return false }
    guard parts.claims.contains(where: { $0.claim.difference(from: run) != nil }) else {
      throw Problem(
        start.valuePlace, "`\(start.value)` shows already what the task asks for: claim what only the solution shows")
    }
    return true
  }

  private func editor(_ parts: TaskParts) throws(Problem) -> HTML {
    guard context.site.shared.pipelines.areStandalone, let run = try page.run(of: attribute("start")!, block.arguments)
    else { return "" }
    let path = run.command.path
    let arguments: HTML = block.arguments.isEmpty ? "" : " data-arguments=\"\(block.arguments.joined(separator: " "))\""
    return """
      <div class="program is-task" data-program="\(path)" data-part data-begin="\(words(.taskBegin))" \
      data-claims="\(TaskClaim.json(parts.claims.map(\.claim)))"\(arguments)></div>
      """
  }

  // MARK: The solution

  /// A block about the solution, as if it stood on the page with the key `pipeline`.
  private func shown(_ part: TaskParts.Claim) throws(Problem) -> HTML {
    try shown(part.claim.kind, part.body.opening.line, part.body)
  }

  private func shown(_ kind: String, _ line: Int, _ body: ClaimBody?) throws(Problem) -> HTML {
    var info = block.info
    info.kind = kind
    let own = kind == SourceDirective.name ? ["pipeline", "from", "to", "mark", "harness"] : ["pipeline", "arguments"]
    info.attributes = block.info.attributes.filter { own.contains($0.key) }
    info.place.line = line
    // A picture of marbles has no body: the claim about it has been checked.
    let lines = kind == MarblesDirective.name ? nil : body
    let made = try DirectiveBlock(info: info, body: lines ?? ClaimBody(opening: info.place, lines: []))
    guard let made else { return "" }
    return try made.kind.init(block: made, page: page).rendered()
  }

  private func marbleProblem(_ part: TaskParts.Claim, _ solution: Evidence) -> Problem? {
    guard part.claim.kind == MarblesDirective.name else { return nil }
    switch part.claim.difference(from: solution) {
    case .marbles(let asked, let recorded): return Problem(part.place, "claimed `\(asked)`, recorded `\(recorded)`")
    case .unreadable(let reason): return Problem(part.place, reason)
    default: return nil
    }
  }
}

/// The body of a task, taken apart.
struct TaskParts {
  typealias Line = (text: String, place: Place)

  struct Claim {
    var claim: TaskClaim
    var body: ClaimBody
    /// The place of its first line.
    var place: Place { body.lines.first?.place ?? body.opening }
  }

  private(set) var asked: [Line] = []
  private(set) var claims: [Claim] = []
  private(set) var remarks: [Line] = []

  /// - Throws: ``Problem`` for a task that asks nothing, and for one without a claim.
  init(_ body: ClaimBody) throws(Problem) {
    var rest = body.lines[...]
    while let line = rest.popFirst() {
      guard let kind = Self.kind(line.text) else {
        if claims.isEmpty { asked.append(line) } else { remarks.append(line) }
        continue
      }
      // The texts are read as lines that follow each other in the file.
      if let text = remarks.first(where: { !Self.isEmpty($0) }) {
        throw Problem(text.place, "this text stands between two claims of the task: write it above or below both")
      }
      remarks = []
      let lines = rest.prefix { !Self.isFence($0.text) }
      guard lines.count < rest.count else { throw Problem(line.place, "the block `\(kind)` of the task has no end") }
      rest = rest.dropFirst(lines.count + 1)
      let claim = TaskClaim(kind, lines.map { $0.text + "\n" }.joined())
      claims.append(Claim(claim: claim, body: ClaimBody(opening: line.place, lines: Array(lines))))
    }
    guard !asked.allSatisfy(Self.isEmpty) else {
      throw Problem(body.opening, "the task asks nothing: write above its claims what the reader has to do")
    }
    guard !claims.isEmpty else {
      let kinds = TaskClaim.Kind.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      throw Problem(body.opening, "the task claims nothing: it needs a block \(kinds) without keys")
    }
  }

  private static func isEmpty(_ line: Line) -> Bool { line.text.trimmingSpaces().isEmpty }

  private static func isFence(_ line: String) -> Bool { line.hasPrefix("```") }

  /// Of a fence that opens a claim. A block with keys belongs to the text.
  private static func kind(_ line: String) -> TaskClaim.Kind? {
    isFence(line) ? TaskClaim.Kind(rawValue: String(line.dropFirst(3)).trimmingSpaces()) : nil
  }
}
