import RxTrace

extension Finding.Rule {
  /// Events came after disposal, or waited in an operator when the program disposed its subscription.
  public static let undelivered = Finding.Rule(
    "undelivered", "Events came after disposal, or waited in an operator when the program disposed its subscription.",
    .note)
}

/// Events that nobody got, because their subscription had been disposed.
///
/// A sink had an event to hand on after its end, other than a completion. An event that was under way when another
/// thread disposed is not counted, because it might as well have been quicker. An event that waited in a queue was
/// under way since it was scheduled. An event that came after the stage's own event had made a receiver dispose, as
/// `take(1)` and `first()` do, is not counted either, because the receiver has what it wanted.
///
/// A stage may also have kept elements when the program disposed the subscription: `debounce`, `throttle` and `delay`
/// keep them until a time, which an action waits for; `buffer` until there are enough; `sample` until its signal;
/// `toArray` and `reduce` until the end, as behind a `window`. The program disposes in a call of its own, in a closure,
/// or in an action that it scheduled itself. A disposal that another event causes, as with `take(1)`, is the purpose of
/// its operator. A `Single` that was given its only element is not counted, because it is about to end.
struct UndeliveredRule: CheckRule {
  static let id = Finding.Rule.undelivered

  private var lost: [ObjectID: [Int]] = [:]
  private var kept: [ObjectID: Kept] = [:]
  /// The stages that asked for an action, by the number of its `schedule`.
  private var holders: [Int: ObjectID] = [:]
  /// The `schedule`s by which the program itself, and no operator, asked for an action that has not returned.
  private var own: Set<Int> = []
  /// The elements that a stage keeps.
  private struct Kept {
    var steps = WaitingSteps()
    /// The `schedule` of the newest action, until it runs.
    var timer: Int?
    /// The call by which the program disposed the subscription.
    var release: Int?
  }

  private static let keeping: StageTraits = [.holds, .needsSignal, .collects, .sendsAtEnd]

  private static func isKeeping(_ stage: ObjectID, _ run: Pipelines) -> Bool {
    let traits = run.runs[stage].traits
    return !traits.isDisjoint(with: keeping) && !traits.isSuperset(of: [.sendsAtEnd, .limits])
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .undelivered(let event, let object) where event != .completed && !isExpected(object, run):
      lost[object, default: []].append(run.step.number)
    case .arrived(.next, let stage) where Self.isKeeping(stage, run): keep(stage, run)
    case .left(.next, let stage) where Self.isKeeping(stage, run): release(stage, run)
    case .scheduled(let asker):
      if asker == nil, isOwn(run.around) { own.insert(run.step.number) }
      schedule(run)
    case .acted(let schedule?): expire(schedule)
    case .cancelled(let schedule?):
      holders[schedule] = nil
      own.remove(schedule)
    case .returned(let place) where !own.isEmpty && run.returned[place].call.kind == .scheduledAction:
      if let schedule = run.returned[place].call.cause { own.remove(schedule) }
    case .disposed(let stage) where kept[stage] != nil: note(run.release, of: stage, run)
    default: break
    }
  }

  /// Whether the newest event is lost for a good reason: the stage's receiver had ended the stage, or another thread did while
  /// the event was on its way there. The thread that ends a stage disposes it afterwards, so the disposal may be still to come.
  private func isExpected(_ stage: ObjectID, _ run: Pipelines) -> Bool {
    let (stage, thread) = (run.runs[stage], run.step.thread)
    guard let disposal = stage.disposal else { return stage.outputEnd.map { $0.thread != thread } ?? false }
    return stage.isDisposedByReceiver || disposal > origin(run) && stage.disposalThread != thread
  }

  /// The number of the step that brought the newest event on its way: its outermost call, or the `schedule` of that call.
  private func origin(_ run: Pipelines) -> Int { run.around.first?.cause ?? run.root }

  private mutating func keep(_ stage: ObjectID, _ run: Pipelines) {
    if run.runs[stage].traits.isDisjoint(with: [.collects, .queues, .sendsAtEnd]) { kept[stage]?.steps.removeAll() }
    kept[stage, default: Kept()].steps.append(run.step.number)
  }

  private mutating func release(_ stage: ObjectID, _ run: Pipelines) {
    if run.has(.queues, stage) { kept[stage]?.steps.removeFirst() } else { kept[stage]?.steps.removeAll() }
  }

  private mutating func schedule(_ run: Pipelines) {
    guard let call = run.parent else { return }
    let holder =
      call.kind == .scheduledAction ? call.cause.flatMap { holders[$0] } : call.kind == .on ? call.object : nil
    guard let holder, run.has(.holds, holder) else { return }
    holders[run.step.number] = holder
    kept[holder, default: Kept()].timer = run.step.number
  }

  private mutating func note(_ release: (call: Int, within: StepKind?), of stage: ObjectID, _ run: Pipelines) {
    let isOfProgram =
      switch release.within {
      case nil, .closure: true
      case .scheduledAction: isOwn(run.around)
      default: false
      }
    if isOfProgram { kept[stage]!.release = release.call }
  }

  /// Whether the program asked for all actions that are under way.
  private func isOwn(_ around: [OpenCall]) -> Bool {
    around.allSatisfy { call in call.kind != .scheduledAction || call.cause.map(own.contains) ?? false }
  }

  private mutating func expire(_ schedule: Int) {
    guard let stage = holders[schedule], kept[stage]?.timer == schedule else { return }
    kept[stage]!.timer = nil
  }

  // MARK: Findings

  /// The stages that still kept elements when the program disposed their subscription.
  private func cutShort(_ run: Pipelines) -> [(stage: ObjectID, kept: Kept, disposal: Int)] {
    kept.compactMap { stage, kept in
      guard let release = kept.release, !kept.steps.isEmpty, run.runs[stage].end == run.runs[stage].disposal,
        run.runs[stage].inputEnd?.event != .error, kept.timer != nil || !run.has(.holds, stage)
      else { return nil }
      return (stage, kept, release)
    }.sorted { $0.stage < $1.stage }
  }

  func quotes(_ run: Pipelines) -> [Int] {
    lost.values.flatMap(\.named) + cutShort(run).flatMap { $0.kept.steps.all.named + [$0.disposal] }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    let lost = lost.mapValues { $0.filter { !known.steps.contains($0) } }.filter { !$0.value.isEmpty }
    // An element may have left in records that were removed.
    let cutShort = names.trace.removedRecords > 0 ? [] : cutShort(run)
    return cutShort.filter { !known.steps.contains($0.disposal) && !known.objects.contains($0.stage) }
      .map { finding($0.stage, $0.kept, $0.disposal, run, names) }
      + lost.sorted { $0.value[0] < $1.value[0] }.map { finding($0.key, late: $0.value, names) }
  }

  /// Explains also the actions that were to send the elements.
  func explained(by findings: [Finding]) -> Explained {
    let stages = Set(findings.flatMap(\.objects))
    let timers = kept.filter { stages.contains($0.key) }.compactMap(\.value.timer)
    return Explained(steps: Set(findings.flatMap(\.steps) + timers))
  }

  private func finding(
    _ stage: ObjectID, _ kept: Kept, _ disposal: Int, _ run: Pipelines, _ names: FindingNames
  ) -> Finding {
    let steps = kept.steps.all
    let value = names.value(steps[0]) ?? "an element"
    let what = steps.count == 1 ? "\(value) was" : "\(steps.count) elements, \(value) first, were"
    let label = names.label(stage)
    var finding = Finding(
      rule: .undelivered, level: .note,
      message: "\(what) still in \(names.name(stage)) when the subscription was disposed",
      steps: steps + [disposal], objects: [stage])
    finding.place = names.place(stage)
    let isSample = run.has(.needsSignal, stage)
    finding.cause =
      "A disposal drops what \(label) keeps" + (isSample ? " for its signal." : "; a completion sends it.")
    finding.remedy =
      isSample
      ? "If the element matters, let the signal come before the disposal."
      : "If the element matters, complete the source, and let the subscription end by itself."
    finding.evidence = names.evidence(of: steps) + [names.evidence(names.step(disposal), "disposes the subscription")]
    return finding
  }

  private func finding(_ object: ObjectID, late steps: [Int], _ names: FindingNames) -> Finding {
    let what = steps.count == 1 ? "an event" : "\(steps.count) events"
    var finding = Finding(
      rule: .undelivered, level: .note,
      message: "\(names.name(object)) had \(what) to hand on after it was disposed",
      steps: steps, objects: [object])
    finding.cause = "The disposal was faster than what was under way."
    finding.remedy = "If that matters, dispose the subscription later."
    finding.evidence = names.evidence(of: steps)
    finding.place = names.place(object)
    return finding
  }
}

/// The numbers of steps in a queue, whose first one leaves in constant time.
private struct WaitingSteps {
  private var steps: [Int] = []
  private var head = 0

  var isEmpty: Bool { head == steps.count }
  var all: [Int] { Array(steps[head...]) }

  mutating func append(_ step: Int) { steps.append(step) }

  mutating func removeFirst() {
    guard !isEmpty else { return }
    head += 1
    guard head > 32, head * 2 > steps.count else { return }
    steps.removeFirst(head)
    head = 0
  }

  mutating func removeAll() { (steps, head) = ([], 0) }
}
