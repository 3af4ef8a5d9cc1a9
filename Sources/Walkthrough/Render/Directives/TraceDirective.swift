import RxTrace

/// Shows a whole run: as a tree of calls, or step by step.
struct TraceDirective: Directive {
  static let name = "trace"
  static let keys = DirectiveKeys(required: ["pipeline"], optional: ["view", "harness"])

  let block: DirectiveBlock
  let page: DirectivePage

  private enum View: String, CaseIterable { case tree, stepper }

  func render() throws(Problem) -> HTML {
    let view = try view()
    let isFolded = try isHarnessFolded()
    guard let run = try run() else { return "" }
    let harness = isFolded ? TestHarness(run.trace) : nil
    switch view {
    case .tree:
      var renderer = TraceTreeRenderer(run: run, id: context.numbered("trace"), words: words)
      renderer.harness = harness
      return renderer.render()
    case .stepper:
      return stepper(matches(of: run, without: harness), of: run, harness: harness)
    }
  }

  /// The steps from the first subscription on, without those of the test around the pipeline.
  private func matches(of run: Evidence, without harness: TestHarness?) -> [ChainMatcher.Match] {
    let matches = RecordedChain(run.trace).matchesFromSubscription
    guard let harness else { return matches }
    return matches.filter { match in
      !match.steps.isEmpty && !match.steps.allSatisfy { harness.contains(run.trace.steps[$0]) }
    }
  }

  private func view() throws(Problem) -> View {
    guard let view = attribute("view") else { return .tree }
    if let known = View(rawValue: view.value) { return known }
    let nearest = Nearest.suggestion(for: view.value, among: View.allCases.map(\.rawValue))
    throw Problem(view.valuePlace, "unknown view `\(view.value)`" + nearest)
  }
}
