import RxTrace

/// The body of a block that has its own run, in parts: a text, claims about the run, and another text.
///
/// Claims are fenced blocks that name no pipeline. The only key that they may have is `engine`.
struct ClaimedText {
  typealias Line = (text: String, place: Place)

  struct Claim {
    /// The name of the block.
    var kind: String
    var body: ClaimBody

    /// The place of the claim's first line.
    var place: Place { body.lines.first?.place ?? body.opening }

    /// The claim for any run; nil for a kind that is checked only against recorded runs.
    var claim: TaskClaim? {
      TaskClaim.Kind(rawValue: kind).map { TaskClaim($0, body.lines.map { $0.text + "\n" }.joined()) }
    }

    /// The problem of a claim about marbles; nil for other claims.
    func marbleProblem(in run: Evidence) -> Problem? {
      guard kind == MarblesDirective.name else { return nil }
      switch claim?.difference(from: run) {
      case .marbles(let asked, let recorded):
        let found = recorded.isEmpty ? "none: only observers of a TestScheduler have marbles" : "`\(recorded)`"
        return Problem(place, "claimed `\(asked)`, recorded \(found)")
      case .unreadable(let reason): return Problem(place, reason)
      default: return nil
      }
    }
  }

  private(set) var asked: [Line] = []
  private(set) var claims: [Claim] = []
  private(set) var remarks: [Line] = []

  /// - Parameters:
  ///   - name: The name of the block, for messages.
  ///   - kinds: The names of the blocks that may be claims.
  ///   - hasDebugEngine: Whether the programs run with a debug build of the engine. Without one, claims that need it are
  ///     left out.
  /// - Throws: ``Problem`` for a claim with other keys or without an end, and for a text between two claims.
  init(_ lines: [Line], of name: String, kinds: [String], hasDebugEngine: Bool) throws(Problem) {
    var rest = lines[...]
    var isAboveClaims = true
    while let line = rest.popFirst() {
      guard let fence = Self.claim(openedBy: line.text, at: line.place, among: kinds) else {
        if isAboveClaims { asked.append(line) } else { remarks.append(line) }
        continue
      }
      guard fence.attributes.allSatisfy({ $0.key == "engine" }), fence.strayWords.isEmpty else {
        throw Problem(
          line.place, "a claim of the \(name) is about its program, and has no key but `engine`: take the rest away")
      }
      // The texts are read as lines that follow each other in the file.
      if let text = remarks.first(where: { !Self.isEmpty($0) }) {
        throw Problem(text.place, "this text stands between two claims of the \(name): write it above or below both")
      }
      remarks = []
      isAboveClaims = false
      let lines = rest.prefix { !Self.isFence($0.text) }
      guard lines.count < rest.count else {
        throw Problem(line.place, "the block `\(fence.kind)` of the \(name) has no end")
      }
      rest = rest.dropFirst(lines.count + 1)
      if try !fence.needsDebugEngine() || hasDebugEngine {
        claims.append(Claim(kind: fence.kind, body: ClaimBody(opening: line.place, lines: Array(lines))))
      }
    }
  }

  static func isEmpty(_ line: Line) -> Bool { line.text.trimmingSpaces().isEmpty }

  private static func isFence(_ line: String) -> Bool { line.hasPrefix("```") }

  /// The number of claims of a kind in the body of a block.
  static func count(of kind: String, in body: String) -> Int {
    body.split(separator: "\n").count { line in
      claim(openedBy: String(line), at: Place(line: 1, column: 1), among: [kind]) != nil
    }
  }

  /// The fence that opens a claim; nil for other lines, and for a block that names its run, which is part of the text.
  private static func claim(openedBy line: String, at place: Place, among kinds: [String]) -> FenceInfo? {
    guard isFence(line), let fence = try? FenceInfo(line: line, number: place.line), kinds.contains(fence.kind),
      !fence.attributes.contains(where: { ["pipeline", "program"].contains($0.key) })
    else { return nil }
    return fence
  }
}

extension Directive {
  func claimed(in lines: [ClaimedText.Line], kinds: [String]) throws(Problem) -> ClaimedText {
    try ClaimedText(lines, of: Self.name, kinds: kinds, hasDebugEngine: context.site.pipelines.hasDebugEngine)
  }

  /// A text within the block, as Markdown.
  func text(_ lines: [ClaimedText.Line], _ markdown: MarkdownRenderer? = nil) throws(Problem) -> HTML {
    guard let first = lines.first else { return "" }
    let text = lines.map { $0.text + "\n" }.joined()
    return (markdown ?? page.markdown).blocks(try CommonMark.parse(text, firstLine: first.place.line).children)
  }

  /// A claim rendered as a block of the page with the key `pipeline`.
  func nested(_ claim: ClaimedText.Claim, on page: DirectivePage? = nil) throws(Problem) -> HTML {
    // A picture of marbles has no body, because the claim about it is checked separately.
    let body = claim.kind == MarblesDirective.name ? nil : claim.body
    return try nested(
      claim.kind, line: claim.body.opening.line, body, keeping: ["pipeline", "arguments"], on: page ?? self.page)
  }

  /// A block of the page with some keys of this one.
  func nested(
    _ kind: String, line: Int, _ body: ClaimBody? = nil, keeping keys: [String], on page: DirectivePage? = nil
  ) throws(Problem) -> HTML {
    var info = block.info
    info.kind = kind
    info.attributes = block.info.attributes.filter { keys.contains($0.key) }
    info.place.line = line
    let made = try DirectiveBlock(info: info, body: body ?? ClaimBody(opening: info.place, lines: []))
    guard let made else { return "" }
    return try made.kind.init(block: made, page: page ?? self.page).rendered()
  }
}
