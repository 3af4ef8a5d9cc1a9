import RxTrace

/// Renders a whole run as a tree of calls.
struct TraceTreeRenderer {
  private let run: Evidence
  private let facts: StepFacts
  private let id: String
  private let words: Wording
  private let children: [Int?: [Step]]
  /// The test around the pipeline. Its steps are folded into one line, and steps that it begins show their tick.
  var harness: TestHarness?
  /// The positions of steps that are missing in another run, with which this one is compared.
  private let added: Set<Int>

  init(run: Evidence, id: String, words: Wording, added: Set<Int> = []) {
    self.run = run
    self.added = added
    self.id = id
    self.words = words
    facts = StepFacts(run: run, words: words)
    children = Dictionary(grouping: run.trace.steps, by: \.parent)
  }

  func render() -> HTML {
    """
    <figure class="trace" id="\(id)" tabindex="0">
    <figcaption>\(words(.recordedRunOf, run.name))</figcaption>
    \(tree())
    \(foldedHarness)</figure>
    """
  }

  /// Nested lists, made without recursion, because calls may nest tens of thousands deep.
  private func tree() -> HTML {
    var html: HTML = "<ul>\n"
    var open = [shown(children[nil] ?? [])[...]]
    while var steps = open.popLast() {
      guard let step = steps.popFirst() else {
        html += open.isEmpty ? "</ul>" : "</ul></li>\n"
        continue
      }
      open.append(steps)
      html += "<li>\(line(step))"
      let inner = shown(children[step.index] ?? [])
      guard !inner.isEmpty else {
        html += "</li>\n"
        continue
      }
      html += "\n<ul>\n"
      open.append(inner[...])
    }
    return html
  }

  /// The steps, with those of the harness replaced by the steps inside.
  private func shown(_ steps: [Step]) -> [Step] {
    guard let harness else { return steps }
    var shown: [Step] = []
    var pending = steps[...]
    while let step = pending.popFirst() {
      if harness.contains(step) { pending = (children[step.index] ?? []) + pending } else { shown.append(step) }
    }
    return shown
  }

  private var foldedHarness: HTML {
    guard let harness else { return "" }
    let steps = run.trace.steps.filter(harness.contains)
    guard !steps.isEmpty else { return "" }
    let items = steps.map { "<li><span class=\"call\">\(facts.line($0))</span></li>" as HTML }
    return """
      <details class="folded"><summary>\(words(.harnessStepOne, .harnessSteps, count: steps.count))</summary>
      <ul>
      \(items.joined(separator: "\n"))
      </ul></details>

      """
  }

  private func line(_ step: Step) -> HTML {
    let style: HTML = step.kind == .output ? "call printed" : "call"
    let tick = facts.tick(beginning: step, harness)
    let line = tick == "" ? facts.line(step) : tick + " " + facts.line(step)
    guard added.contains(step.index) else { return "<span class=\"\(style)\">\(line)</span>" }
    return "<ins class=\"\(style) is-added\" title=\"\(words(.onlyHere))\">\(facts.line(step))</ins>"
  }
}
