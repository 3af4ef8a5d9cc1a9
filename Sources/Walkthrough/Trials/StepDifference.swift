import RxTrace

/// The steps of one run that another run lacks.
///
/// Objects are compared by type, because one more operator of the same type changes the numbers of all later objects.
struct StepDifference {
  /// The positions of the steps in the second run.
  private(set) var added: Set<Int> = []

  /// The most steps that are compared, because comparing more takes longer than running.
  private static let most = 2000

  init(_ before: Trace, _ after: Trace) {
    guard before.steps.count <= Self.most, after.steps.count <= Self.most else { return }
    let (old, new) = (before.steps.map { Key($0, before) }, after.steps.map { Key($0, after) })
    for change in new.difference(from: old) {
      if case .insert(let offset, _, _) = change { added.insert(offset) }
    }
  }

  private struct Key: Equatable {
    var type: String?
    var kind: StepKind
    var event: EventKind?
    var value: String?
    var thread: Int
    var isDelivered: Bool

    init(_ step: Step, _ trace: Trace) {
      type = trace.object(of: step)?.typeName
      (kind, event, value) = (step.kind, step.event, step.value?.text)
      (thread, isDelivered) = (trace.threads[step.thread].ordinal, step.isDelivered)
    }
  }
}
