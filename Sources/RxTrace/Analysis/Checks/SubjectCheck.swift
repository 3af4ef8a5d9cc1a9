/// Elements that a subject was given while nobody was subscribed, and that it does not replay to later observers.
struct SubjectCheck {
  private(set) var findings: [Finding] = []

  init(_ trace: Trace, _ names: FindingNames, ignoring late: Set<Int>) {
    var lost: [ObjectID: [Int]] = [:]
    var subscribed: Set<ObjectID> = []
    let delivering = Set(trace.steps.lazy.filter { $0.kind == .on }.compactMap(\.parent))
    for step in trace.steps {
      guard let object = step.object, trace.objects[object].role == .subject else { continue }
      if step.kind == .subscribe { subscribed.insert(object) }
      guard step.kind == .on, step.event == .next, !late.contains(step.index), !delivering.contains(step.index),
        !trace.objects[object].traits.contains(.replays)
      else { continue }
      lost[object, default: []].append(step.index)
    }
    for (object, steps) in lost.sorted(by: { $0.value[0] < $1.value[0] }) {
      let what = steps.count == 1 ? "an element" : "\(steps.count) elements"
      let isDeaf = !subscribed.contains(object) && trace.isComplete
      let when = isDeaf ? ", and nobody ever subscribed" : " while nobody was subscribed"
      var finding = Finding(
        rule: .nobodySubscribed, level: isDeaf ? .warning : .note,
        message: "\(names.name(object)) was given \(what)\(when)", steps: steps, objects: [object])
      finding.cause = "A subject that keeps nothing drops an element that nobody takes."
      finding.remedy = "Subscribe before the first element, or use a `BehaviorRelay` or `ReplaySubject`."
      finding.evidence = names.evidence(of: steps)
      finding.place = names.place(trace.steps[steps[0]])
      findings.append(finding)
    }
  }
}
