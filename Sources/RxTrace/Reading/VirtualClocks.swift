/// The clocks of schedulers that have their own, such as a `TestScheduler`, while a run is read step by step.
///
/// A clock stands still while an action of its scheduler runs. It shows the latest of the moments for which the actions so
/// far were scheduled, because an action whose moment is past runs late.
package struct VirtualClocks {
  /// The moments of the actions that have not run, by the numbers of their `schedule` steps.
  private var waiting: [Int: String] = [:]
  /// The actions of each thread that are under way, outermost first.
  private var open: [[Action]] = []
  /// The time on the clock of each scheduler.
  private var clocks: [ObjectID: String] = [:]

  private struct Action {
    var number: Int
    var scheduler: ObjectID
  }

  package init() {}

  /// The virtual time of the next step of the run. A step has one if an action of such a scheduler encloses it on its
  /// thread; of several actions the innermost counts.
  package mutating func take(_ step: StreamedStep) -> VirtualTimes.Moment? {
    let text = step.kind == .schedule ? step.value.traced?.text : nil
    return take(step.kind, step.number, step.object, step.thread, parent: step.parent, cause: step.cause, text)
  }

  mutating func take(
    _ kind: StepKind, _ number: Int, _ scheduler: ObjectID?, _ thread: Int, parent: Int?, cause: Int?, _ text: String?
  ) -> VirtualTimes.Moment? {
    while open.count <= thread { open.append([]) }
    while let action = open[thread].last, action.number > parent ?? 0 { open[thread].removeLast() }
    switch kind {
    case .schedule: if let text { waiting[number] = text }
    case .cancelledAction: cause.map { _ = waiting.removeValue(forKey: $0) }
    case .scheduledAction: begin(number, scheduler, thread, cause)
    default: break
    }
    guard let scheduler = open[thread].last?.scheduler, let text = clocks[scheduler] else { return nil }
    return VirtualTimes.Moment(scheduler: scheduler, text: text)
  }

  private mutating func begin(_ number: Int, _ scheduler: ObjectID?, _ thread: Int, _ cause: Int?) {
    guard let moment = cause.flatMap({ waiting.removeValue(forKey: $0) }), let scheduler else { return }
    open[thread].append(Action(number: number, scheduler: scheduler))
    if clocks[scheduler].map({ Self.isLate(moment, at: $0) }) ?? false { return }
    clocks[scheduler] = moment
  }

  private static func isLate(_ moment: String, at clock: String) -> Bool {
    guard let moment = Double(moment), let clock = Double(clock) else { return false }
    return moment < clock
  }
}
