/// Answers that came in another order than their questions: an inner sequence that an earlier element started delivered
/// after one that a later element started.
///
/// Often the order does not matter: several downloads may finish in any order. It is a warning only with evidence that the
/// newest answer is the one that counts: the elements are a text being typed, they passed a time operator, or the answers
/// end in a subject that keeps the latest.
struct StaleCheck {
  private(set) var findings: [Finding] = []
  private let facts: RunFacts
  private let names: FindingNames

  /// An inner sequence, or a subscription made for an element.
  private struct Inner {
    var number: Int
    /// The step that started it, and the one that gave the element.
    var start: Int
    var question: Int
    var deliveries = 0
  }

  /// A stage, or a closure that subscribes: both start something for each element.
  private struct Asker {
    var object: ObjectID
    var inners: [ObjectID: Inner] = [:]
    /// The newest inner sequence that has delivered, and its first delivery.
    var newest: (inner: ObjectID, step: Int)?
    /// The deliveries of older ones after that.
    var late: [(inner: ObjectID, step: Int, newer: ObjectID, newerStep: Int)] = []
    var keepsLatest = false
  }

  private var askers: [ObjectID: Asker] = [:]
  private var askerOfInner: [ObjectID: ObjectID] = [:]

  init(_ facts: RunFacts, _ names: FindingNames) {
    self.facts = facts
    self.names = names
    for step in facts.trace.steps { read(step) }
    for asker in askers.values.sorted(by: { $0.object < $1.object }) where !asker.late.isEmpty { report(asker) }
  }

  private mutating func read(_ step: Step) {
    switch step.kind {
    case .subscribe: start(step)
    case .forwardOn where step.event == .next && step.isDelivered: forwarded(step)
    case .closure where step.event == .next: answered(step)
    case .on where step.event == .next: kept(step)
    default: break
    }
  }

  private mutating func start(_ step: Step) {
    guard let inner = step.other else { return }
    if facts.isPart[inner], let parent = facts.next[inner] {
      guard facts.has(.merges, parent), let question = call(around: step, of: parent) else { return }
      begin(inner, of: parent, step.index, question)
    } else if facts.next[inner] == nil, facts.trace.objects[inner].role == .observer,
      let question = elementClosure(around: step), let asker = facts.trace.steps[question].object
    {
      begin(inner, of: asker, step.index, question)
    }
  }

  private mutating func begin(_ inner: ObjectID, of asker: ObjectID, _ start: Int, _ question: Int) {
    let number = askers[asker]?.inners.count ?? 0
    askers[asker, default: Asker(object: asker)].inners[inner] = Inner(
      number: number, start: start, question: question)
    askerOfInner[inner] = asker
  }

  /// The call that gave the stage the element for which it subscribes.
  private func call(around step: Step, of stage: ObjectID) -> Int? {
    var call = step.parent
    while let index = call {
      let enclosing = facts.trace.steps[index]
      if enclosing.kind == .on { return enclosing.object == stage && enclosing.event == .next ? index : nil }
      if enclosing.kind == .run { return nil }
      call = enclosing.parent
    }
    return nil
  }

  /// The `onNext` closure of the program in which a subscription is made.
  private func elementClosure(around step: Step) -> Int? {
    guard let parent = step.parent, [.subscribeClosures, .subscribeHandler].contains(facts.trace.steps[parent].kind),
      let closure = facts.trace.steps[parent].parent, facts.trace.steps[closure].kind == .closure,
      facts.trace.steps[closure].event == .next, let object = facts.trace.steps[closure].object,
      facts.trace.objects[object].role == .observer
    else { return nil }
    return closure
  }

  private mutating func forwarded(_ step: Step) {
    guard let sink = step.object, askers[sink] != nil, let parent = step.parent,
      let inner = facts.trace.steps[parent].object
    else { return }
    deliver(inner, of: sink, step.index)
  }

  private mutating func answered(_ step: Step) {
    guard let observer = step.object, let asker = askerOfInner[observer] else { return }
    deliver(observer, of: asker, step.index)
  }

  private mutating func deliver(_ inner: ObjectID, of asker: ObjectID, _ step: Int) {
    guard var known = askers[asker]?.inners[inner] else { return }
    known.deliveries += 1
    askers[asker]!.inners[inner] = known
    guard let newest = askers[asker]!.newest, let other = askers[asker]!.inners[newest.inner] else {
      askers[asker]!.newest = (inner, step)
      return
    }
    if known.number >= other.number {
      if known.number > other.number { askers[asker]!.newest = (inner, step) }
    } else if facts.roots[known.question] != facts.roots[other.question] {
      askers[asker]!.late.append((inner, step, newest.inner, newest.step))
    }
  }

  /// Notes a subject that keeps the latest element, if it is given one within the delivery of an answer.
  private mutating func kept(_ step: Step) {
    guard !askers.isEmpty, let object = step.object, facts.has(.replays, object) else { return }
    var call = step.parent
    var depth = 0
    while let index = call, depth < 64 {
      let enclosing = facts.trace.steps[index]
      if let stage = enclosing.object {
        if enclosing.kind == .forwardOn, askers[stage] != nil { askers[stage]!.keepsLatest = true }
        if enclosing.kind == .closure, let asker = askerOfInner[stage] { askers[asker]!.keepsLatest = true }
      }
      call = enclosing.parent
      depth += 1
    }
  }

  private mutating func report(_ asker: Asker) {
    // An inner sequence that delivers again and again is a stream, whose elements mix with those of others.
    let answers = asker.late.filter { asker.inners[$0.inner]!.deliveries == 1 && hasEnded($0.inner) }
    let isTyped = answers.first { isTyping(asker.inners[$0.inner]!, asker.inners[$0.newer]!) }
    let isTimed = isUpstreamTimed(asker.object)
    let shown = isTyped ?? answers.first ?? asker.late[0]
    let level: Finding.Level =
      !answers.isEmpty && (isTyped != nil || isTimed || asker.keepsLatest) ? .warning : .note
    findings.append(finding(asker, shown, level))
  }

  private func hasEnded(_ inner: ObjectID) -> Bool {
    facts.inputEnd[inner] != nil || facts.disposal[inner] != nil
  }

  /// Whether one question continues the other, as a text does while it is being typed.
  private func isTyping(_ one: Inner, _ other: Inner) -> Bool {
    guard let first = text(one), let second = text(other), first != second else { return false }
    return first.hasPrefix(second) || second.hasPrefix(first)
  }

  private func text(_ inner: Inner) -> String? {
    guard let text = typed(inner).flatMap({ facts.trace.steps[$0].value?.text }), text.count > 2 else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// The step that gave a text: the question itself, or, if that is made of a text, the event from which it was made.
  private func typed(_ inner: Inner) -> Int? {
    var call: Int? = inner.question
    while let index = call {
      if facts.trace.steps[index].value?.text.hasPrefix("\"") ?? false { return index }
      call = facts.trace.steps[index].parent
    }
    return nil
  }

  private func isUpstreamTimed(_ object: ObjectID) -> Bool {
    var source = object
    for _ in 0..<4 {
      guard let step = facts.subscriptions[source].last, let observable = facts.trace.steps[step].object,
        let sink = facts.runs[observable]?.first(where: { facts.next[$0] == source })
      else { return false }
      if facts.has(.holds, sink) { return true }
      source = sink
    }
    return false
  }

  private func finding(
    _ asker: Asker, _ late: (inner: ObjectID, step: Int, newer: ObjectID, newerStep: Int), _ level: Finding.Level
  ) -> Finding {
    let (older, newer) = (asker.inners[late.inner]!, asker.inners[late.newer]!)
    let trace = facts.trace
    let isStage = facts.trace.objects[asker.object].role == .sink
    func question(_ inner: Inner) -> String { facts.value(typed(inner) ?? inner.question) ?? "an element" }
    func answer(_ step: Int) -> String { facts.value(step) ?? "an element" }
    let times = asker.late.count > 1 ? ", and \(asker.late.count - 1) more came late" : ""
    let starter = isStage ? names.name(asker.object) : "the closure that subscribes for each element"
    var finding = Finding(
      rule: .stale, level: level,
      message: "\(starter) delivered \(answer(late.step)) for the older \(question(older)) after "
        + "\(answer(late.newerStep)) for the newer \(question(newer))\(times)",
      steps: [older.start, newer.start, late.newerStep, late.step].sorted(), objects: [asker.object])
    finding.place = names.place(asker.object)
    finding.cause =
      isStage
      ? "flatMap keeps every inner sequence active, so the answer that takes longest comes last."
      : "A subscription that is made for each element stays active when the next element comes."
    finding.remedy =
      isStage
      ? "Use `flatMapLatest`, which disposes the older inner sequence when a newer element comes."
      : "Use `flatMapLatest` instead of a subscription within a subscription."
    finding.evidence = [
      names.evidence(trace.steps[older.question], "\(question(older)) started the older sequence"),
      names.evidence(trace.steps[newer.question], "\(question(newer)) started the newer sequence"),
      names.evidence(trace.steps[late.newerStep], "the newer one delivered \(answer(late.newerStep))"),
      names.evidence(trace.steps[late.step], "then the older one delivered \(answer(late.step))"),
    ]
    return finding
  }
}
