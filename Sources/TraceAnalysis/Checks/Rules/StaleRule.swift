import RxTrace

extension Finding.Rule {
  /// An older inner sequence delivered after a newer one (a note if the order may not matter).
  public static let stale = Finding.Rule(
    "stale", "An older inner sequence delivered after a newer one (a note if the order may not matter).")
}

/// Answers that came in another order than their questions: the inner sequence of an earlier element delivered
/// something after the inner sequence of a later one.
///
/// Often the order does not matter: several downloads may finish in any order. It is a warning only with evidence that the
/// newest answer is the one that counts: the elements are a text being typed, they passed a time operator, or the late
/// answer ends in a subject that keeps the latest, in place of the newer one. The newer answer is not replaced if what
/// the subject is given contains it too, as a list of all answers does.
///
/// An answer may have several elements, such as a cached one and then a new one: it completes, whereas a stream goes on. In
/// a subject that keeps the latest, the elements of two such answers may mix while both come. So there an answer of several
/// elements counts only if it came after the newer one had completed, and if no subject is its source.
///
/// Answers that the program itself sends to a subject, from a `Task` that its closure began, are not looked at. No record links
/// a task to the closure that made it, and two answers that come after two questions may belong to them either way.
struct StaleRule: CheckRule {
  static let id = Finding.Rule.stale

  private var askers: [ObjectID: Asker] = [:]
  private var askerOfInner: [ObjectID: ObjectID] = [:]

  /// An inner sequence, or a subscription made for an element.
  private struct Inner {
    var number: Int
    /// The step that started it, and the one that gave the element.
    var start: Int
    var question: Int
    /// The outermost call around the question.
    var root: Int
    /// The call by which the program subscribed; for an inner sequence, the subscription itself.
    var call: Int
    /// The step that gave a text: the question itself, or, if that is made of a text, the event from which it was made.
    var text: Int?
    var deliveries = 0
  }

  /// An answer that came after one to a newer question.
  private struct Late {
    var inner: ObjectID
    var step: Int
    var newer: ObjectID
    var newerStep: Int
    /// Whether the newer one had completed.
    var isAfterNewer: Bool
    /// The step that gave it to a subject that keeps the latest.
    var kept: Int?
  }

  /// A stage, or a closure that subscribes: both start something for each element.
  private struct Asker {
    var object: ObjectID
    var inners: [ObjectID: Inner] = [:]
    /// The newest inner sequence that has delivered, and its latest delivery.
    var newest: (inner: ObjectID, step: Int)?
    var late: [Late] = []
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .subscribed(let observer, _): start(observer, run)
    case .left(.next, let sink) where askers[sink] != nil:
      if let inner = run.parent?.object { deliver(inner, of: sink, run) }
    case .entered(.next, let observer):
      if let asker = askerOfInner[observer] { deliver(observer, of: asker, run) }
    case .arrived(.next, let object) where !askers.isEmpty && run.has(.replays, object): noteKept(run)
    default: break
    }
  }

  // MARK: Questions

  private mutating func start(_ inner: ObjectID, _ run: Pipelines) {
    let around = run.around
    if let parent = run.whole(of: inner), run.isPart(inner) {
      guard run.has(.merges, parent), let question = question(to: parent, around) else { return }
      begin(inner, of: parent, around[...question], run)
    } else if run.next(of: inner) == nil, run.runs[inner].role == .observer,
      let question = elementClosure(around, run), let asker = around[question].object
    {
      begin(inner, of: asker, around[...question], run)
    }
  }

  /// - Parameter question: the calls around the question, and the question itself.
  private mutating func begin(_ inner: ObjectID, of asker: ObjectID, _ question: ArraySlice<OpenCall>, _ run: Pipelines)
  {
    let number = askers[asker]?.inners.count ?? 0
    let isAsked = [.subscribeClosures, .subscribeHandler].contains(run.parent?.kind)
    let call = isAsked ? run.parent!.number : run.step.number
    askers[asker, default: Asker(object: asker)].inners[inner] = Inner(
      number: number, start: run.step.number, question: question.last!.number, root: question.first!.number,
      call: call, text: question.last(where: \.hasText)?.number)
    askerOfInner[inner] = asker
  }

  /// The call that gave the stage the element for which it subscribes.
  private func question(to stage: ObjectID, _ around: [OpenCall]) -> Int? {
    guard let index = around.lastIndex(where: { $0.kind == .on || $0.kind == .run }) else { return nil }
    let call = around[index]
    return call.kind == .on && call.object == stage && call.event == .next ? index : nil
  }

  /// The `onNext` closure of the program, in a `subscribe` or a `do`, in which a subscription is made.
  private func elementClosure(_ around: [OpenCall], _ run: Pipelines) -> Int? {
    guard around.count > 1, [.subscribeClosures, .subscribeHandler].contains(around[around.count - 1].kind) else {
      return nil
    }
    let closure = around[around.count - 2]
    guard closure.kind == .closure, closure.event == .next, let object = closure.object,
      [.observer, .sink].contains(run.runs[object].role)
    else { return nil }
    return around.count - 2
  }

  // MARK: Answers

  private mutating func deliver(_ inner: ObjectID, of asker: ObjectID, _ run: Pipelines) {
    let step = run.step.number
    guard var known = askers[asker]?.inners[inner] else { return }
    known.deliveries += 1
    askers[asker]!.inners[inner] = known
    guard let newest = askers[asker]!.newest, let other = askers[asker]!.inners[newest.inner] else {
      askers[asker]!.newest = (inner, step)
      return
    }
    if known.number >= other.number {
      askers[asker]!.newest = (inner, step)
    } else if known.root != other.root {
      askers[asker]!.late.append(
        Late(
          inner: inner, step: step, newer: newest.inner, newerStep: newest.step,
          isAfterNewer: run.runs[newest.inner].inputEnd?.event == .completed))
    }
  }

  /// Notes a subject that keeps the latest element, if it is given one within the delivery of a late answer.
  private mutating func noteKept(_ run: Pipelines) {
    for call in run.around.reversed().prefix(64) {
      guard call.kind == .forwardOn || call.kind == .closure, let stage = call.object else { continue }
      let asker = askers[stage] == nil ? askerOfInner[stage] : stage
      guard let asker, let late = askers[asker]?.late.indices.last, askers[asker]!.late[late].step == call.number,
        askers[asker]!.late[late].kept == nil
      else { continue }
      askers[asker]!.late[late].kept = run.step.number
    }
  }

  // MARK: Findings

  func quotes(_ run: Pipelines) -> [Int] {
    askers.values.flatMap { asker in
      asker.late.named.flatMap { late in
        let inners = [asker.inners[late.inner]!, asker.inners[late.newer]!]
        let steps = [late.step, late.newerStep] + inners.flatMap { [$0.start, $0.question] }
        return steps + ([late.kept] + inners.map(\.text)).compactMap(\.self)
      }
    }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    askers.values.filter { isNews($0, known) }.sorted { $0.object < $1.object }.map { finding($0, run, names) }
  }

  /// Whether no other rule has said that the older sequences go on.
  private func isNews(_ asker: Asker, _ known: Explained) -> Bool {
    !known.objects.contains(asker.object)
      && asker.late.contains { !known.steps.contains(asker.inners[$0.inner]!.call) }
  }

  private func finding(_ asker: Asker, _ run: Pipelines, _ names: FindingNames) -> Finding {
    let answers = asker.late.filter { isAnswer(asker.inners[$0.inner]!, $0.inner, run) }
    let typed = answers.first { isTyping(asker.inners[$0.inner]!, asker.inners[$0.newer]!, names) }
    let replacing = answers.first { takesPlace($0, asker.inners[$0.inner]!, run, names) }
    let single = answers.first { asker.inners[$0.inner]!.deliveries == 1 }
    let isWarning =
      typed != nil || replacing != nil || !answers.isEmpty && isUpstreamTimed(asker.object, run)
    let late = typed ?? replacing ?? single ?? answers.first ?? asker.late[0]
    return finding(asker, late, isWarning ? .warning : .note, run, names)
  }

  /// Whether a subject keeps a late answer in place of the newer one.
  private func takesPlace(_ late: Late, _ inner: Inner, _ run: Pipelines, _ names: FindingNames) -> Bool {
    guard let kept = late.kept else { return false }
    if inner.deliveries > 1 {
      let isSubject = run.sources(of: late.inner).last.map { run.runs[$0].role == .subject } ?? true
      guard late.isAfterNewer, !isSubject else { return false }
    }
    let texts = [kept, late.step, late.newerStep].map { names.step($0).value?.text }
    guard let shown = texts[0], let answer = texts[1], let newer = texts[2], shown != answer else { return true }
    return !shown.contains(newer)
  }

  /// Whether an inner sequence is an answer, rather than a stream whose elements mix with those of others.
  private func isAnswer(_ inner: Inner, _ observer: ObjectID, _ run: Pipelines) -> Bool {
    let run = run.runs[observer]
    if inner.deliveries == 1 { return run.inputEnd != nil || run.disposal != nil }
    return run.inputEnd?.event == .completed
  }

  /// Whether one of two questions is the other with more text behind it.
  private func isTyping(_ one: Inner, _ other: Inner, _ names: FindingNames) -> Bool {
    guard let first = text(one, names), let second = text(other, names), first != second else { return false }
    return first.hasPrefix(second) || second.hasPrefix(first)
  }

  private func text(_ inner: Inner, _ names: FindingNames) -> String? {
    guard let text = inner.text.flatMap({ names.step($0).value?.text }), text.count > 2 else { return nil }
    return String(text.dropFirst().dropLast())
  }

  private func isUpstreamTimed(_ object: ObjectID, _ run: Pipelines) -> Bool {
    var source = object
    for _ in 0..<4 {
      guard let sink = run.runs[source].feeder else { return false }
      if run.has(.holds, sink) { return true }
      source = sink
    }
    return false
  }

  private func finding(
    _ asker: Asker, _ late: Late, _ level: Finding.Level, _ run: Pipelines, _ names: FindingNames
  ) -> Finding {
    let (older, newer) = (asker.inners[late.inner]!, asker.inners[late.newer]!)
    let isStage = run.has(.merges, asker.object)
    func question(_ inner: Inner) -> String { names.value(inner.text ?? inner.question) ?? "an element" }
    func answer(_ step: Int) -> String { names.value(step) ?? "an element" }
    let times = asker.late.count > 1 ? ", and \(asker.late.count - 1) more came late" : ""
    let starter = isStage ? names.name(asker.object) : "the closure that subscribes for each element"
    var finding = Finding(
      rule: .stale, level: level,
      message: "\(starter) delivered \(answer(late.step)) for the older \(question(older)) after "
        + "\(answer(late.newerStep)) for the newer \(question(newer))\(times)",
      steps: [older.start, newer.start, late.newerStep, late.step].sorted(), objects: [asker.object])
    finding.place = names.place(asker.object)
    if isStage { finding.change = names.change(.latestInner, at: asker.object) }
    let active = run.has(.postpones, asker.object) ? "several inner sequences" : "every inner sequence"
    finding.cause =
      isStage
      ? "\(names.label(asker.object)) keeps \(active) active, so the answer that takes longest comes last."
      : "A subscription that is made for each element stays active when the next element comes."
    finding.remedy =
      isStage
      ? names.latestInnerRemedy(asker.object)
      : "Use `flatMapLatest` instead of a subscription within a subscription."
    finding.evidence = [
      names.evidence(names.step(older.question), "\(question(older)) started the older sequence"),
      names.evidence(names.step(newer.question), "\(question(newer)) started the newer sequence"),
      names.evidence(names.step(late.newerStep), "the newer one delivered \(answer(late.newerStep))"),
      names.evidence(names.step(late.step), "then the older one delivered \(answer(late.step))"),
    ]
    return finding
  }
}
