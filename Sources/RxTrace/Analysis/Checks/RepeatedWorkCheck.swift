/// Work that was done once for each of several subscriptions to one stage, although one subscription could be shared.
///
/// Work is the closure of a cold sequence that came to its own end, as a request does. A closure that only registers a
/// listener never ends, so it is not counted. A second subscription after a failure, after the end of the first, or by the
/// operator that made the first (`retry`, a later element of `flatMap`) is intended.
struct RepeatedWorkCheck {
  private(set) var findings: [Finding] = []
  private let facts: RunFacts
  private let names: FindingNames
  private var branches: [ObjectID: Branch?] = [:]

  /// The last stage before the pipelines of several subscriptions part, and the sink of one of them.
  private struct Branch {
    var stage: ObjectID
    var sink: ObjectID
  }

  private struct Work {
    /// The step of the closure, and the sink that called it.
    var step: Int
    var sink: ObjectID
    /// The sink of the stage where the pipelines part, and the observer that it sends to.
    var branch: ObjectID
    var consumer: ObjectID
    var values: [String] = []
    var prints = false
  }

  init(_ facts: RunFacts, _ names: FindingNames) {
    self.facts = facts
    self.names = names
    var works: [ObjectID: [Work]] = [:]
    for (stage, work) in collect() { works[stage, default: []].append(work) }
    let arrivals = Arrivals(facts)
    for (stage, works) in works.sorted(by: { $0.key < $1.key }) { examine(works, of: stage, arrivals) }
  }

  private mutating func collect() -> [(ObjectID, Work)] {
    let cold = facts.trace.objects.indices.filter { facts.has(.cold, $0) }
    guard !cold.isEmpty else { return [] }
    var found: [(stage: ObjectID, work: Work)] = []
    var places: [ObjectID: Int] = [:]
    for step in facts.trace.steps {
      guard let object = step.object else { continue }
      if step.kind == .closure, step.event == nil, facts.has(.cold, object), let branch = branch(from: object) {
        places[object] = found.count
        let consumer = consumer(of: branch.sink)
        found.append((branch.stage, Work(step: step.index, sink: object, branch: branch.sink, consumer: consumer)))
      } else if step.kind == .forwardOn, step.event == .next, let place = places[object] {
        if found[place].work.values.count < 4 { found[place].work.values.append(facts.value(step.index) ?? "") }
      } else if step.kind == .output, let parent = step.parent, let object = facts.trace.steps[parent].object,
        let place = places[object], found[place].work.step == parent
      {
        found[place].work.prints = true
      }
    }
    return found
  }

  /// The last of the stages behind a sink that was subscribed to several times.
  private mutating func branch(from sink: ObjectID) -> Branch? {
    var path: [ObjectID] = []
    var known: Branch??
    for stage in facts.chain(from: sink) {
      known = branches[stage]
      if known != nil { break }
      path.append(stage)
    }
    var result: Branch? = known ?? nil
    for stage in path.reversed() {
      let owner = facts.owners.owner(of: stage)
      if result == nil, owner != stage, facts.runs[owner]!.count > 1 { result = Branch(stage: owner, sink: stage) }
      branches[stage] = .some(result)
    }
    return result
  }

  /// The purpose of a run of a stage: the inner sequences of one operator are for that operator, unless it has a fixed number
  /// of them.
  private func consumer(of sink: ObjectID) -> ObjectID {
    guard let observer = facts.next[sink] else { return sink }
    guard facts.isPart[observer], let parent = facts.next[observer], let step = facts.subscription(of: observer) else {
      return observer
    }
    var call = facts.trace.steps[step].parent
    while let index = call {
      let enclosing = facts.trace.steps[index]
      if enclosing.object == parent { return enclosing.kind == .on ? parent : observer }
      if enclosing.kind == .run || enclosing.kind == .on { return enclosing.kind == .on ? parent : observer }
      call = enclosing.parent
    }
    return observer
  }

  private mutating func examine(_ works: [Work], of stage: ObjectID, _ arrivals: Arrivals) {
    let ended = works.filter { facts.outputEnd[$0.sink] != nil }
    guard Set(ended.map(\.consumer)).count > 1 else { return }
    var found: (first: Work, second: Work, level: Finding.Level)?
    for (index, work) in ended.enumerated() {
      for other in ended[max(0, index - 8)..<index] where other.consumer != work.consumer {
        guard let level = level(other, work, arrivals), level > found?.level ?? .note || found == nil else { continue }
        found = (other, work, level)
      }
      if found?.level == .warning { break }
    }
    if let found { report(found.first, found.second, found.level, among: ended, of: stage) }
  }

  private func level(_ first: Work, _ second: Work, _ arrivals: Arrivals) -> Finding.Level? {
    let isEqual = !first.values.isEmpty && first.values == second.values
    let isSetUpAtOnce = areSetUpTogether(first, second, arrivals)
    if facts.end(of: first.branch) ?? .max > second.step {
      return isEqual || isSetUpAtOnce ? .warning : .note
    }
    guard isSetUpAtOnce, isEqual else { return nil }
    return didSomething(first) && didSomething(second) ? .warning : .note
  }

  /// Whether two lines of the program subscribed, and nothing happened between the subscriptions.
  private func areSetUpTogether(_ first: Work, _ second: Work, _ arrivals: Arrivals) -> Bool {
    let ends = (facts.terminal(of: first.branch), facts.terminal(of: second.branch))
    guard ends.0 != ends.1, let one = facts.subscription(of: ends.0), let other = facts.subscription(of: ends.1) else {
      // One pipeline that subscribes to the stage for several of its inputs.
      return ends.0 == ends.1
    }
    let stacks = (facts.subscriptionStack(of: ends.0), facts.subscriptionStack(of: ends.1))
    return (stacks.0.isEmpty || stacks.0 != stacks.1) && !arrivals.isAny(between: one, other)
  }

  /// Whether a closure did more than send elements: it printed something, or left the work to another call.
  private func didSomething(_ work: Work) -> Bool {
    let end = facts.outputEnd[work.sink]!
    return work.prints || facts.roots[end] != facts.roots[work.step]
  }

  private mutating func report(
    _ first: Work, _ second: Work, _ level: Finding.Level, among works: [Work], of stage: ObjectID
  ) {
    let trace = facts.trace
    let runs = Set(works.map(\.consumer)).count
    let source = facts.owners.owner(of: first.sink)
    let same = source == stage
    var finding = Finding(
      rule: .workRepeated, level: level,
      message: "\(names.name(stage)) has \(runs) subscriptions, and each did the work of "
        + (same ? "its closure again" : "\(names.sharedName(source)) again") + ": it ran \(works.count) times",
      steps: works.map(\.step), objects: [stage])
    finding.place = names.place(stage)
    finding.cause = "Each subscription to a cold sequence starts its work anew."
    finding.remedy =
      "Put `.share(replay: 1)` behind \(names.label(stage))"
      + (names.place(stage).map { " in line \($0.line)" } ?? "") + ", so that the subscriptions share one run."
    for work in [first, second] {
      let end = facts.terminal(of: work.branch)
      if let step = facts.subscription(of: end) {
        finding.evidence.append(names.evidence(trace.steps[outermostSubscription(step)], "subscribes"))
      }
      let result = work.values.isEmpty ? "" : ", and sent \(work.values.joined(separator: ", "))"
      finding.evidence.append(names.evidence(trace.steps[work.step], "the closure ran\(result)"))
    }
    findings.append(finding)
  }

  /// `subscribe(onNext:)` for the subscription that it makes.
  private func outermostSubscription(_ step: Int) -> Int {
    guard let parent = facts.trace.steps[step].parent else { return step }
    let kind = facts.trace.steps[parent].kind
    return kind == .subscribeClosures || kind == .subscribeHandler ? parent : step
  }
}

/// The events that came into the pipelines from outside, to tell whether anything happened between two steps.
struct Arrivals {
  /// For each step the number of arrivals before it.
  private var before: [Int] = []

  init(_ facts: RunFacts) {
    before.reserveCapacity(facts.trace.steps.count)
    var count = 0
    for step in facts.trace.steps {
      before.append(count)
      if step.parent == nil, step.kind == .on || step.kind == .scheduledAction { count += 1 }
    }
  }

  func isAny(between one: Int, _ other: Int) -> Bool { before[one] != before[other] }
}
