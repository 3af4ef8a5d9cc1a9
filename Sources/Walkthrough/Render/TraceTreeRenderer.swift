import RxTrace

/// Renders a whole run as a tree of calls.
struct TraceTreeRenderer {
  private let run: Evidence
  private let facts: StepFacts
  private let id: String
  private let words: Wording
  private let children: [Int?: [Step]]
  /// The positions of steps that another run, with which this one is compared, lacks.
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
    </figure>
    """
  }

  /// Nested lists, made without recursion: calls may nest tens of thousands deep.
  private func tree() -> HTML {
    var html: HTML = "<ul>\n"
    var open = [(children[nil] ?? [])[...]]
    while var steps = open.popLast() {
      guard let step = steps.popFirst() else {
        html += open.isEmpty ? "</ul>" : "</ul></li>\n"
        continue
      }
      open.append(steps)
      html += "<li>\(line(step))"
      guard let inner = children[step.index] else {
        html += "</li>\n"
        continue
      }
      html += "\n<ul>\n"
      open.append(inner[...])
    }
    return html
  }

  private func line(_ step: Step) -> HTML {
    let style: HTML = step.kind == .output ? "call printed" : "call"
    guard added.contains(step.index) else { return "<span class=\"\(style)\">\(facts.line(step))</span>" }
    return "<ins class=\"\(style) is-added\" title=\"\(words(.onlyHere))\">\(facts.line(step))</ins>"
  }
}
