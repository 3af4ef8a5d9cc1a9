/// Actions that were handed to a scheduler and never ran.
///
/// Most of these were cancelled, which is fine; older recordings do not say so. If the program ended before any action of
/// an object ran, so that none of its events arrived, the finding is a warning.
struct ScheduleCheck {
  private(set) var findings: [Finding] = []
  private let names: FindingNames

  init(_ trace: Trace, _ names: FindingNames, _ lives: SubscriptionLives, ignoring explained: Set<ObjectID>) {
    self.names = names
    let cancellations = Set(trace.steps.lazy.filter { $0.kind == .cancelledAction }.compactMap(\.cause))
    var ran: Set<Int> = []
    for step in trace.steps where step.kind == .scheduledAction {
      if let cause = step.cause { ran.insert(cause) }
      if let parent = step.parent, trace.steps[parent].kind == .schedule { ran.insert(parent) }
    }
    let askers = Self.askers(trace)
    var waiting: [ObjectID?: [Int]] = [:]
    var hadTurns: Set<ObjectID?> = []
    var cancelledSteps: [ObjectID?: [Int]] = [:]
    for step in trace.steps where step.kind == .schedule {
      let asker = askers[step.index]
      // An action that ran shows that those before it were cancelled.
      if ran.contains(step.index) {
        hadTurns.insert(asker)
        cancelled(waiting.removeValue(forKey: asker) ?? [], trace)
      } else if cancellations.contains(step.index) {
        cancelledSteps[asker, default: []].append(step.index)
      } else {
        waiting[asker, default: []].append(step.index)
      }
    }
    for (_, steps) in cancelledSteps.sorted(by: { $0.value[0] < $1.value[0] }) { cancelled(steps, trace) }
    for (asker, steps) in waiting.sorted(by: { $0.value[0] < $1.value[0] })
    where asker.map({ !explained.contains($0) }) ?? true {
      report(steps, asker, hadTurns.contains(asker), lives, trace)
    }
  }

  /// For each step the object in whose call it happened.
  private static func askers(_ trace: Trace) -> [ObjectID?] {
    var askers: [ObjectID?] = []
    askers.reserveCapacity(trace.steps.count)
    for step in trace.steps {
      guard let parent = step.parent else {
        askers.append(nil)
        continue
      }
      switch trace.steps[parent].kind {
      case .on, .onCore, .run, .closure, .subscribe: askers.append(trace.steps[parent].object)
      default: askers.append(askers[parent])
      }
    }
    return askers
  }

  private mutating func cancelled(_ steps: [Int], _ trace: Trace) {
    guard !steps.isEmpty else { return }
    findings.append(finding(steps, .note, "never ran: cancelled", trace))
  }

  private mutating func report(
    _ steps: [Int], _ asker: ObjectID?, _ hadTurns: Bool, _ lives: SubscriptionLives, _ trace: Trace
  ) {
    let call = trace.steps[steps[0]].parent.map { trace.steps[$0] }
    let carriesEvent = call?.kind == .on || call?.kind == .onCore
    let isLost = carriesEvent && !hadTurns && trace.isComplete && asker.map { lives.isOpen($0) } ?? false
    let why =
      isLost
      ? "had not run when the program ended: nothing that \(asker.map(names.name) ?? "it") was given arrived"
      : "never ran: cancelled, or the program ended first"
    findings.append(finding(steps, isLost ? .warning : .note, why, trace))
  }

  private func finding(_ steps: [Int], _ level: Finding.Level, _ why: String, _ trace: Trace) -> Finding {
    let what = steps.count == 1 ? "an action" : "\(steps.count) actions"
    let scheduler = trace.steps[steps[0]].object
    var finding = Finding(
      rule: .neverRan, level: level, message: "\(what) of \(scheduler.map(names.name) ?? "a scheduler") \(why)",
      steps: steps)
    if level > .note {
      finding.cause = "The program ended before the time of the action came."
      finding.remedy = "Keep the program running until then, for example with `RunLoop.main.run(until:)`."
    }
    finding.evidence = names.evidence(of: steps)
    finding.place = finding.evidence.lazy.compactMap(\.place).first
    return finding
  }
}
