/// The chain that claims a whole run: it names each step by its object's own type, and repeated calls that call nothing
/// are one line.
package struct RecordedChain {
  private let trace: Trace

  package init(_ trace: Trace) { self.trace = trace }

  /// The lines, each with its steps.
  package var matches: [ChainMatcher.Match] {
    let text = ChainText(TracedRun(trace))
    var matches: [ChainMatcher.Match] = []
    var index = 0
    while index < trace.steps.count {
      let end = endOfRepeats(from: index)
      matches.append(match(index..<end, text.recordedSymbol(trace.steps[index])))
      index = end
    }
    return matches
  }

  /// The lines with one gap before the first subscription, because a test's scheduler is told all its events first.
  package var matchesFromSubscription: [ChainMatcher.Match] {
    let isSubscription = { (step: Step) in
      [.subscribeClosures, .subscribeHandler, .subscribe].contains(step.kind)
    }
    guard let start = trace.steps.firstIndex(where: isSubscription), start > 0 else { return matches }
    var rest = matches.filter { $0.steps.lowerBound >= start }
    let base = trace.steps[start].depth - trace.steps[0].depth
    for place in rest.indices {
      guard case .step(var claim) = rest[place].line.content else { continue }
      claim.level = max(claim.level - base, 0)
      rest[place].line.content = .step(claim)
    }
    let gap = ChainLine(content: .gap, place: Place(line: 1, column: 1))
    return [ChainMatcher.Match(line: gap, steps: 0..<start)] + rest
  }

  private func match(_ steps: Range<Int>, _ symbol: String) -> ChainMatcher.Match {
    let place = Place(line: 1, column: 1)
    guard let pattern = StepPattern(symbol) else {
      return ChainMatcher.Match(line: ChainLine(content: .gap, place: place), steps: steps)
    }
    let level = max(trace.steps[steps.lowerBound].depth - trace.steps[0].depth, 0)
    let claim = StepClaim(pattern: pattern, level: level, count: steps.count, place: place, text: symbol)
    return ChainMatcher.Match(line: ChainLine(content: .step(claim), place: place), steps: steps)
  }

  /// The position after the repetitions of a step: steps of the same object and kind that call nothing.
  private func endOfRepeats(from index: Int) -> Int {
    let first = trace.steps[index]
    var end = index + 1
    while end < trace.steps.count, trace.isLeaf(end - 1), trace.isLeaf(end), isSame(first, trace.steps[end]) {
      end += 1
    }
    return end
  }

  private func isSame(_ one: Step, _ other: Step) -> Bool {
    one.kind != .output && one.kind == other.kind && one.event == other.event && one.object == other.object
      && one.parent == other.parent && one.thread == other.thread && one.depth == other.depth
  }
}
