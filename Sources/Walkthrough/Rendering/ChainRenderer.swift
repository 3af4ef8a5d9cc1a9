import RxTrace

/// Renders a chain that the run bears out: its steps, each with the author's note and the code that it executes.
struct ChainRenderer {
  let run: RecordedRun
  let id: String
  let context: PageRenderer
  let markdown: MarkdownRenderer

  /// A step that is shown, with its number in the chain.
  private struct Shown {
    var number: Int
    var id: String
    var claim: StepClaim
    var step: Step
  }

  func render(_ matches: [ChainMatcher.Match]) -> HTML {
    var shown: [Shown] = []
    var items: [HTML] = []
    for match in matches {
      guard let claim = match.line.claim, let first = match.steps.first else {
        items.append(gap(match.steps.count))
        continue
      }
      let stepID = context.uniqueIdentifier("\(id)-step-\(shown.count + 1)")
      shown.append(Shown(number: shown.count + 1, id: stepID, claim: claim, step: run.trace.steps[first]))
      items.append(item(shown[shown.count - 1], among: shown))
    }
    return """
      <section class="chain" id="\(id)" aria-label="Steps of \(run.name), \(id)">
      <ol>
      \(items.filter { $0 != "" }.joined(separator: "\n"))
      </ol>
      </section>
      """
  }

  private func gap(_ count: Int) -> HTML {
    guard count > 0 else { return "" }
    return "<li class=\"gap\">\(count) step\(count == 1 ? "" : "s") left out</li>"
  }

  private func item(_ shown: Shown, among steps: [Shown]) -> HTML {
    return """
      <li class="step depth-\(min(shown.claim.level, 12))" id="\(shown.id)">
      <p class="step-head"><a class="step-number" href="#\(shown.id)" aria-label="Step \(shown.number)">\
      \(shown.number)</a> \(title(shown)) \(facts(shown, among: steps))</p>
      \(note(of: shown.claim))
      \(code(of: shown.step))
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
      return "<span class=\"call\">prints \(StepFacts(run: run).output(shown.step))</span>\(times)"
    }
    if shown.step.kind == .closure {
      let words = run.trace.closureName(of: shown.step)
      return "<span class=\"call\">\(words) of <code>\(shown.claim.pattern.type ?? "")</code></span>\(times)"
    }
    return "<code class=\"call\">\(shown.claim.pattern.text)</code>\(times)"
  }

  private func facts(_ shown: Shown, among steps: [Shown]) -> HTML {
    let facts = StepFacts(run: run)
    let step = shown.step
    var all = [facts.event(step), object(of: step), facts.thread(step), facts.delivery(step)]
    if let outer = enclosing(step, among: steps.dropLast()) {
      all.append("<span class=\"inside\">inside <a href=\"#\(outer.id)\">step \(outer.number)</a></span>")
    }
    return "<span class=\"facts\">\(all.filter { $0 != "" }.joined(separator: " "))</span>"
  }

  private func object(of step: Step) -> HTML {
    guard step.kind != .output, let object = run.trace.object(of: step) else { return "" }
    return "<span class=\"object\"><code>\(object.name)</code></span>"
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

  private func code(of step: Step) -> HTML {
    guard let excerpt = run.code.excerpt(of: step) else { return "" }
    let file = run.index.files[excerpt.file]
    let line = excerpt.lit.min() ?? excerpt.lines.lowerBound
    return CodeRenderer.excerpt(excerpt, of: file, link: context.link(to: file, line: line))
  }
}
