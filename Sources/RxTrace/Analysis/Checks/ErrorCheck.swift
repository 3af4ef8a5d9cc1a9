/// Errors that reached a subscription without `onError`.
struct ErrorCheck {
  private(set) var findings: [Finding] = []

  init(_ trace: Trace, _ names: FindingNames) {
    var sources: [ObjectID: ObjectID] = [:]
    var unhandled: [(step: Int, object: ObjectID)] = []
    var handled: Set<Int> = []
    for step in trace.steps {
      if step.kind == .subscribeClosures, let observer = step.other, let source = step.object {
        sources[observer] = source
      }
      guard step.event == .error, let object = step.object, sources[object] != nil else { continue }
      if step.kind == .onCore { unhandled.append((step.index, object)) }
      if step.kind == .closure, let parent = step.parent { handled.insert(parent) }
    }
    for (step, object) in unhandled where !handled.contains(step) {
      let error = trace.steps[step].value.map { StepText.shown($0.text, isComplete: $0.isComplete) } ?? "an error"
      let source = sources[object]!
      var finding = Finding(
        rule: .unhandledError, level: .warning,
        message: "the subscription to \(names.name(source)) has no onError, and was given \(error)",
        steps: [step], objects: [source])
      finding.cause = "An error that no closure takes ends the subscription, and nothing else tells of it."
      finding.remedy = "Give `subscribe` an `onError`, or put a `catch` before it."
      finding.evidence = [names.evidence(trace.steps[step])]
      finding.place = names.place(object) ?? names.place(source)
      findings.append(finding)
    }
  }
}
