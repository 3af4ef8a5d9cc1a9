import RxTrace

/// Renders a chain that the run confirms: its steps, each with the author's note and the code that it executes, then
/// the objects that take part, and the controls from which a script makes a stepper.
struct ChainRenderer {
  let run: Evidence
  let id: String
  let context: PageContext
  let markdown: MarkdownRenderer
  /// The test around the pipeline: steps that it begins show their tick.
  var harness: TestHarness?
  /// Whether the engine's code and objects are initially folded.
  var foldsEngine = false

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
    let steps = shown.map(\.step)
    let chain = Chain(
      steps: shown, objects: ChainObjects(of: steps, in: run.trace), stages: ChainStages(of: steps, in: run),
      threads: threads(of: steps))
    var items: [HTML] = []
    var number = 0
    for match in matches {
      if match.line.claim == nil || match.steps.isEmpty {
        items.append(gap(match.steps))
      } else {
        items.append(item(number, of: chain))
        number += 1
      }
    }
    let lanes = facts.names(ofThreads: chain.threads)
    return """
      <section class="chain" id="\(id)" aria-label="\(label)"\(programListing(of: chain))\(fold)>
      \(StripRenderer(stages: chain.stages, lanes: lanes, words: context.words).render())
      <ol class="steps">
      \(items.filter { $0 != "" }.joined(separator: "\n"))
      </ol>
      \(StepperControls.mark)\(ObjectGraphRenderer(objects: chain.objects, id: id, words: context.words).render())
      </section>
      """
  }

  private var fold: HTML { foldsEngine ? " data-fold=\"engine\"" : "" }

  /// The data that all steps of a chain share.
  private struct Chain {
    var steps: [Shown]
    var objects: ChainObjects
    var stages: ChainStages
    /// The threads of the steps, as positions in the trace; empty if all steps run on one.
    var threads: [Int]
  }

  private func threads(of steps: [Step]) -> [Int] {
    let threads = Set(steps.map(\.thread)).sorted()
    return threads.count > 1 ? threads : []
  }

  private var facts: StepFacts { StepFacts(run: run, words: context.words) }

  /// The label of the chain's region, with its number, because several chains of a page may show the same run.
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

  private func item(_ place: Int, of chain: Chain) -> HTML {
    let shown = chain.steps[place]
    let next = chain.steps.dropFirst(place + 1).first?.step
    return """
      <li class="step depth-\(min(shown.claim.level, 12))" id="\(shown.id)"\(attributes(of: place, in: chain))>
      <p class="step-head"><a class="step-number" href="#\(shown.id)" \
      aria-label="\(context.words(.step, shown.number))">\(shown.number)</a> \
      \(title(shown)) \(facts(shown))</p>
      <div class="step-body">
      \([note(of: shown.claim), repeats(shown), listings(of: shown, next: next)]
        .filter { $0 != "" }.joined(separator: "\n"))
      </div>
      </li>
      """
  }

  /// Attributes for a script: the objects that act and receive, the event's place in the strip, and the enclosing step.
  private func attributes(of place: Int, in chain: Chain) -> HTML {
    let step = chain.steps[place].step
    let outer = enclosing(step, among: chain.steps[..<place])
    let actor = step.kind == .output ? nil : chain.objects.place(of: step.object)
    let position = chain.stages.position(of: step).map { at in at.next.map { "\(at.stage)-\($0)" } ?? "\(at.stage)" }
    let values: [(HTML, String?)] = [
      ("acts", actor.map { "\($0)" }), ("to", chain.objects.place(of: step.other).map { "\($0)" }), ("at", position),
      ("lane", chain.threads.firstIndex(of: step.thread).flatMap { $0 > 0 ? "\($0)" : nil }),
      ("is", position.map { _ in Self.sign(of: step) }), ("in", outer.map { "\($0.number)" }),
    ]
    return values.map { name, value in value.map { " data-\(name)=\"\($0)\"" as HTML } ?? "" }.joined()
  }

  /// The sign of a step in the strip: the event that it carries, or its effect on the pipeline.
  private static func sign(of step: Step) -> String {
    if let event = step.event { return event.rawValue }
    switch step.kind {
    case .subscribeClosures, .subscribeHandler, .subscribe, .run: return "subscribe"
    case .dispose: return "dispose"
    default: return "call"
    }
  }

  private func note(of claim: StepClaim) -> HTML {
    guard let note = claim.note else { return "" }
    return "<div class=\"step-note\">\(markdown.note(note, line: claim.place.line))</div>"
  }

  private func title(_ shown: Shown) -> HTML {
    let times: HTML = shown.claim.count > 1 ? " <span class=\"times\">× \(shown.claim.count)</span>" : ""
    if shown.step.kind == .output {
      return "<span class=\"call\">\(context.words(.prints)) \(facts.output(shown.step))</span>\(times)"
    }
    let type = shown.claim.pattern.type ?? ""
    let member =
      shown.step.kind == .closure
      ? ".\(run.trace.closureName(of: shown.step))" : String(shown.claim.pattern.text.dropFirst(type.count))
    return "\(name(of: shown.step))<code class=\"call\">\(Self.breakable(type))<wbr>\(member)</code>\(times)"
  }

  /// A long name that may break across lines before each capital letter.
  private static func breakable(_ name: String) -> HTML {
    guard name.count > 14 else { return HTML(text: name) }
    return name.reduce(into: HTML(text: "")) { html, letter in
      if letter.isUppercase, html != "" { html += "<wbr>" }
      html.append(text: String(letter))
    }
  }

  /// The program's name for the object: `map`; empty for an object that no line of the program made.
  private func name(of step: Step) -> HTML {
    guard let object = step.object, run.program.value.place(of: object) != nil else { return "" }
    return "<b class=\"name\">\(run.program.value.label(of: object))</b> "
  }

  private func facts(_ shown: Shown) -> HTML {
    let (facts, step) = (facts, shown.step)
    let tick = facts.tick(beginning: step, harness)
    let all = [tick, facts.event(step), object(of: step), facts.thread(step), facts.delivery(step)]
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
}

// MARK: Listings

extension ChainRenderer {
  /// Links to the listings of the program and of the engine, with the lines that the step runs there.
  private func listings(of shown: Shown, next: Step?) -> HTML {
    let listings = StepListings(of: shown.step, next: next, in: run)
    if let own = listings.own {
      let file = run.index.files[own.file]
      if let line = (own.lit.union([own.leading].compactMap { $0 })).filter(file.hooks.isHook).min() {
        context.report(hookIsLit(line, of: file, by: shown))
      }
      context.pass(through: file, lines: own.lit, at: shown.id)
    }
    let links = [listings.program, listings.engine].compactMap(\.self).map(link)
    let told = links.map(\.link) + (listings.engine == nil ? [withoutEngine(shown.step)] : [])
    guard told.contains(where: { $0 != "" }) else { return "" }
    return "<p class=\"runs\">\(told.joined(separator: " "))</p>\n\(links.map(\.mark).joined())"
  }

  /// A note instead of the engine's listing, because the listing of the step before would seem to run.
  private func withoutEngine(_ step: Step) -> HTML {
    guard run.index.files.count > 1 else { return "" }
    let word: Word = step.kind == .output && step.parent == nil ? .stepOnlyPrints : .stepCodeUnknown
    return "<span class=\"no-engine\">\(context.words(word))</span>"
  }

  private func link(_ shown: StepListings.Shown) -> (link: HTML, mark: HTML) {
    let file = run.index.files[shown.excerpt.file]
    let number = number(of: shown.excerpt, file)
    let lit = shown.lit
    let lines = lit.lines.isEmpty ? "" : ":\(lit.shown)"
    // The text already names a single line.
    let data: HTML = lit.lines.count > 1 ? " data-lit=\"\(lit.text)\"" : ""
    let link: HTML = "<a href=\"#\(context.listings.identifier(number))\"\(data)>\(file.fileName)\(lines)</a>"
    return (link, PageListings.mark(number, lit))
  }

  private func number(of excerpt: Excerpt, _ file: SourceFile) -> Int {
    let line = excerpt.lines.lowerBound
    let link = context.link(to: file, line: line)
    return context.listings.number(of: excerpt.lines, in: file) {
      let symbols = context.symbols(in: run.index)
      return (
        CodeRenderer.caption(excerpt.lines, of: file, link: link, context.words),
        CodeRenderer.lines(excerpt.lines, of: file, place: excerpt.file, symbols)
      )
    }
  }

  /// The name of the program's listing, which a stepper also shows at steps that no line of it is known to lead to.
  private func programListing(of chain: Chain) -> HTML {
    let file = run.index.files[run.code.pipelineFile]
    guard !file.texts.isEmpty, !chain.steps.isEmpty else { return "" }
    let whole = Excerpt(file: run.code.pipelineFile, lines: 1...file.texts.count)
    return " data-program=\"\(context.listings.identifier(number(of: whole, file)))\""
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
  /// The most folded steps that are listed.
  private static let foldedLimit = 60

  private func gap(_ steps: Range<Int>) -> HTML {
    guard !steps.isEmpty else { return "" }
    let summary = context.words(.oneStepLeftOut, .stepsLeftOut, count: steps.count)
    return "<li class=\"gap\">\(folded(steps, summary: summary))</li>"
  }

  /// The steps that one line claims, which differ in their values.
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
