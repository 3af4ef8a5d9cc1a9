import RxTrace

/// The steps of a run that belong to the test around a pipeline: the program tells the test scheduler what to do when,
/// and starts it. Actions that the pipeline's own operators schedule do not belong to the test.
struct TestHarness {
  private let run: VirtualRun
  private let isHarness: [Bool]

  init(_ trace: Trace) {
    run = VirtualRun(trace)
    var isHarness: [Bool] = []
    for step in trace.steps { isHarness.append(Self.isHarness(step, in: trace, isHarness)) }
    self.isHarness = isHarness
  }

  private static func isHarness(_ step: Step, in trace: Trace, _ known: [Bool]) -> Bool {
    guard step.object.map({ trace.objects[$0].typeName }) == "TestScheduler" else { return false }
    switch step.kind {
    case .schedule: return step.parent.map { known[$0] || isTestSource(trace.steps[$0], in: trace) } ?? true
    case .scheduledAction: return step.cause.map { known[$0] } ?? false
    default: return false
    }
  }

  /// Whether a step is of a sequence that a test scheduler made, which schedules its events on subscription.
  private static func isTestSource(_ step: Step, in trace: Trace) -> Bool {
    step.object.map { trace.objects[$0].typeName } == "ColdObservable"
  }

  func contains(_ step: Step) -> Bool { isHarness[step.index] }

  /// The tick of a step that only the harness encloses; nil for other steps.
  func tick(beginning step: Step) -> Int? {
    guard let parent = step.parent.map({ run.trace.steps[$0] }), isHarness[parent.index] else { return nil }
    return run.tick(of: step)
  }
}
