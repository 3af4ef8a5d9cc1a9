import RxTrace

/// The elements that the stages of a run were given and lost, each with the reason in the words of `why-not`.
package struct StageLosses {
  package struct Loss: Sendable {
    /// The number of the step at which the element came.
    package var step: Int
    /// One word: `filtered`.
    package var reason: String
    /// `filter dropped 3: its closure returned false`
    package var sentence: String
  }

  /// A stage as ``StagePipelines`` names it.
  package struct Place: Hashable {
    package var name: String
    package var line: SourceLine?

    package init(name: String, line: SourceLine?) { (self.name, self.line) = (name, line) }
  }

  /// The losses of each stage that lost elements, in the order in which they came.
  package private(set) var losses: [Place: [Loss]] = [:]

  package init(_ run: AnalysedRun) {
    let (trace, names) = (run.trace, run.located.programNames)
    let parts = StageParts(trace)
    let rows = StageRows(trace, names, parts)
    let words = ObstacleWords(run, names, parts)
    let withholding = trace.objects.indices.filter { parts.withholding(of: parts.stage(of: $0)) != nil }
    let source = TraceSteps(trace)
    let elements = Elements(at: Set(withholding), in: source, source.advance, parts)
    for account in elements.accounts.values.sorted(by: { $0.step < $1.step }) {
      guard let obstacle = account.obstacle, obstacle.isLoss, let row = rows.stage(of: account.stage) else { continue }
      let place = Place(name: rows.rows[row].name, line: rows.rows[row].place)
      losses[place, default: []].append(
        Loss(
          step: account.step, reason: words.reason(for: obstacle),
          sentence: words.sentence(for: obstacle, at: account.step)))
    }
  }
}
