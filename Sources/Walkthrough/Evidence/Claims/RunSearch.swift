import RxTrace

/// Finds the steps that an author may have meant by a claim that does not hold.
struct RunSearch {
  let run: Evidence

  /// `; nearest match: JustSink#1.forwardOn(next: 1) (step 4)`, or nothing if no step is like the claim.
  func nearest(to pattern: StepPattern) -> String {
    var best: (points: Int, step: Step)?
    for step in run.trace.steps {
      let points = likeness(pattern, step)
      if points > best?.points ?? 0 { best = (points, step) }
    }
    return best.map { "; nearest match: \(run.describe($0.step)) (step \($0.step.number))" } ?? ""
  }

  /// The same for a claim with a value or a thread: a step with one of them is nearer, and is told as in a chain.
  func nearest(to claim: StepClaim) -> String {
    let named = run.trace.steps.filter { run.matches($0, claim.pattern) }
    let valued = named.first { claim.value?.holds(for: $0) ?? false }
    let placed = named.first { claim.thread?.holds(for: $0, in: run.trace) ?? false }
    let alike = claim.value?.mostAlike(among: named) ?? named.first
    guard let step = valued ?? placed ?? alike else { return nearest(to: claim.pattern) }
    return "; nearest match: `\(ChainText(run).line(step, base: step.depth))` (step \(step.number))"
  }

  /// The numbers of steps, or how many there are and the first of them: ` (steps 4, 9)`.
  func numbers(_ steps: [Step]) -> String {
    guard !steps.isEmpty else { return "" }
    let shown = steps.prefix(5).map { "\($0.number)" }.joined(separator: ", ")
    return " (step\(steps.count == 1 ? "" : "s") \(shown)\(steps.count > 5 ? ", …" : ""))"
  }

  private func likeness(_ pattern: StepPattern, _ step: Step) -> Int {
    var points = 0
    if step.kind == pattern.kind { points += 4 }
    if let object = run.trace.object(of: step), let type = pattern.type,
      object.typeName == type || run.typeNames(of: step, object).contains(type)
    {
      points += 3
      if let ordinal = pattern.ordinal, object.ordinal == ordinal { points += 1 }
    }
    // An event does not tell which call is meant.
    if points > 0, pattern.event != nil, pattern.event == step.event { points += 1 }
    return points
  }
}
