/// Looks for problems of pipelines: broken contracts, lost events, subscriptions that stay.
///
///     let check = TraceCheck(trace)
///     for finding in check.findings { print(finding.level, finding.message) }
///     // Prints: warning AnonymousObservableSink#1 was given 2 events after its end
public struct TraceCheck: Sendable {
  /// The findings: the most severe first, then in the order of the run.
  public let findings: [Finding]

  public init(_ trace: Trace) {
    let lives = SubscriptionLives(trace)
    let ending = EndingCheck(trace)
    var found = DeliveryCheck(trace).findings + ending.findings
    found += UndeliveredCheck(trace, ignoring: ending.lateSteps).findings
    found += ErrorCheck(trace).findings + LeakCheck(trace, lives).findings
    found += ScheduleCheck(trace, lives).findings + SubjectCheck(trace, ignoring: ending.lateSteps).findings
    found += RecordingCheck(trace).findings
    findings = found.enumerated().sorted { one, other in
      if one.element.level != other.element.level { return one.element.level > other.element.level }
      let (first, second) = (one.element.steps.first ?? -1, other.element.steps.first ?? -1)
      return first == second ? one.offset < other.offset : first < second
    }.map(\.element)
  }
}
