/// Looks for problems of pipelines: broken contracts, lost events, repeated work, threads, subscriptions that stay.
///
///     let check = TraceCheck(trace)
///     for finding in check.findings { print(finding.level, finding.message) }
///     // Prints: warning AnonymousObservableSink#1 was given 2 events after its end
///
/// It takes time in proportion to the number of steps.
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

  public init(_ trace: Trace, limits: Limits = Limits()) {
    self.init(LocatedTrace(trace: trace), limits: limits)
  }

  /// The findings name the lines of the program.
  public init(_ run: LocatedTrace, limits: Limits = Limits()) {
    let trace = run.trace
    let names = FindingNames(run)
    let facts = RunFacts(trace)
    let lives = SubscriptionLives(trace)
    let ending = EndingCheck(trace, names)
    let errors = ErrorEndingCheck(facts, names)
    let release = ReleaseCheck(facts, names, lives, run.programTexts)
    let growth = GrowthCheck(facts, names, lives, ignoring: release.explained)
    let swallowed = SwallowedCheck(facts, names)
    let main = MainThreadCheck(facts, names, limit: limits.mainThread)
    var found = DeliveryCheck(trace, names).findings + ending.findings
    found += RepeatedWorkCheck(facts, names).findings + StaleCheck(facts, names).findings
    found += swallowed.findings + main.findings + errors.findings
    found += growth.findings + release.findings
    found += UndeliveredCheck(trace, names, ignoring: ending.lateSteps).findings
    found += ErrorCheck(trace, names).findings
    found += LeakCheck(trace, names, lives, ignoring: growth.explained.union(release.explained)).findings
    found += ScheduleCheck(trace, names, lives, ignoring: swallowed.explained).findings
    found += SubjectCheck(trace, names, ignoring: ending.lateSteps.union(errors.explained)).findings
    found += RecordingCheck(run, names).findings
    if trace.removedRecords > 0 { found.removeAll { $0.rule.isAboutAbsence } }
    findings = Self.sorted(found)
    unseen = Self.unseen(trace, usesMain: main.usesMain)
  }

  private static func sorted(_ found: [Finding]) -> [Finding] {
    found.enumerated().sorted { one, other in
      if one.element.level != other.element.level { return one.element.level > other.element.level }
      let (first, second) = (one.element.steps.first ?? -1, other.element.steps.first ?? -1)
      return first == second ? one.offset < other.offset : first < second
    }.map(\.element)
  }

  private static func unseen(_ trace: Trace, usesMain: Bool) -> [String] {
    guard trace.steps.contains(where: { $0.kind != .output }) else { return [] }
    var unseen: [String] = []
    if !usesMain { unseen.append("the main thread, because the program used no scheduler of it") }
    if trace.threads.count < 2 { unseen.append("races, because everything ran on one thread") }
    let elements = trace.steps.lazy.filter { $0.event == .next && ($0.kind == .on || $0.kind == .forwardOn) }
    let mute = elements.count { $0.value == nil }
    if mute > 0 { unseen.append("the values of \(counted(mute, "element")), which were not recorded") }
    let made = trace.objects.lazy.filter { $0.role == .observable || $0.role == .subject }
    if !made.isEmpty, made.allSatisfy({ $0.assembly.isEmpty }) {
      unseen.append("subscriptions that only grow at one line, because no call stacks were recorded")
    }
    if trace.removedRecords > 0 {
      unseen.append("what never came or never ended, because it may have been among the records that were removed")
    }
    if !trace.unreturnedClosures.isEmpty || trace.droppedRecords > 0 {
      unseen.append("what came after the recording was cut off, such as the ends of subscriptions")
    }
    return unseen
  }
}
