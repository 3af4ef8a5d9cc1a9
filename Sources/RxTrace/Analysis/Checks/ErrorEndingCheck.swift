/// Elements that were sent to a subject, or a shared sequence, after an error had ended a pipeline that it feeds.
///
/// A pipeline that is subscribed to again, as by `retry`, goes on. One with an operator like `take(1)` is meant to end; its
/// finding is a note.
struct ErrorEndingCheck {
  private(set) var findings: [Finding] = []
  /// The steps that the findings explain.
  private(set) var explained: Set<Int> = []
  private let facts: RunFacts
  private let names: FindingNames
  /// For each sink the step at which it handed on an error.
  private var errorOut: [ObjectID: Int] = [:]
  /// For each subject or connection the elements that it was sent.
  private var elements: [ObjectID: [Int]] = [:]

  private struct Death {
    var source: ObjectID
    var observer: ObjectID
    /// The step that removed the observer from the source.
    var departure: Int
    /// The stage that handed the error on, and the step.
    var stage: ObjectID
    var error: Int
    var chain: [ObjectID]
  }

  init(_ facts: RunFacts, _ names: FindingNames) {
    self.facts = facts
    self.names = names
    for step in facts.trace.steps {
      guard let object = step.object else { continue }
      if step.kind == .forwardOn, step.event == .error, step.isDelivered, errorOut[object] == nil {
        errorOut[object] = step.index
      } else if step.kind == .on, step.event == .next, facts.trace.objects[object].role == .subject {
        elements[object, default: []].append(step.index)
      }
    }
    guard !errorOut.isEmpty else { return }
    for observer in facts.trace.objects.indices {
      if let death = death(of: observer) { examine(death) }
    }
  }

  private func death(of observer: ObjectID) -> Death? {
    guard let departure = facts.departure[observer], facts.inputEnd[observer] == nil,
      let subscription = facts.subscriptions[observer].last, let source = facts.trace.steps[subscription].object,
      elements[source] != nil
    else { return nil }
    let chain = chain(from: observer)
    for stage in chain {
      guard let error = errorOut[stage] else { continue }
      let isOfSameCall = facts.roots[error] == facts.roots[departure] && error < departure
      return isOfSameCall
        ? Death(
          source: source, observer: observer, departure: departure, stage: stage, error: error, chain: chain) : nil
    }
    return nil
  }

  /// The stages behind an observer; behind the connection of a shared sequence, those of its first observer that an error
  /// ended.
  private func chain(from observer: ObjectID) -> [ObjectID] {
    let chain = facts.chain(from: observer)
    guard let last = chain.last, let shared = facts.connections[last], facts.has(.shares, shared) else { return chain }
    let behind = facts.observers[shared].prefix(64).map { facts.chain(from: $0) }
    return chain + (behind.first { $0.contains { errorOut[$0] != nil } } ?? [])
  }

  private mutating func examine(_ death: Death) {
    let all = elements[death.source]!
    let root = facts.roots[death.departure]
    let late = all[lowerBound(all, death.departure)...].filter { facts.roots[$0] != root }
    guard let first = late.first, !isContinued(death, until: late.last!) else { return }
    let isLimited = death.chain.contains { facts.has(.limits, $0) }
    explained.formUnion(late)
    report(death, first, Array(late), isLimited ? .note : .warning)
  }

  private func lowerBound(_ steps: [Int], _ step: Int) -> Int {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle] < step { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether the same pipeline, or another one of its kind, was subscribed to the source afterwards.
  private func isContinued(_ death: Death, until last: Int) -> Bool {
    let type = facts.trace.objects[death.observer].typeName
    return facts.observers[death.source].contains { other in
      guard let subscription = facts.subscriptions[other].first(where: { $0 > death.error }), subscription < last else {
        return false
      }
      return facts.trace.objects[other].typeName == type
        || facts.terminal(of: other) == facts.terminal(of: death.observer)
    }
  }

  private mutating func report(_ death: Death, _ first: Int, _ late: [Int], _ level: Finding.Level) {
    let trace = facts.trace
    let error = facts.value(death.error) ?? "an error"
    let catcher = catcher(of: death)
    let what = late.count == 1 ? facts.value(first) ?? "an element" : "\(late.count) elements"
    var finding = Finding(
      rule: .endedByError, level: level,
      message: "\(names.name(death.source)) was sent \(what) after \(error) had ended "
        + "\(names.name(death.stage)) (step \(trace.steps[death.error].number))",
      steps: [origin(of: death.error), death.departure] + late, objects: [death.source, death.stage])
    finding.place = names.place(death.stage)
    finding.cause =
      "An error ends every stage that it passes"
      + (catcher.map { ", and \(names.name($0)) goes on with another sequence for good." } ?? ".")
    finding.remedy = remedy(death)
    finding.evidence = [names.evidence(trace.steps[origin(of: death.error)], "\(error) came up")]
    if let catcher {
      finding.evidence.append(
        Finding.Evidence(names.place(catcher), "\(names.label(catcher)) replaced the failed sequence for good"))
    }
    for step in late.prefix(3) { finding.evidence.append(names.evidence(trace.steps[step])) }
    if late.count > 3 { finding.evidence.append(Finding.Evidence(nil, "and \(late.count - 3) more")) }
    findings.append(finding)
  }

  /// The step at which the error came into the pipeline: the outermost one that is an inner sequence's or a stage's own.
  private func origin(of error: Int) -> Int {
    guard let parent = facts.trace.steps[error].parent else { return error }
    return facts.trace.steps[parent].event == .error ? parent : error
  }

  private func catcher(of death: Death) -> ObjectID? {
    death.chain.first { stage in
      // One that has handed the error on had no sequence left.
      guard facts.has(.catches, stage), errorOut[stage] == nil, let end = facts.inputEnd[stage] else { return false }
      return facts.trace.steps[end].event == .error
    }
  }

  private func remedy(_ death: Death) -> String {
    let trace = facts.trace
    let origin = trace.steps[origin(of: death.error)]
    let isInner = origin.object.map { facts.isPart[$0] } ?? false
    if isInner {
      return "Put the catch inside the closure of \(names.label(death.stage)), behind the inner sequence, "
        + "so that only the inner sequence ends."
    }
    return "Turn the failure into an element (`materialize()` or a `Result`), or put `retry` behind "
      + "\(names.label(death.stage)), which subscribes again."
  }
}
