/// Checks a chain against a recorded run.
///
/// Lines claim steps one after the other, and a gap between them may skip any. So several places in the run may be
/// possible after each line. All of them are followed at once, as in a regular expression, and the chain holds if any of
/// them is left at the end.
package struct ChainMatcher {
  let run: any ClaimedRun
  let lines: [ChainLine]

  package init(run: any ClaimedRun, lines: [ChainLine]) {
    self.run = run
    self.lines = lines
  }

  /// The steps that a line claims; empty for a gap that skipped none.
  package struct Match: Equatable {
    package var line: ChainLine
    package var steps: Range<Int>
  }

  /// The steps that each line claims, in order.
  package func match() -> Result<[Match], ChainFailure> {
    var failures: [ChainFailure] = []
    for base in bases() {
      switch match(base: base) {
      case .success(let matches): return .success(matches)
      case .failure(let failure): failures.append(failure)
      }
    }
    // The author most likely meant the reading that went furthest.
    let furthest = failures.map(\.line).max() ?? 0
    return .failure(failures.first { $0.line == furthest }!)
  }

  /// The depths at which a chain's outermost level may be: the first step's depth or, if the chain begins with a gap,
  /// the depth of each step that the first claim matches.
  private func bases() -> [Int] {
    guard let first = lines.lazy.compactMap(\.claim).first else { return [0] }
    guard lines[0].content == .gap else { return [(run.trace.steps.first?.depth ?? 0) - first.level] }
    let depths = run.trace.steps.filter { run.matches($0, first.pattern) }.map { $0.depth - first.level }
    return depths.isEmpty ? [0] : Set(depths).sorted()
  }

  private func match(base: Int) -> Result<[Match], ChainFailure> {
    var reached: [[Int: Int]] = []
    var positions = [0]
    for (number, line) in lines.enumerated() {
      let ends = follow(line, from: positions, base: base)
      guard !ends.isEmpty else { return .failure(failure(at: number, positions, base)) }
      reached.append(ends)
      positions = ends.keys.sorted()
    }
    let end = run.trace.steps.count
    if lines.last?.content != .gap && !positions.contains(end) {
      return .failure(ChainFailure(line: lines.count, base: base, position: positions[0], reason: .runGoesOn))
    }
    return .success(trace(back: reached, from: positions.contains(end) ? end : positions[0]))
  }

  /// The positions in the run that are possible after a line, each with the earliest position before the line.
  private func follow(_ line: ChainLine, from positions: [Int], base: Int) -> [Int: Int] {
    var ends: [Int: Int] = [:]
    guard case .step(let claim) = line.content else {
      for end in positions[0]...run.trace.steps.count { ends[end] = positions.last { $0 <= end } }
      return ends
    }
    // A count beyond the run's length is not added to anything, because the sum could overflow.
    for position in positions where claim.count <= run.trace.steps.count - position {
      let end = position + claim.count
      if ends[end] == nil, holds(claim, at: position, base: base) { ends[end] = position }
    }
    return ends
  }

  private func holds(_ claim: StepClaim, at position: Int, base: Int) -> Bool {
    (position..<position + claim.count).allSatisfy { index in
      mismatch(claim, run.trace.steps[index], base: base) == nil && (claim.count == 1 || run.trace.isLeaf(index))
    }
  }

  /// The first detail that a claim gets wrong about a step.
  func mismatch(_ claim: StepClaim, _ step: Step, base: Int) -> ChainFailure.Reason? {
    if !run.matches(step, claim.pattern) { return .symbol }
    if step.depth != base + claim.level { return .depth }
    if let value = claim.value, !value.holds(for: step) { return .value }
    if let thread = claim.thread, !thread.holds(for: step, in: run.trace) { return .thread }
    return nil
  }

  private func trace(back reached: [[Int: Int]], from end: Int) -> [Match] {
    var matches: [Match] = []
    var end = end
    for (line, ends) in zip(lines, reached).reversed() {
      let start = ends[end]!
      matches.append(Match(line: line, steps: start..<end))
      end = start
    }
    return matches.reversed()
  }

  private func failure(at number: Int, _ positions: [Int], _ base: Int) -> ChainFailure {
    guard let claim = lines[number].claim else { preconditionFailure("a gap holds everywhere") }
    var position = positions[0]
    let isAfterGap = number > 0 && lines[number - 1].content == .gap
    let reason: ChainFailure.Reason
    if isAfterGap, claim.count > 1, let row = longestRow(of: claim, among: positions, base) {
      (position, reason) = (row.position, .count(row.count))
    } else if isAfterGap {
      reason = .notAfterGap
    } else if position >= run.trace.steps.count {
      reason = .runEnded
    } else {
      reason = mismatch(claim, run.trace.steps[position], base: base) ?? .count(alike(claim, at: position, base))
    }
    return ChainFailure(line: number, base: base, position: position, reason: reason)
  }

  /// The first of the longest rows of steps for which the claim holds; nil if it holds for none.
  private func longestRow(of claim: StepClaim, among positions: [Int], _ base: Int) -> (position: Int, count: Int)? {
    let starts = positions.filter { $0 < run.trace.steps.count }
      .filter { mismatch(claim, run.trace.steps[$0], base: base) == nil }
    let rows = starts.map { (position: $0, count: alike(claim, at: $0, base)) }
    let longest = rows.map(\.count).max()
    return rows.first { $0.count == longest }
  }

  /// The number of successive steps, from a position on, for which the claim holds.
  private func alike(_ claim: StepClaim, at position: Int, _ base: Int) -> Int {
    run.trace.steps[position...].prefix { mismatch(claim, $0, base: base) == nil && run.trace.isLeaf($0.index) }.count
  }
}

extension Trace {
  /// Whether no recorded call is within a step.
  func isLeaf(_ index: Int) -> Bool { index + 1 >= steps.count || steps[index + 1].parent != index }
}

/// The place at which a chain and the run differ.
package struct ChainFailure: Error {
  package enum Reason: Equatable {
    case symbol, depth, value, thread, runEnded, runGoesOn, notAfterGap
    /// The number of such steps that were recorded.
    case count(Int)
  }

  /// The position of the line that fails; the number of lines if the run goes on after the last one.
  package var line: Int
  /// The depth of the chain's outermost level.
  package var base: Int
  /// The position of the first step that the line should have claimed.
  package var position: Int
  package var reason: Reason
}

extension ChainLine {
  package var claim: StepClaim? {
    if case .step(let claim) = content { claim } else { nil }
  }
}
