import RxTrace
import TraceAnalysis

/// Shows what `headwater check` finds in a run: the program, with a note below each line that takes part, then the
/// cause and the remedy. The body names the rules of the findings, and is checked against the run. Without lines, it
/// claims that the check finds nothing.
struct FindingsDirective: Directive {
  static let name = "findings"
  static let hasBody = true
  static let keys = DirectiveKeys(required: ["pipeline"], optional: ["from", "to", "caption"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    guard let run = try run() else { return "" }
    let check = TraceCheck(run.located)
    let findings = check.findings.filter { $0.level >= .warning }.map { $0.told(in: words.findingLanguage) }
    try compare(findings, notes: Set(check.findings.filter { $0.level < .warning }.map(\.rule.rawValue)))
    let file = run.index.files[run.code.pipelineFile]
    guard !file.texts.isEmpty else { throw Problem(attribute("pipeline")!.valuePlace, "the pipeline has no lines") }
    let part = SourcePart(texts: file.texts, name: run.name)
    let lines = try part.range(1...file.texts.count, from: attribute("from"), to: attribute("to"))
    let title = HTML(text: "headwater check \(run.fileName)")
    return FindingBox(words: words).figure(
      findings, id: context.numbered("findings"), caption: caption ?? "<code>\(title)</code>",
      listing: findings.isEmpty ? "" : listing(lines, of: file, findings))
  }

  // MARK: The claim

  private func compare(_ findings: [Finding], notes: Set<String>) throws(Problem) {
    let names = Finding.Rule.allCases.map(\.rawValue)
    for line in block.body.lines where !names.contains(line.text) {
      let nearest = Nearest.suggestion(for: line.text, among: names)
      throw Problem(line.place, "`\(line.text)` is not a rule of `check`" + nearest)
    }
    var seen: Set<String> = []
    for line in block.body.lines where !seen.insert(line.text).inserted {
      throw Problem(line.place, "`\(line.text)` stands above already: one line is about all findings of a rule")
    }
    let found = findings.map(\.rule.rawValue)
    let claimed = block.body.lines.map(\.text)
    if let line = block.body.lines.first(where: { !found.contains($0.text) }) {
      let rules = names.filter(found.contains).joined(separator: ", ")
      let isNote = notes.contains(line.text) ? "; it is a note, and notes are left out" : ""
      throw Problem(line.place, "claimed \(line.text), found \(rules.isEmpty ? "nothing" : rules)" + isNote)
    }
    if let missing = found.first(where: { !claimed.contains($0) }) {
      throw Problem(
        block.body.lines.last?.place ?? block.body.opening,
        "the check also finds \(missing): add it to the block, or mend the program")
    }
  }

  // MARK: The picture

  /// The program, each line of a finding followed by a note of what happened there.
  private func listing(_ lines: ClosedRange<Int>, of file: SourceFile, _ findings: [Finding]) -> HTML {
    var notes: [Int: [String]] = [:]
    for evidence in findings.flatMap(\.evidence) {
      guard let place = evidence.place, place.file.hasSuffix(file.fileName) else { continue }
      notes[place.line, default: []].append(evidence.what)
    }
    let rows = lines.map { number -> HTML in
      let noted = notes[number] ?? []
      let style: HTML = noted.isEmpty ? "" : " noted"
      let line: HTML =
        "<span class=\"line\(style)\" data-line=\"\(number)\">\(CodeRenderer.pieces(file.lines[number - 1]))\n</span>"
      let below = noted.map { "<span class=\"line-note\">\(InlineMarkdown(codeSpansOf: $0).html)\n</span>" as HTML }
      return line + below.joined()
    }
    return "<pre class=\"code swift numbered\" tabindex=\"0\"><code>\(rows.joined())</code></pre>"
  }
}
