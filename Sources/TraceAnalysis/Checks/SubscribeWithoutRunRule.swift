import RxTrace

extension Finding.Rule {
  /// A producer did not run for a subscription.
  public static let subscribeWithoutRun = Finding.Rule(
    "subscribe-without-run", "A producer did not run for a subscription.",
    isAboutAbsence: true)
}

/// A kind of observable that runs for every subscription, and did not for one.
struct SubscribeWithoutRunRule: CheckRule {
  static let id = Finding.Rule.subscribeWithoutRun

  private var producers: Set<ObjectID> = []
  /// Without a run so far.
  private var open: [Key: [Int]] = [:]

  /// A subscription and its run name the same objects, on the same thread.
  private struct Key: Hashable {
    var source: ObjectID
    var observer: ObjectID
    var thread: Int
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .subscribed(let observer, let source) where run.runs[source].role != .subject:
      open[Key(source: source, observer: observer, thread: run.step.thread), default: []].append(run.step.number)
    case .ran(let producer, let observer):
      producers.insert(producer)
      let key = Key(source: producer, observer: observer, thread: run.step.thread)
      guard var steps = open.removeValue(forKey: key) else { return }
      steps.removeLast()
      if !steps.isEmpty { open[key] = steps }
    default: break
    }
  }

  private func withoutRun(_ run: Pipelines) -> [Key: [Int]] {
    let types = Set(producers.map { run.source.object($0).typeName })
    return open.filter { types.contains(run.source.object($0.key.source).typeName) }
  }

  func quotes(_ run: Pipelines) -> [Int] {
    withoutRun(run).flatMap(\.value)
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    let trace = names.trace
    let lacksNothing = trace.droppedRecords == 0 && trace.damagedSlots == 0 && trace.unfinishedRecords == 0
    let steps = withoutRun(run).flatMap(\.value).sorted()
    return steps.map { number in
      let step = names.step(number)
      var finding = Finding(
        rule: .subscribeWithoutRun, level: trace.isComplete && lacksNothing ? .warning : .note,
        message: "\(step.object.map(names.name) ?? "a producer") was subscribed to and did not run",
        steps: [number], objects: [step.object].compactMap(\.self))
      finding.evidence = names.evidence(of: [number])
      finding.place = step.object.flatMap(names.place)
      return finding
    }
  }
}
