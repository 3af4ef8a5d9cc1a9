import RxTrace

/// Writes a run as the lines of a chain, which a page or a test can claim as they are.
///
///     ChainList(run).write { print($0, terminator: "") }
///     // Prints: Just.subscribe(onNext:)
///     //           Just.subscribe
///     //             AnonymousObserver.on(next:) 1
///     //         …
///
/// A line `…` stands for steps that a filter has left out. Equal steps that call nothing are one line.
package struct ChainList {
  /// The line for steps that are left out.
  package static let gap = "…"

  private let trace: Trace
  private let stepsInRun: Int
  private let text: ChainText
  private let base: Int

  package init(_ run: LocatedTrace) {
    trace = run.trace
    stepsInRun = run.stepsInRun
    text = ChainText(TracedRun(run))
    base = run.trace.steps.map(\.depth).min() ?? 0
  }

  /// The lines, without their ends.
  package var lines: [String] {
    var lines: [String] = []
    write { lines.append(String($0.dropLast())) }
    return lines
  }

  /// Writes the text line by line.
  func write(_ write: (String) throws -> Void) rethrows {
    var next = 1
    var index = 0
    while index < trace.steps.count {
      let end = endOfRepeats(from: index)
      if trace.steps[index].number != next { try write(Self.gap + "\n") }
      try write(line(index) + (end - index > 1 ? " ×\(end - index)\n" : "\n"))
      next = trace.steps[end - 1].number + 1
      index = end
    }
    if next <= stepsInRun { try write(Self.gap + "\n") }
  }

  private func line(_ index: Int) -> String { text.line(trace.steps[index], base: base) }

  private func endOfRepeats(from index: Int) -> Int {
    var end = index + 1
    while end < trace.steps.count, isRepeat(end) { end += 1 }
    return end
  }

  /// Whether a step is the same as the one before it and neither calls anything, as a count in a chain claims.
  private func isRepeat(_ index: Int) -> Bool {
    let (one, other) = (trace.steps[index - 1], trace.steps[index])
    return other.number == one.number + 1 && one.parent == other.parent && callsNothing(index - 1)
      && callsNothing(index) && line(index - 1) == line(index)
  }

  /// Whether a step calls nothing. This is known only if the trace has the next step of the run.
  private func callsNothing(_ index: Int) -> Bool {
    let number = trace.steps[index].number
    guard index + 1 < trace.steps.count else { return number == stepsInRun }
    let next = trace.steps[index + 1]
    return next.number == number + 1 && next.parent != index
  }
}
