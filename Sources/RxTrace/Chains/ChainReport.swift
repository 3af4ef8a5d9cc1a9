/// Describes the place at which a chain and the run differ: the claim, the recorded step, and the nearest step for which
/// the claim would hold.
package struct ChainReport {
  let run: any ClaimedRun
  let lines: [ChainLine]
  let failure: ChainFailure

  package init(run: any ClaimedRun, lines: [ChainLine], failure: ChainFailure) {
    self.run = run
    self.lines = lines
    self.failure = failure
  }

  package var problem: Problem {
    guard failure.line < lines.count, let claim = lines[failure.line].claim else { return runGoesOn }
    let told = "claimed \(claimed(claim)), recorded \(recorded(claim))\(nearest(claim))\(missingQuotes(claim))"
    return Problem(place(in: claim), told)
  }

  /// The problem, with lines of this run that the author may paste instead.
  package var problemWithLines: Problem {
    var problem = problem
    guard failure.line < lines.count, let claim = lines[failure.line].claim else { return problem }
    if case .count(let count) = failure.reason, run.trace.isLeaf(failure.position) {
      problem.message += OfferedLines(run: run, base: failure.base).text(ofStep: failure.position, times: count)
      return problem
    }
    let isKnown = failure.reason != .runEnded && failure.reason != .notAfterGap
    problem.message += OfferedLines(run: run, base: failure.base, from: failure.position)
      .text(for: claim, at: isKnown ? failure.position : nil)
    return problem
  }

  private var runGoesOn: Problem {
    let more = run.trace.steps.count - failure.position
    let last = lines.last?.claim?.text ?? ""
    return Problem(
      lines.last?.place ?? Place(line: 1, column: 1),
      "claimed the end of the run after \(last), recorded \(more) more step\(more == 1 ? "" : "s"), "
        + "next \(located(failure.position)); a last line `…` leaves them out")
  }

  private func place(in claim: StepClaim) -> Place {
    switch failure.reason {
    case .value: claim.valuePlace ?? claim.place
    case .thread: claim.threadPlace ?? claim.place
    case .count: claim.countPlace ?? claim.place
    default: claim.place
    }
  }

  private func claimed(_ claim: StepClaim) -> String { "\(claim.text) at depth \(failure.base + claim.level)" }

  private func recorded(_ claim: StepClaim) -> String {
    switch failure.reason {
    case .runEnded: return "the end of the run after \(failure.position) steps"
    case .notAfterGap:
      if let step = elsewhere(claim) { return located(step.index) + indentation(of: step) }
      let before = before(claim).map { ", only before the lines above: \(located($0.index))" } ?? ""
      return "no such step from step \(failure.position + 1) on" + before
    case .depth: return located(failure.position) + indentation(of: run.trace.steps[failure.position])
    case .count where !run.trace.isLeaf(failure.position):
      return "\(located(failure.position)), which calls others; `×` counts calls that call nothing"
    case .count(let count):
      return "\(count) such step\(count == 1 ? "" : "s") in a row that enclose\(count == 1 ? "s" : "") none, "
        + "from \(located(failure.position))"
    case .thread:
      return located(failure.position) + placed(failure.position)
    default: return located(failure.position)
    }
  }

  private func indentation(of step: Step) -> String {
    let spaces = 2 * (step.depth - failure.base)
    return spaces < 0 ? "; indent the lines above by \(-spaces) spaces" : ", which is indented by \(spaces) spaces"
  }

  /// The next step that only the depth tells from the claim of a line after a gap.
  private func elsewhere(_ claim: StepClaim) -> Step? {
    let level = failure.base + claim.level
    return run.trace.steps[failure.position...].first {
      run.matches($0, claim) && $0.depth != level
    }
  }

  /// The last step of the claim before those that the line may claim.
  private func before(_ claim: StepClaim) -> Step? {
    run.trace.steps[..<failure.position].last { run.matches($0, claim) }
  }

  /// `Producer#1.run at depth 2 (step 3)`
  private func located(_ index: Int) -> String {
    let step = run.trace.steps[index]
    return "\(run.describe(step)) at depth \(step.depth) (step \(index + 1))"
  }

  /// The step that resembles the claim most, if it is not the recorded one.
  private func nearest(_ claim: StepClaim) -> String {
    if case .count = failure.reason { return "" }
    if failure.reason == .notAfterGap, elsewhere(claim) ?? before(claim) != nil { return "" }
    let known = run.trace.steps.map { (likeness(claim, $0), $0) }
    guard let most = known.map(\.0).max(), most >= 8 else { return "" }
    let alike = known.filter { $0.0 == most }.map(\.1).sorted { distance($0) < distance($1) }
    let best = (claim.value?.mostAlike(among: alike) ?? alike[0]).index
    guard best != failure.position || failure.reason == .notAfterGap else { return "" }
    return "; nearest match: \(located(best))\(claim.thread == nil ? "" : placed(best))"
  }

  private func missingQuotes(_ claim: StepClaim) -> String {
    let isString = run.trace.steps.contains { step in
      run.matches(step, claim.pattern) && claim.value?.holdsInQuotes(for: step) ?? false
    }
    return isString ? "; a string stands in quotes" : ""
  }

  /// ` on kitchen (thread 2)`
  private func placed(_ index: Int) -> String { " on \(run.trace.threadText(of: run.trace.steps[index]))" }

  private func likeness(_ claim: StepClaim, _ step: Step) -> Int {
    var points = 0
    if run.matches(step, claim.pattern) { points += 8 }
    if step.depth == failure.base + claim.level { points += 4 }
    if claim.value?.holds(for: step) ?? true { points += 2 }
    if claim.thread.map({ $0.holds(for: step, in: run.trace) }) ?? true { points += 1 }
    return points
  }

  private func distance(_ step: Step) -> Int { abs(step.index - failure.position) }
}
