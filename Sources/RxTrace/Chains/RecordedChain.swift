/// The chain that claims a whole run, as one would write it from the recording: each step by its object's own type, and
/// calls that repeat without calling anything as one line.
package struct RecordedChain {
  private let trace: Trace

  package init(_ trace: Trace) { self.trace = trace }

  /// The lines, each with its steps.
  package var matches: [ChainMatcher.Match] {
    let text = ChainText(trace)
    let base = trace.steps.first?.depth ?? 0
    var matches: [ChainMatcher.Match] = []
    var index = 0
    while index < trace.steps.count {
      let end = endOfRepeats(from: index)
      matches.append(match(index..<end, text.line(trace.steps[index], base: base), base))
      index = end
    }
    return matches
  }

  private func match(_ steps: Range<Int>, _ text: String, _ base: Int) -> ChainMatcher.Match {
    let place = Place(line: 1, column: 1)
    // What was printed is a claim of its own kind: its text may hold anything.
    let claimed = text.trimmingSpaces().prefix { $0 != " " }
    guard let pattern = StepPattern(String(claimed)) else {
      return ChainMatcher.Match(line: ChainLine(content: .gap, place: place), steps: steps)
    }
    var claim = StepClaim(
      pattern: pattern, level: max(trace.steps[steps.lowerBound].depth - base, 0), place: place,
      text: text)
    claim.count = steps.count
    return ChainMatcher.Match(line: ChainLine(content: .step(claim), place: place), steps: steps)
  }

  /// Steps that call nothing, one after the other, of one object and one kind.
  private func endOfRepeats(from index: Int) -> Int {
    let first = trace.steps[index]
    var end = index + 1
    while end < trace.steps.count, isLeaf(end - 1), isLeaf(end), isSame(first, trace.steps[end]) { end += 1 }
    return end
  }

  private func isSame(_ one: Step, _ other: Step) -> Bool {
    one.kind != .output && one.kind == other.kind && one.event == other.event && one.object == other.object
      && one.parent == other.parent && one.thread == other.thread && one.depth == other.depth
  }

  private func isLeaf(_ index: Int) -> Bool {
    index + 1 >= trace.steps.count || trace.steps[index + 1].parent != index
  }
}
