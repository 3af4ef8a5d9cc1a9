import RxTrace

/// Holds assertions against a recorded run.
struct AssertionChecker {
  let run: RecordedRun

  /// What is wrong with an assertion; empty when the run bears it out.
  func problems(with assertion: Assertion) -> [Problem] {
    let missing = patterns(of: assertion.claim).compactMap { placed in
      run.missingSymbol(placed.pattern).map { Problem(placed.place, $0.message(for: placed.pattern.text)) }
    }
    guard missing.isEmpty else { return missing }
    return recordedInstead(of: assertion.claim).map {
      [Problem(assertion.place, "claimed \(assertion.text), recorded \($0)")]
    } ?? []
  }

  private func patterns(of claim: Assertion.Claim) -> [PlacedPattern] {
    switch claim {
    case .count(let pattern, _, _), .depth(let pattern, _, _), .value(let pattern, _): [pattern]
    case .thread(let left, let right, _), .before(let left, let right): [left, right]
    }
  }

  /// What the run shows, where that is not what was claimed.
  private func recordedInstead(of claim: Assertion.Claim) -> String? {
    switch claim {
    case .count(let placed, let comparison, let number):
      let count = steps(placed).count
      return comparison.holds(count, number) ? nil : "\(count)"
    case .depth(let placed, let comparison, let number): return depth(placed, comparison, number)
    case .thread(let left, let right, let isEqual): return threads(left, right, isEqual)
    case .before(let first, let second): return order(first, second)
    case .value(let placed, let values): return self.values(placed, values)
    }
  }

  private func depth(_ placed: PlacedPattern, _ comparison: Comparison, _ number: Int) -> String? {
    if let none = none(of: placed) { return none }
    let depths = Set(steps(placed).map(\.depth)).sorted()
    if depths.allSatisfy({ comparison.holds($0, number) }) { return nil }
    return depths.map(String.init).joined(separator: ", ")
  }

  private func threads(_ left: PlacedPattern, _ right: PlacedPattern, _ isEqual: Bool) -> String? {
    if let none = none(of: left) ?? none(of: right) { return none }
    let (first, second) = (threads(left), threads(right))
    return (first == second) == isEqual ? nil : "\(describe(first)) and \(describe(second))"
  }

  private func threads(_ placed: PlacedPattern) -> [Int] {
    Set(steps(placed).map { run.trace.threads[$0.thread].ordinal }).sorted()
  }

  private func describe(_ threads: [Int]) -> String {
    "thread\(threads.count == 1 ? "" : "s") " + threads.map(String.init).joined(separator: ", ")
  }

  private func order(_ first: PlacedPattern, _ second: PlacedPattern) -> String? {
    if let none = none(of: first) ?? none(of: second) { return none }
    let (last, next) = (steps(first).last!, steps(second).first!)
    guard last.index >= next.index else { return nil }
    return "\(run.describe(last)) as step \(last.index + 1), \(run.describe(next)) as step \(next.index + 1)"
  }

  private func values(_ placed: PlacedPattern, _ claimed: [StepValue]) -> String? {
    let next = steps(placed).filter { $0.event == .next || $0.kind == .output }
    if next.count == claimed.count && zip(claimed, next).allSatisfy({ $0.holds(for: $1) }) { return nil }
    let texts = next.map { $0.kind == .output ? StepValue.printed($0).debugDescription : $0.value?.text ?? "…" }
    return "[" + texts.joined(separator: ", ") + "]"
  }

  private func none(of placed: PlacedPattern) -> String? {
    steps(placed).isEmpty ? "no \(placed.pattern.text)" : nil
  }

  private func steps(_ placed: PlacedPattern) -> [Step] {
    run.trace.steps.filter { run.matches($0, placed.pattern) }
  }
}
