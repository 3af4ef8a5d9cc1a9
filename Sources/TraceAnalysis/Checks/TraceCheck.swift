import RxTrace

/// Looks for problems of pipelines: broken contracts, lost events, repeated work, threads, subscriptions that stay.
///
///     let check = TraceCheck(trace)
///     for finding in check.findings { print(finding.level, finding.message) }
///     // Prints: warning AnonymousObservableSink#1 was given 2 events after its end
///
/// It reads the run once, and takes time in proportion to the number of steps.
public struct TraceCheck: Sendable {
  /// The limits beyond which something is a problem.
  public struct Limits: Sendable {
    /// How long a closure may hold the main thread, in nanoseconds.
    public var mainThread: UInt64

    /// - Parameter mainThread: nanoseconds; from a quarter of a second on, people call it a hang.
    public init(mainThread: UInt64 = 250_000_000) { self.mainThread = mainThread }
  }

  /// The findings: the most severe first, then in the order of the run.
  public let findings: [Finding]
  /// For each thing that this run could not show, a sentence.
  public let unseen: [String]
  /// Whether a check that knows the lines of the program may find more.
  package let needsLines: Bool

  public init(_ trace: Trace, limits: Limits = Limits()) {
    self.init(LocatedTrace(trace: trace), limits: limits)
  }

  /// The findings name the lines of the program.
  public init(_ run: LocatedTrace, limits: Limits = Limits()) {
    let source = TraceSteps(run.trace)
    var pass = CheckPass(source, limits)
    pass.read { source.advance() }
    self.init(pass, run)
  }

  /// - Parameter run: the run that has been read, with the steps that are to be quoted at least.
  package init(_ pass: CheckPass, _ run: LocatedTrace) {
    let names = FindingNames(run)
    var found = pass.rules.findings(pass.pipelines, names)
    if run.trace.removedRecords > 0 { found.removeAll { $0.rule.isAboutAbsence } }
    for index in found.indices {
      found[index].steps = found[index].steps.prefix(Self.mostSteps).compactMap(names.index)
    }
    findings = Self.sorted(found)
    needsLines = pass.rules.needLines(pass.pipelines)
    unseen = pass.unseen.sentences(run.trace, usesMain: !pass.pipelines.mainSchedulers.isEmpty)
  }

  /// The most steps that a finding names.
  static let mostSteps = 1_000

  private static func sorted(_ found: [Finding]) -> [Finding] {
    found.enumerated().sorted { one, other in
      if one.element.level != other.element.level { return one.element.level > other.element.level }
      let (first, second) = (one.element.steps.first ?? -1, other.element.steps.first ?? -1)
      return first == second ? one.offset < other.offset : first < second
    }.map(\.element)
  }
}
