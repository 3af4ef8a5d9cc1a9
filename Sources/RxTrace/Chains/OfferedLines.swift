/// The lines of a run that an author may have meant by a claim that does not hold, for pasting.
package struct OfferedLines {
  private let run: any ClaimedRun
  private let base: Int

  private static let most = 3

  /// - Parameter base: the depth that is not indented.
  package init(run: any ClaimedRun, base: Int) {
    self.run = run
    self.base = base
  }

  /// ``; to paste: `  MapSink.on(next:) 2` ``, or nothing: the step at the place of the claim comes first, then those with
  /// its value, then those of its symbol.
  package func text(for claim: StepClaim, at position: Int? = nil) -> String {
    let steps = run.trace.steps
    let here = position.flatMap { steps.indices.contains($0) ? [steps[$0]] : nil } ?? []
    let alike = steps.lazy.filter { claim.value?.holds(for: $0) ?? false }.prefix(Self.most)
    let named = steps.lazy.filter { run.matches($0, claim.pattern) }.prefix(1)
    let chain = ChainText(run.trace)
    var lines: [String] = []
    for step in here + alike + named {
      let line = chain.line(step, base: base)
      if lines.count < Self.most, !lines.contains(line) { lines.append(line) }
    }
    return lines.isEmpty ? "" : "; to paste: " + lines.map { "`\($0)`" }.joined(separator: ", ")
  }
}
