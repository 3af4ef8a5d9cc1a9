/// Events that an object was given after the one that ended its sequence.
struct EndingCheck {
  private(set) var findings: [Finding] = []
  /// The steps that came too late, and those within them.
  private(set) var lateSteps: Set<Int> = []

  init(_ trace: Trace, _ names: FindingNames) {
    var ended: [ObjectID: Int] = [:]
    var late: [ObjectID: (end: Int, steps: [Int])] = [:]
    for step in trace.steps {
      if let parent = step.parent, lateSteps.contains(parent) {
        lateSteps.insert(step.index)
        continue
      }
      // An observer may be subscribed to one sequence after another.
      if step.kind == .subscribe, let observer = step.other { ended[observer] = nil }
      guard step.kind == .on, let object = step.object, let event = step.event else { continue }
      if let end = ended[object] {
        late[object, default: (end, [])].steps.append(step.index)
        lateSteps.insert(step.index)
      } else if event != .next {
        ended[object] = step.index
      }
    }
    for (object, found) in late.sorted(by: { $0.value.end < $1.value.end }) {
      findings.append(Self.finding(object, found.end, found.steps, trace, names))
    }
  }

  private static func finding(
    _ object: ObjectID, _ end: Int, _ steps: [Int], _ trace: Trace, _ names: FindingNames
  ) -> Finding {
    let how = trace.steps[end].event == .error ? "the error that ended it" : "its end"
    let what = steps.count == 1 ? "an event" : "\(steps.count) events"
    var finding = Finding(
      rule: .afterEnd, level: .warning, message: "\(names.name(object)) was given \(what) after \(how)",
      steps: [end] + steps, objects: [object])
    finding.cause = "An error or a completion is the last event of a sequence; everything after it is ignored."
    finding.remedy = "Send the terminal event last, or use a relay, which has none."
    finding.evidence = [names.evidence(trace.steps[end])] + names.evidence(of: steps)
    finding.place = names.place(trace.steps[steps[0]])
    return finding
  }
}

/// Events that a sink did not hand on, because its subscription had been disposed of.
struct UndeliveredCheck {
  private(set) var findings: [Finding] = []

  init(_ trace: Trace, _ names: FindingNames, ignoring late: Set<Int>) {
    var lost: [ObjectID: [Int]] = [:]
    for step in trace.steps where step.kind == .forwardOn && !step.isDelivered && !late.contains(step.index) {
      // The terminal event of a disposed sequence is of no interest.
      guard step.event != .completed, let object = step.object else { continue }
      lost[object, default: []].append(step.index)
    }
    for (object, steps) in lost.sorted(by: { $0.value[0] < $1.value[0] }) {
      let what = steps.count == 1 ? "an event" : "\(steps.count) events"
      var finding = Finding(
        rule: .undelivered, level: .note,
        message: "\(names.name(object)) had \(what) to hand on after it was disposed of",
        steps: steps, objects: [object])
      finding.evidence = names.evidence(of: steps)
      finding.place = names.place(object)
      findings.append(finding)
    }
  }
}
