/// A chain and a run side by side: lines that hold, claimed lines that do not (`-`), steps that no line claims (`+`).
///
/// The alignment leaves the fewest lines and steps unmatched, as in a diff of texts. Steps that a gap may skip cost
/// nothing.
struct ChainDiff {
  private let run: any ClaimedRun
  private let matcher: ChainMatcher
  private let claims: [Claim]
  private let endsInGap: Bool
  private let base: Int
  private let steps: ArraySlice<Step>

  /// The claim of one step; a line with a count makes several of them.
  private struct Claim {
    var step: StepClaim
    var followsGap: Bool
  }

  private enum Row: Equatable {
    case holds(String)
    case claimed(String)
    case recorded(String)
    case gap
  }

  /// The limit of cells, because a larger table would take longer than anybody waits for a diff.
  private static let mostCells = 1 << 18
  private static let mostRepeats = 100
  private static let mostRows = 60
  /// The number of lines that hold which are shown before and after one that does not.
  private static let context = 3

  init(run: any ClaimedRun, lines: [ChainLine], base: Int) {
    self.run = run
    self.base = base
    matcher = ChainMatcher(run: run, lines: lines)
    var claims: [Claim] = []
    var followsGap = false
    for line in lines {
      guard let claim = line.claim else {
        followsGap = true
        continue
      }
      for repeated in 0..<min(claim.count, Self.mostRepeats) {
        claims.append(Claim(step: claim, followsGap: followsGap && repeated == 0))
      }
      followsGap = false
    }
    self.claims = claims
    endsInGap = followsGap
    steps = run.trace.steps.prefix(Self.mostCells / (claims.count + 1))
  }

  var text: String {
    let rows = shortened(rows)
    var text = rows.prefix(Self.mostRows).map { row in
      switch row {
      case .holds(let line): "    \(line)"
      case .claimed(let line): "-   \(line)"
      case .recorded(let line): "+   \(line)"
      case .gap: "    …"
      }
    }
    if rows.count > Self.mostRows { text.append("(\(rows.count - Self.mostRows) more lines)") }
    let more = run.trace.steps.count - steps.count
    if more > 0 { text.append("(\(more) more steps were recorded)") }
    return text.joined(separator: "\n")
  }

  // MARK: Alignment

  private static let unclaimed: Int32 = 2
  private static let unheld: Int32 = 2
  // A wrong detail costs less than leaving both unmatched, so that a line stands beside the step that it gets wrong,
  // even if a gap could skip a step of the claimed type for nothing.
  private static let otherDetail: Int32 = 1
  private static let otherType: Int32 = 3

  private var rows: [Row] {
    let costs = self.costs
    let text = ChainText(run)
    var rows: [Row] = []
    var (claim, step) = (0, 0)
    while claim < claims.count || step < steps.count {
      let here = costs[claim][step]
      if claim < claims.count, step < steps.count, costs[claim + 1][step + 1] + cost(claim, step) == here {
        let isWrong = cost(claim, step) > 0
        rows.append(isWrong ? .claimed(line(claim)) : .holds(line(claim)))
        if isWrong { rows.append(.recorded(text.line(steps[step], base: base))) }
        (claim, step) = (claim + 1, step + 1)
      } else if claim < claims.count, costs[claim + 1][step] + Self.unheld == here {
        rows.append(.claimed(line(claim)))
        claim += 1
      } else {
        if !isGap(before: claim) {
          rows.append(.recorded(text.line(steps[step], base: base)))
        } else if rows.last != .gap {
          rows.append(.gap)
        }
        step += 1
      }
    }
    return rows
  }

  /// The least cost from each pair of positions to the end.
  private var costs: [[Int32]] {
    var costs = [[Int32]](repeating: [], count: claims.count + 1)
    for claim in (0...claims.count).reversed() {
      let skipping = isGap(before: claim) ? 0 : Self.unclaimed
      var row = [Int32](repeating: 0, count: steps.count + 1)
      for step in (0...steps.count).reversed() {
        guard claim < claims.count || step < steps.count else { continue }
        var best = Int32.max
        if step < steps.count { best = row[step + 1] + skipping }
        if claim < claims.count { best = min(best, costs[claim + 1][step] + Self.unheld) }
        if claim < claims.count && step < steps.count {
          best = min(best, costs[claim + 1][step + 1] + cost(claim, step))
        }
        row[step] = best
      }
      costs[claim] = row
    }
    return costs
  }

  private func cost(_ claim: Int, _ step: Int) -> Int32 {
    switch matcher.mismatch(claims[claim].step, steps[step], base: base) {
    case nil: 0
    case .symbol where claims[claim].step.pattern.kind == steps[step].kind: Self.otherType
    case .symbol: Self.unheld + Self.unclaimed
    default: Self.otherDetail
    }
  }

  private func isGap(before claim: Int) -> Bool { claim < claims.count ? claims[claim].followsGap : endsInGap }

  private func line(_ claim: Int) -> String {
    let claim = claims[claim].step
    return String(repeating: "  ", count: claim.level) + claim.text
  }

  // MARK: Length

  /// The rows without the middles of long stretches of lines that hold.
  private func shortened(_ rows: [Row]) -> [Row] {
    let isDifferent = rows.map { row in
      switch row {
      case .claimed, .recorded: true
      case .holds, .gap: false
      }
    }
    var shown: [Row] = []
    for index in rows.indices {
      let nearby = max(index - Self.context, 0)...min(index + Self.context, rows.count - 1)
      let isNear = isDifferent[nearby].contains(true)
      let row = isNear ? rows[index] : .gap
      if row != .gap || shown.last != .gap { shown.append(row) }
    }
    return shown
  }
}
