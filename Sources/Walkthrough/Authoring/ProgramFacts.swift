import RxTrace
import TraceAnalysis
import TraceViews

/// What two runs of a program have in common: what a new page can claim of it.
///
/// Threads may take turns in another order each time, so one run would not do.
public struct ProgramFacts {
  let source: String
  /// The printed lines; empty if the runs did not print the same.
  let output: [String]
  /// Whether a reader can be asked for the order of the lines.
  var canBeOrdered: Bool { 2...12 ~= output.count && Set(output).count > 1 }
  /// The first lines of the chain, without a line `…` at the end.
  let chain: [String]
  let isWholeChain: Bool
  let hasSeveralThreads: Bool
  /// The rules that `headwater check` finds broken; empty if not the same in both runs.
  let findings: [String]

  /// A longer chain is cut off: nobody would read it.
  private static let mostLines = 40

  /// - Parameters:
  ///   - source: the program's text.
  ///   - outputs: what it printed in each run.
  public init(source: String, runs: (LocatedTrace, LocatedTrace), outputs: (String, String)) {
    self.source = source
    output = outputs.0 == outputs.1 ? Self.lines(outputs.0) : []
    let lines = (Self.chain(runs.0), Self.chain(runs.1))
    let common = zip(lines.0, lines.1).prefix { $0 == $1 && $0 != ChainList.gap }.map(\.0)
    chain = Array(common.prefix(Self.mostLines))
    isWholeChain = chain.count == lines.0.count && chain.count == lines.1.count
    hasSeveralThreads = runs.0.trace.threads.count > 1
    let findings = (Self.findings(runs.0), Self.findings(runs.1))
    self.findings = findings.0 == findings.1 ? findings.0 : []
  }

  private static func findings(_ run: LocatedTrace) -> [String] {
    Set(TraceCheck(run).findings.filter { $0.level >= .warning }.map(\.rule.rawValue)).sorted()
  }

  /// The lines of a run up to the step after which the order of threads may vary, even if it was the same in both runs.
  private static func chain(_ run: LocatedTrace) -> [String] {
    guard let last = lastInOrder(run.trace.steps) else { return ChainList(run).lines }
    var filter = TraceFilter()
    filter.steps = [NumberRange(1, run.trace.steps[last].number)]
    return ChainList(filter.apply(to: run)).lines
  }

  /// The index of the first `schedule` for another thread, or of the step before a thread begins by itself; nil if all
  /// steps are on one thread.
  private static func lastInOrder(_ steps: [Step]) -> Int? {
    guard let other = steps.firstIndex(where: { $0.thread != steps[0].thread }) else { return nil }
    let handed = steps.lazy.filter { $0.thread != steps[0].thread }.compactMap(\.cause).min()
    return min(other - 1, handed ?? other - 1)
  }

  private static func lines(_ text: String) -> [String] {
    let text = text.hasSuffix("\n") ? text.dropLast() : text[...]
    return text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
