/// The lines of a run that an author may paste in place of a claim that does not hold.
package struct OfferedLines {
  private let run: any ClaimedRun
  private let base: Int
  private let start: Int

  private static let most = 3

  /// - Parameters:
  ///   - base: the depth that is not indented.
  ///   - start: the position of the first step that may be offered.
  package init(run: any ClaimedRun, base: Int, from start: Int = 0) {
    self.run = run
    self.base = base
    self.start = start
  }

  private var steps: some Collection<Step> { run.trace.steps[start...].lazy.filter { $0.depth >= base } }

  /// ``; to paste: `  MapSink.on(next:) 2` ``, or nothing. The step at the claim's place comes first, then what is most
  /// like the claim: a step with its symbol and its value, else the steps with its value, else a step with its symbol.
  package func text(for claim: StepClaim, at position: Int? = nil) -> String {
    let here = steps.first { $0.index == position }.map { [$0] } ?? []
    let named = steps.filter { run.matches($0, claim.pattern) }
    let same = named.first { claim.value?.holds(for: $0) ?? false }.map { [$0] } ?? []
    let alike = [same, valued(claim.value), mostAlike(claim, among: named)].first { !$0.isEmpty }
    return text(here + (alike ?? []))
  }

  /// The lines to paste in place of a claim whose symbol no recording has.
  package func text(for value: StepValue) -> String { text(valued(value)) }

  /// The line of a step that is made so often in a row: ``; to paste: `  MapSink.closure 2 ×3` ``.
  package func text(ofStep position: Int, times: Int) -> String {
    let line = ChainText(run).line(run.trace.steps[position], base: base)
    return "; to paste: `\(line)\(times > 1 ? " ×\(times)" : "")`"
  }

  /// The claim's type itself comes before its subclasses, then the value that is most like the claimed one.
  private func mostAlike(_ claim: StepClaim, among named: [Step]) -> [Step] {
    let own = named.filter { run.trace.object(of: $0)?.typeName == claim.pattern.type }
    return (claim.value?.mostAlike(among: own.isEmpty ? named : own) ?? own.first ?? named.first).map { [$0] } ?? []
  }

  private func valued(_ value: StepValue?) -> [Step] {
    Array(steps.lazy.filter { value?.holds(for: $0) ?? false }.prefix(Self.most))
  }

  private func text(_ steps: [Step]) -> String {
    let chain = ChainText(run)
    var lines: [String] = []
    for step in steps {
      let line = chain.line(step, base: base)
      if lines.count < Self.most, !lines.contains(line) { lines.append(line) }
    }
    return lines.isEmpty ? "" : "; to paste: " + lines.map { "`\($0)`" }.joined(separator: ", ")
  }
}
