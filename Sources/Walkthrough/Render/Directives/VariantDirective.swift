import RxTrace
import TraceAnalysis
import TraceViews

/// Shows the effects of a change to a program: the lines, the output, the marbles of both runs, the first step at which
/// they differ, and what `check` finds in the changed program. All of it is folded.
///
///     ````variant pipeline=throttle.swift
///     - letters.throttle(.seconds(3), scheduler: scheduler)
///     + letters.throttle(.seconds(1), scheduler: scheduler)
///
///     A shorter time lets more through.
///
///     ```output
///     -a-c-d-----e-|
///     ```
///     ````
///
/// The changed program is compiled and recorded like any other. The claims, which name no pipeline, are checked against
/// its run.
struct VariantDirective: Directive {
  static let name = "variant"
  static let hasBody = true
  static let keys = DirectiveKeys(required: ["pipeline"], optional: ["title"])

  let block: DirectiveBlock
  let page: DirectivePage

  /// The kinds of claims: those of a task, and a fence for what `check` finds.
  private static let kinds = TaskClaim.Kind.allCases.map(\.rawValue) + [FindingsDirective.name]

  func render() throws(Problem) -> HTML {
    let patch = try patch()
    let parts = try claimed(in: Array(block.body.lines.dropFirst(patchLength)), kinds: Self.kinds)
    guard let original = try run(), let changed = try changedRun(patch) else { return "" }
    let diff = TraceDiff(original.trace, changed.trace, context: 3)
    guard !diff.isSame else {
      throw Problem(block.info.place, "this change changes nothing: both runs take the same steps")
    }
    let (before, after) = (try printed(by: original), try printed(by: changed))
    // Every claim that does not hold is told, as on the page itself.
    for problem in parts.claims.compactMap({ problem(of: $0, in: changed, after) }) { context.report(problem) }
    let id = context.numbered(Self.name)
    let about = page.markdown.text(about: changed)
    let shown = [
      ChangedLines.listing(patch), try text(parts.asked, about), "<div class=\"variant-runs\">",
      ChangedLines.output(before, after, words),
      marbles(original, changed), parting(original, changed, diff), findings(changed, parts), "</div>",
      claims(parts, changed), try text(parts.remarks, about),
    ]
    return """
      <details class="variant" id="\(id)"><summary>\(summary(patch))</summary>
      <div class="variant-body">
      \(shown.filter { $0 != "" }.joined(separator: "\n"))
      </div>
      </details>
      """
  }

  // MARK: The change

  private var patchLength: Int { block.body.lines.prefix { ProgramPatch.isPart($0.text) }.count }

  private func patch() throws(Problem) -> ProgramPatch {
    try ProgramPatch(block.body.lines.prefix(patchLength), at: block.body.opening)
  }

  private func changedRun(_ patch: ProgramPatch) throws(Problem) -> Evidence? {
    let pipeline = attribute("pipeline")!
    guard let path = RelativePath.resolve(pipeline.value, from: context.page.path),
      let text = context.site.text(of: path)
    else { return nil }
    let changed = try patch.applied(to: text, named: pipeline.value)
    return try context.site.pipelines.run(
      of: pipeline.value, changedTo: changed.text, arguments: block.arguments, from: context.page.path,
      at: patch.hunks[0].removed[0].place, pointing: changed.place)
  }

  private func summary(_ patch: ProgramPatch) -> HTML {
    if let title = attribute("title") { return page.markdown.note(title.value, line: title.valuePlace.line) }
    let (removed, added) = patch.hunks[0].difference
    let (word, line): (Word, String?) =
      added.isEmpty ? (.variantWithout, removed.first) : (.variantInstead, added.first)
    return "\(words(word)) <code>\(line?.trimmingSpaces() ?? "")</code>"
  }

  // MARK: The runs

  private func printed(by run: Evidence) throws(Problem) -> [String] {
    try OutputClaim.lines(of: run, at: block.body.opening)
  }

  /// The problem of a claim about the output or the marbles, which the variant shows itself; nil if the claim holds.
  private func problem(of claim: ClaimedText.Claim, in changed: Evidence, _ printed: [String]) -> Problem? {
    guard claim.kind == OutputDirective.name else { return claim.marbleProblem(in: changed) }
    do {
      try OutputClaim(claim.body).check(against: printed)
      return nil
    } catch {
      return error
    }
  }

  private func marbles(_ original: Evidence, _ changed: Evidence) -> HTML {
    let both = [(original, words(.runRecorded)), (changed, words(.variantChanged))].map { run, title in
      (RunMarbles(run: run, words: words), title)
    }
    guard both.allSatisfy({ $0.0.isComparable }) else { return "" }
    let pictures = both.map { marbles, title in
      marbles.render(figure(title: title, style: "marbles"))
    }
    return "<div class=\"against-pair\">\n\(pictures.joined(separator: "\n"))\n</div>"
  }

  private func parting(_ original: Evidence, _ changed: Evidence, _ diff: TraceDiff) -> HTML {
    var renderer = CompareRenderer(context: context, left: original, right: changed, diff: diff, notes: [])
    renderer.givenNames = (words(.runRecorded), words(.variantChanged))
    renderer.showsFirstOnly = true
    return renderer.render(id: context.numbered(CompareDirective.name), caption: HTML(text: words(.variantParts)))
  }

  private func findings(_ run: Evidence, _ parts: ClaimedText) -> HTML {
    // The author's own block shows the findings at their lines.
    guard !parts.claims.contains(where: { $0.kind == FindingsDirective.name }) else { return "" }
    let located = run.located
    let findings = TraceCheck(located).findings.filter { $0.level >= .warning }.map { finding in
      var found = PageFinding(finding.told(in: words.findingLanguage), in: located)
      for index in found.places.indices {
        found.places[index].line.file = String(found.places[index].line.file.split(separator: "/").last ?? "")
      }
      return found
    }
    return
      "<p class=\"variant-check\"><code>headwater check</code></p>\n\(FindingRenderer(words: words).render(findings))"
  }

  /// The claims whose blocks show more than the variant shows anyway.
  private func claims(_ parts: ClaimedText, _ changed: Evidence) -> HTML {
    var page = page
    page.changed = changed
    var shown: [HTML] = []
    for claim in parts.claims where ![OutputDirective.name, MarblesDirective.name].contains(claim.kind) {
      shown.append(context.reporting { () throws(Problem) in try nested(claim, on: page) })
    }
    return shown.joined(separator: "\n")
  }
}

/// The HTML of lines of two programs or runs, which marks those that only one of them has.
enum ChangedLines {
  static func listing(_ patch: ProgramPatch) -> HTML {
    let lines = patch.hunks.map { hunk -> HTML in
      let indentation = (hunk.removed + hunk.added).map { line in line.text.prefix { $0 == " " }.count }.min() ?? 0
      func texts(_ lines: [ProgramPatch.Line]) -> [String] { lines.map { String($0.text.dropFirst(indentation)) } }
      return marked(texts(hunk.removed), texts(hunk.added)) { CodeRenderer.coloured($0) }
    }
    return "<pre class=\"code swift run-output variant-change\" tabindex=\"0\"><code>\(lines.joined())</code></pre>"
  }

  static func output(_ before: [String], _ after: [String], _ words: Wording) -> HTML {
    let shown = marked(before, after) { HTML(text: $0) }
    let printed: HTML =
      shown == ""
      ? "<p class=\"run-remark\">\(words(.runNothingPrinted))</p>"
      : "<pre class=\"code run-output\" tabindex=\"0\"><samp>\(shown)</samp></pre>"
    return "<figure class=\"output\">\n<figcaption>\(words(.runOutput))</figcaption>\n\(printed)\n</figure>"
  }

  private static func marked(_ before: [String], _ after: [String], _ html: (String) -> HTML) -> HTML {
    before.paired(with: after).map { old, new -> HTML in
      let element: HTML = new == nil ? "del" : old == nil ? "ins" : "span"
      return "<\(element) class=\"run-output-line\">\(html(new.map { after[$0] } ?? before[old!]))\n</\(element)>"
    }.joined()
  }
}
