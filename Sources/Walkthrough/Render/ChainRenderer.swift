import RxTrace

/// Renders a chain that the run bears out: its steps, each with the author's note and the code that it executes, then
/// the objects that take part, and the controls that a script needs to make a stepper of it all.
struct ChainRenderer {
  let run: Evidence
  let id: String
  let context: PageContext
  let markdown: MarkdownRenderer

  /// A step that is shown, with its number in the chain.
  private struct Shown {
    var number: Int
    var id: String
    var claim: StepClaim
    var step: Step
    /// All the steps that the line claims.
    var range: Range<Int>
  }

  func render(_ matches: [ChainMatcher.Match]) -> HTML {
    let shown = shownSteps(of: matches)
    let objects = ChainObjects(of: shown.map(\.step), in: run.trace)
    var items: [HTML] = []
    var number = 0
    for match in matches {
      if match.line.claim == nil || match.steps.isEmpty {
        items.append(gap(match.steps))
      } else {
        items.append(item(number, of: shown, objects))
        number += 1
      }
    }
    return """
      <section class="chain" id="\(id)" aria-label="\(label)">
      <ol class="steps">
      \(items.filter { $0 != "" }.joined(separator: "\n"))
      </ol>
      \(StepperControls(words: context.words).stage)
      \(ObjectGraphRenderer(objects: objects, id: id, words: context.words).render())
      </section>
      """
  }

  /// Several chains of a page may tell of one run, and regions need names of their own.
  private var label: String { "\(context.words(.stepsOf, run.name)) (\(id.drop { !$0.isNumber }))" }

  private func shownSteps(of matches: [ChainMatcher.Match]) -> [Shown] {
    var shown: [Shown] = []
    for match in matches {
      guard let claim = match.line.claim, let first = match.steps.first else { continue }
      let number = shown.count + 1
      let stepID = context.uniqueIdentifier("\(id)-step-\(number)")
      shown.append(
        Shown(number: number, id: stepID, claim: claim, step: run.trace.steps[first], range: match.steps))
    }
    return shown
  }

  private func item(_ place: Int, of steps: [Shown], _ objects: ChainObjects) -> HTML {
    let shown = steps[place]
    let actors = objects.place(of: shown.step.kind == .output ? nil : shown.step.object).map { "\($0)" } ?? ""
    let receivers = objects.place(of: shown.step.other).map { "\($0)" } ?? ""
    return """
      <li class="step depth-\(min(shown.claim.level, 12))" id="\(shown.id)" data-acts="\(actors)" data-to="\(receivers)">
      <p class="step-head"><a class="step-number" href="#\(shown.id)" \
      aria-label="\(context.words(.step, shown.number))">\(shown.number)</a> \
      \(title(shown)) \(facts(shown, among: steps[...place]))</p>
      <div class="step-body">
      \([note(of: shown.claim), repeats(shown), code(of: shown, next: steps.dropFirst(place + 1).first?.step)]
        .filter { $0 != "" }.joined(separator: "\n"))
      </div>
      </li>
      """
  }

  private func note(of claim: StepClaim) -> HTML {
    guard let note = claim.note else { return "" }
    return "<div class=\"step-note\">\(markdown.note(note, line: claim.place.line))</div>"
  }

  private func title(_ shown: Shown) -> HTML {
    let times: HTML = shown.claim.count > 1 ? " <span class=\"times\">× \(shown.claim.count)</span>" : ""
    if shown.step.kind == .output {
      let output = StepFacts(run: run, words: context.words).output(shown.step)
      return "<span class=\"call\">\(context.words(.prints)) \(output)</span>\(times)"
    }
    let type = shown.claim.pattern.type ?? ""
    let member =
      shown.step.kind == .closure
      ? ".\(run.trace.closureName(of: shown.step))" : String(shown.claim.pattern.text.dropFirst(type.count))
    // Two elements, so that a narrow list can shorten the type and keep the member.
    let call: HTML = "<span class=\"type\">\(type)</span><wbr><span class=\"member\">\(member)</span>"
    return "<code class=\"call\">\(call)</code>\(times)"
  }

  private func facts(_ shown: Shown, among steps: ArraySlice<Shown>) -> HTML {
    let facts = StepFacts(run: run, words: context.words)
    let step = shown.step
    var all = [facts.event(step), object(of: step), facts.thread(step, evenIfAlone: true), facts.delivery(step)]
    if let outer = enclosing(step, among: steps.dropLast()) {
      all.append("<a class=\"inside\" href=\"#\(outer.id)\">\(context.words(.insideStep, outer.number))</a>")
    }
    return "<span class=\"facts\">\(all.filter { $0 != "" }.joined(separator: " "))</span>"
  }

  private func object(of step: Step) -> HTML {
    guard step.kind != .output, let object = run.trace.object(of: step) else { return "" }
    guard let other = step.other, step.kind != .output else {
      return "<span class=\"object\"><code>\(object.name)</code></span>"
    }
    return "<span class=\"object\"><code>\(object.name)</code> → <code>\(run.trace.name(of: other))</code></span>"
  }

  /// The innermost shown step that encloses this one.
  private func enclosing(_ step: Step, among shown: some BidirectionalCollection<Shown>) -> Shown? {
    var parent = step.parent
    while let current = parent {
      if let outer = shown.last(where: { $0.step.index == current }) { return outer }
      parent = run.trace.steps[current].parent
    }
    return nil
  }

  /// Output came from the code that encloses it.
  private func printing(_ output: Step) -> Excerpt? {
    guard let parent = output.parent, var excerpt = run.code.excerpt(of: run.trace.steps[parent]) else { return nil }
    let lines = excerpt.lines.filter { run.index.files[excerpt.file].texts[$0 - 1].spells("print(") }
    let printing = lines.filter(excerpt.lit.contains)
    guard lines.count == 1 || printing.count == 1 else { return excerpt }
    excerpt.lit = [printing.first ?? lines[0]]
    return excerpt
  }

  private func code(of shown: Shown, next: Step?) -> HTML {
    guard var excerpt = shown.step.kind == .output ? printing(shown.step) : run.code.excerpt(of: shown.step) else {
      return ""
    }
    if let next { excerpt.leading = run.code.line(leadingTo: next, from: shown.step, within: excerpt) }
    let file = run.index.files[excerpt.file]
    if let line = (excerpt.lit.union([excerpt.leading].compactMap { $0 })).filter(file.hooks.isHook).min() {
      context.report(hookIsLit(line, of: file, by: shown))
    }
    context.pass(through: file, lines: excerpt.lit, at: shown.id)
    let line = excerpt.lit.min() ?? excerpt.lines.lowerBound
    return CodeRenderer.excerpt(
      excerpt, of: file, link: context.link(to: file, line: line), symbols: context.symbols(in: run.index))
  }
}

// MARK: Problems

extension ChainRenderer {
  private func hookIsLit(_ line: Int, of file: SourceFile, by shown: Shown) -> Problem {
    Problem(
      shown.claim.place,
      "step \(shown.number) lights only a hook, `\(file.texts[line - 1].trimmingSpaces())` at \(file.name):\(line): "
        + "the method must hold the line that does the work; else take the hook's name out of `hooks` in "
        + "`\(SiteSettings.fileName)`")
  }
}

// MARK: Folded steps

extension ChainRenderer {
  /// Beyond so many, nobody reads on.
  private static let foldedLimit = 60

  private func gap(_ steps: Range<Int>) -> HTML {
    guard !steps.isEmpty else { return "" }
    let summary = context.words(.oneStepLeftOut, .stepsLeftOut, count: steps.count)
    return "<li class=\"gap\">\(folded(steps, summary: summary))</li>"
  }

  /// Each of the steps that one line claims; they differ in their values.
  private func repeats(_ shown: Shown) -> HTML {
    shown.range.count > 1 ? folded(shown.range, summary: context.words(.allOfThem, shown.range.count)) : ""
  }

  private func folded(_ steps: Range<Int>, summary: String) -> HTML {
    let base = steps.map { run.trace.steps[$0].depth }.min() ?? 0
    var items = steps.prefix(Self.foldedLimit).map { index in line(run.trace.steps[index], above: base) }
    if steps.count > Self.foldedLimit {
      items.append("<li>… \(context.words(.andMore, steps.count - Self.foldedLimit))</li>")
    }
    return """
      <details class="folded"><summary>\(summary)</summary>
      <ul>
      \(items.joined(separator: "\n"))
      </ul></details>
      """
  }

  private func line(_ step: Step, above base: Int) -> HTML {
    let line = StepFacts(run: run, words: context.words).line(step, namesThread: false)
    return "<li class=\"depth-\(min(step.depth - base, 12))\">\(line)</li>"
  }
}
