import RxTrace

/// The body of a block that has its own run, in parts: a text, claims about the run, and another text.
///
/// Claims are fenced blocks that name no pipeline.
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
  /// - Throws: ``Problem`` for a claim with keys or without an end, and for a text between two claims.
  init(_ lines: [Line], of name: String, kinds: [String]) throws(Problem) {
    var rest = lines[...]
    while let line = rest.popFirst() {
      if Self.isClaimWithKeys(line, among: kinds) {
        throw Problem(line.place, "a claim of the \(name) is about its program, and has no keys: take them away")
      }
      guard let kind = Self.kind(line.text, among: kinds) else {
        if claims.isEmpty { asked.append(line) } else { remarks.append(line) }
        continue
      }
      // The texts are read as lines that follow each other in the file.
      if let text = remarks.first(where: { !Self.isEmpty($0) }) {
        throw Problem(text.place, "this text stands between two claims of the \(name): write it above or below both")
      }
      remarks = []
      let lines = rest.prefix { !Self.isFence($0.text) }
      guard lines.count < rest.count else { throw Problem(line.place, "the block `\(kind)` of the \(name) has no end") }
      rest = rest.dropFirst(lines.count + 1)
      claims.append(Claim(kind: kind, body: ClaimBody(opening: line.place, lines: Array(lines))))
    }
  }

  static func isEmpty(_ line: Line) -> Bool { line.text.trimmingSpaces().isEmpty }

  private static func isFence(_ line: String) -> Bool { line.hasPrefix("```") }

  /// The number of claims of a kind in the body of a block.
  static func count(of kind: String, in body: String) -> Int {
    body.split(separator: "\n").count { self.kind(String($0), among: [kind]) != nil }
  }

  /// The kind of claim that a line's fence opens; nil for a block with keys, which is part of the text.
  private static func kind(_ line: String, among kinds: [String]) -> String? {
    guard isFence(line) else { return nil }
    let kind = String(line.dropFirst(3)).trimmingSpaces()
    return kinds.contains(kind) ? kind : nil
  }

  /// Whether a fence opens what would be a claim if it had no keys, and what nothing else gives a run.
  private static func isClaimWithKeys(_ line: Line, among kinds: [String]) -> Bool {
    guard isFence(line.text), let fence = try? FenceInfo(line: line.text, number: line.place.line) else { return false }
    let keys = fence.attributes.map(\.key)
    return kinds.contains(fence.kind) && !keys.isEmpty && !keys.contains { ["pipeline", "program"].contains($0) }
  }
}

extension Directive {
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
