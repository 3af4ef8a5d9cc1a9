import RxTrace

/// Renders a whole run as a tree of calls.
struct TraceTreeRenderer {
  private let run: RecordedRun
  private let facts: StepFacts
  private let id: String
  private let children: [Int?: [Step]]

  init(run: RecordedRun, id: String) {
    self.run = run
    self.id = id
    facts = StepFacts(run: run)
    children = Dictionary(grouping: run.trace.steps, by: \.parent)
  }

  func render() -> HTML {
    """
    <figure class="trace" id="\(id)">
    <figcaption>The recorded run of <code>\(run.name)</code></figcaption>
    \(list(of: nil))
    </figure>
    """
  }

  private func list(of parent: Int?) -> HTML {
    guard let steps = children[parent] else { return "" }
    return "<ul>\n\(steps.map(item).joined(separator: "\n"))\n</ul>"
  }

  private func item(_ step: Step) -> HTML {
    "<li>\(line(step))\(list(of: step.index))</li>"
  }

  private func line(_ step: Step) -> HTML {
    if step.kind == .output { return "<span class=\"call printed\">prints \(facts.output(step))</span>" }
    let title = "<code>\(run.trace.title(of: step))</code>" as HTML
    let all = [title, facts.event(step), facts.thread(step), facts.delivery(step)]
    return "<span class=\"call\">\(all.filter { $0 != "" }.joined(separator: " "))</span>"
  }
}
