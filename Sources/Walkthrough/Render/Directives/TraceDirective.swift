import RxTrace

/// Shows a whole run: as a tree of calls, or step by step.
struct TraceDirective: Directive {
  static let name = "trace"
  static let keys = DirectiveKeys(required: ["pipeline"], optional: ["view"])

  let block: DirectiveBlock
  let page: DirectivePage

  private enum View: String, CaseIterable { case tree, stepper }

  func render() throws(Problem) -> HTML {
    let view = try view()
    guard let run = try run() else { return "" }
    switch view {
    case .tree: return TraceTreeRenderer(run: run, id: context.numbered("trace"), words: words).render()
    case .stepper: return stepper(RecordedChain(run.trace).matchesFromSubscription, of: run)
    }
  }

  private func view() throws(Problem) -> View {
    guard let view = attribute("view") else { return .tree }
    if let known = View(rawValue: view.value) { return known }
    let nearest = Nearest.suggestion(for: view.value, among: View.allCases.map(\.rawValue))
    throw Problem(view.valuePlace, "unknown view `\(view.value)`" + nearest)
  }
}
