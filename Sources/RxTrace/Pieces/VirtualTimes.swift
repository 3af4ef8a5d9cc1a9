/// The times of steps on the clocks of schedulers that have one of their own, such as a `TestScheduler`.
///
/// A step has a virtual time if an action of such a scheduler encloses it: the clock stands still while the action runs. It
/// shows the latest of the moments for which the scheduler's actions so far were scheduled, because an action for a moment
/// that is past runs late. Of several actions around a step the innermost counts. What another thread does for the action
/// has no virtual time.
package struct VirtualTimes {
  package struct Moment: Equatable {
    package var scheduler: ObjectID
    /// The time as it was recorded: `250`, `2001-01-01 00:00:00 +0000`.
    package var text: String
    /// The time in ticks; nil for a clock that counts in something else.
    package var ticks: Int?
  }

  /// The moments of the actions that have not run, by the number of the `schedule`.
  private var waiting: [Int: String] = [:]
  /// The schedulers of the actions, by the number of the step.
  private var schedulers: [Int: ObjectID] = [:]
  /// What a scheduler's clock shows from a step on.
  private var clocks: [ObjectID: [(step: Int, text: String)]] = [:]

  package init() {}

  /// The times of the steps of a trace.
  package init(_ trace: Trace) {
    for step in trace.steps where Self.counts(step.kind) {
      take(
        step.kind, number: step.number, of: step.object, cause: step.cause.map { trace.steps[$0].number },
        step.value?.text)
    }
  }

  /// - Parameter step: the next one of the run.
  package mutating func take(_ step: StreamedStep) {
    guard Self.counts(step.kind) else { return }
    let text = step.kind == .schedule ? step.value.traced?.text : nil
    take(step.kind, number: step.number, of: step.object, cause: step.cause, text)
  }

  private static func counts(_ kind: StepKind) -> Bool {
    kind == .schedule || kind == .scheduledAction || kind == .cancelledAction
  }

  private mutating func take(_ kind: StepKind, number: Int, of scheduler: ObjectID?, cause: Int?, _ text: String?) {
    if kind == .schedule {
      if let text { waiting[number] = text }
      return
    }
    guard let moment = cause.flatMap({ waiting.removeValue(forKey: $0) }), kind == .scheduledAction, let scheduler
    else { return }
    schedulers[number] = scheduler
    let last = clocks[scheduler]?.last?.text
    if let last, last == moment || Self.isLate(moment, at: last) { return }
    clocks[scheduler, default: []].append((number, moment))
  }

  private static func isLate(_ moment: String, at clock: String) -> Bool {
    guard let moment = Double(moment), let clock = Double(clock) else { return false }
    return moment < clock
  }

  /// Whether no step has a virtual time.
  package var isEmpty: Bool { schedulers.isEmpty }

  /// The scheduler whose action a step is, if it has a clock of its own.
  package func scheduler(ofAction number: Int) -> ObjectID? { schedulers[number] }

  /// The virtual time of a step; nil if it has none.
  /// - Parameter trace: the trace that has the step and the calls around it.
  package func time(of step: Step, in trace: Trace) -> Moment? {
    guard !isEmpty else { return nil }
    var call: Step? = step
    while let current = call {
      if let scheduler = schedulers[current.number] { return time(on: scheduler, at: step.number) }
      call = current.parent.map { trace.steps[$0] }
    }
    return nil
  }

  /// What a scheduler's clock shows at the step with a number.
  package func time(on scheduler: ObjectID, at step: Int) -> Moment? {
    guard let clock = clocks[scheduler] else { return nil }
    let next = clock.partitioningIndex { $0.step > step }
    guard next > 0 else { return nil }
    let text = clock[next - 1].text
    return Moment(scheduler: scheduler, text: text, ticks: Int(text))
  }
}
