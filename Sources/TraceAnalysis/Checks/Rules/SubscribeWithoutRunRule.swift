import RxTrace

extension Finding.Rule {
  /// A producer did not run for a subscription.
  public static let subscribeWithoutRun = Finding.Rule(
    "subscribe-without-run", "A producer did not run for a subscription.",
    isAboutAbsence: true)
}

/// A subscription for which an observable did not run, although its kind runs for others, and that brought nothing.
///
/// The class of such an observable overrides `subscribeCore`, and does not call `super` for each observer. This is sound if
/// - it calls `super` later, or on another thread,
/// - it sends the observer something itself, such as an answer that it has kept, or only an end.
///
/// Otherwise the observer waits for ever. Observables that never run, such as `just` and subjects, have no `run` to call.
struct SubscribeWithoutRunRule: CheckRule {
  static let id = Finding.Rule.subscribeWithoutRun

  private var producers: Set<ObjectID> = []
  /// For each observer that was sent nothing, its subscriptions without a run.
  private var waiting: [ObjectID: [Waiting]] = [:]

  private struct Waiting {
    var source: ObjectID
    var step: Int
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .subscribed(let observer, let source) where run.runs[source].role != .subject:
      waiting[observer, default: []].append(Waiting(source: source, step: run.step.number))
    case .ran(let producer, let observer):
      producers.insert(producer)
      serve(observer, by: producer)
    case .arrived(_, let observer) where !waiting.isEmpty: waiting[observer] = nil
    default: break
    }
  }

  private mutating func serve(_ observer: ObjectID, by producer: ObjectID) {
    guard let index = waiting[observer]?.lastIndex(where: { $0.source == producer }) else { return }
    waiting[observer]!.remove(at: index)
    if waiting[observer]!.isEmpty { waiting[observer] = nil }
  }

  private func withoutRun(_ run: Pipelines) -> [Int] {
    let types = Set(producers.map { run.source.object($0).typeName })
    return waiting.values.joined().filter { types.contains(run.source.object($0.source).typeName) }.map(\.step)
  }

  func quotes(_ run: Pipelines) -> [Int] { withoutRun(run) }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    let trace = names.trace
    let lacksNothing = trace.droppedRecords == 0 && trace.damagedSlots == 0 && trace.unfinishedRecords == 0
    let level = trace.isComplete && lacksNothing ? Finding.Level.warning : .note
    return withoutRun(run).sorted().map { finding(names.step($0), level, names) }
  }

  private func finding(_ step: Step, _ level: Finding.Level, _ names: FindingNames) -> Finding {
    let name = step.object.map(names.name) ?? "a producer"
    var finding = Finding(
      rule: .subscribeWithoutRun, level: level, message: "\(name) was subscribed to and did not run",
      steps: [step.number], objects: [step.object].compactMap(\.self))
    finding.cause =
      "It ran for others. This observer was sent nothing either, not even an end, so that it waits for ever."
    finding.remedy =
      "Let `subscribeCore` of its class call `super` for each observer, or send the observer something or an end."
    finding.evidence = names.evidence(of: [step.number])
    finding.place = step.object.flatMap(names.place)
    return finding
  }
}
