import RxTrace

extension Finding.Rule {
  /// A stage combined a new element with an old one, and one event brought the new one of both inputs.
  public static let glitch = Finding.Rule(
    "glitch", "A stage combined a new element with an old one, and one event brought the new one of both inputs.", .note
  )
}

/// A combination of a new and an old element that come from one event.
///
/// Two inputs of `combineLatest` that come from one sequence get its event one after another. The stage sends something for
/// each, and what it sends first mixes the new element of one input with the old one of the other. `withLatestFrom` sends
/// only the mixture if its other input is the later one.
///
/// It is one event if no closure of the program lies between the call that gave it to a sequence and both inputs; for
/// `combineLatest`, one of the inputs may also get it through closures that send on what they are given, as `bind(to:)` does.
/// Not counted: a mixture that is like what came before or after it, and one that a time operator may drop.
struct GlitchRule: CheckRule {
  static let id = Finding.Rule.glitch

  private var stages: [ObjectID: Stage] = [:]
  /// The stages that need an element of another input and have sent something, by the calls of their runs.
  private var needingOther: [Int: ObjectID] = [:]

  private struct Stage {
    /// The newest element that the stage sent, the input that caused it, and the event that gave it.
    var sent = -1
    var input = -1
    var event: Event?
    /// The calls around the event's call that also give an event, beyond closures of the program.
    var around: [Event] = []
    /// The element that it sent last for an earlier event.
    var before: Int?
    var mixtures: [Mixture] = []
    var count = 0
  }

  /// The call that gave an object an event.
  private struct Event: Equatable {
    var call: Int
    var object: ObjectID
  }

  private struct Mixture {
    var before: Int?
    var mixed: Int
    /// The element that the stage sent right after it; for `withLatestFrom` the newer element of the other input.
    var after: Int
    var source: ObjectID
  }

  private static let kept = 4

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .left(.next, let sink):
      if run.has(.needsOther, sink) || run.has(.needsAll, sink) && !run.has(.pairs, sink) { send(sink, run) }
    case .arrived(.next, let input) where !needingOther.isEmpty && run.runs[input].role == .observer:
      if let call = run.runs[input].subscription?.run, let stage = needingOther[call] { renew(stage, run) }
    default: break
    }
  }

  private mutating func send(_ sink: ObjectID, _ run: Pipelines) {
    guard let input = run.parent?.object, let event = event(run) else { return }
    var stage = stages[sink] ?? Stage()
    let around = run.has(.needsAll, sink) ? eventsAround(event, run) : []
    if let common = common(stage, event, around) {
      if stage.input != input { note(run.step.number, common, &stage) }
    } else {
      stage.before = stage.sent < 0 ? nil : stage.sent
    }
    (stage.sent, stage.input, stage.event, stage.around) = (run.step.number, input, event, around)
    stages[sink] = stage
    if run.has(.needsOther, sink), let call = run.runs[sink].subscription?.run { needingOther[call] = sink }
  }

  /// Notes that the other input of a stage has a newer element.
  private mutating func renew(_ sink: ObjectID, _ run: Pipelines) {
    guard var stage = stages[sink], let event = event(run), stage.event == event else { return }
    note(run.step.number, event, &stage)
    stages[sink] = stage
  }

  private func note(_ after: Int, _ event: Event, _ stage: inout Stage) {
    stage.count += 1
    guard stage.mixtures.count < Self.kept else { return }
    stage.mixtures.append(Mixture(before: stage.before, mixed: stage.sent, after: after, source: event.object))
  }

  /// The event because of which a stage sends something now and also sent its newest element.
  private func common(_ stage: Stage, _ event: Event, _ around: [Event]) -> Event? {
    guard let before = stage.event else { return nil }
    if before == event || around.contains(before) { return before }
    return stage.around.contains(event) ? event : nil
  }

  private func eventsAround(_ event: Event, _ run: Pipelines) -> [Event] {
    run.around.prefix { $0.number != event.call }.suffix(64).compactMap { call in
      call.kind == .on && call.event == .next ? call.object.map { Event(call: call.number, object: $0) } : nil
    }
  }

  /// The outermost call that gives an event and leads to the newest step without a closure of the program's between.
  private func event(_ run: Pipelines) -> Event? {
    var event: Event?
    for call in run.around.reversed().prefix(64) {
      switch call.kind {
      case .on: event = call.object.map { Event(call: call.number, object: $0) }
      case .closure: return event
      default: continue
      }
    }
    return event
  }

  // MARK: Findings

  func quotes(_ run: Pipelines) -> [Int] {
    stages.values.flatMap(\.mixtures).flatMap { [$0.before, $0.mixed, $0.after].compactMap(\.self) }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    var places: Set<ProducerPlace> = []
    return stages.filter { !$0.value.mixtures.isEmpty }.sorted { $0.key < $1.key }.compactMap { sink, stage in
      guard !run.chain(from: sink).contains(where: { run.has(.holds, $0) || run.has(.needsSignal, $0) }),
        let mixture = stage.mixtures.first(where: { isVisible($0, run.has(.needsOther, sink), names) }),
        places.insert(run.place(of: run.graph.owner(of: sink))).inserted
      else { return nil }
      return finding(sink, stage, mixture, run, names)
    }
  }

  private func isVisible(_ mixture: Mixture, _ isOnlyOne: Bool, _ names: FindingNames) -> Bool {
    guard let mixed = names.value(mixture.mixed), let after = names.value(mixture.after) else { return false }
    return isOnlyOne || mixed != after && mixed != mixture.before.flatMap(names.value)
  }

  private func finding(
    _ sink: ObjectID, _ stage: Stage, _ mixture: Mixture, _ run: Pipelines, _ names: FindingNames
  ) -> Finding {
    let source = names.name(mixture.source)
    let times = stage.count > 1 ? ", \(stage.count) times" : ""
    let isOnlyOne = run.has(.needsOther, sink)
    let (mixed, after) = (short(mixture.mixed, names), short(mixture.after, names))
    var finding = Finding(
      rule: .glitch, level: .note,
      message: "\(names.name(sink)) sent \(mixed ?? "an element") "
        + (isOnlyOne ? "before its other input had got " : "and right after it ") + (after ?? "another one")
        + (isOnlyOne ? " from the same event of " : ", both for one event of ") + source + times,
      steps: [mixture.mixed, mixture.after], objects: [sink])
    finding.place = names.place(sink)
    finding.cause = "Both inputs come from \(source), and its element comes to one of them first."
    finding.remedy =
      isOnlyOne
      ? "Make both values of the element in one `map`."
      : "Make both values of the element in one `map`, or put `.debounce(.milliseconds(0), scheduler: "
        + "MainScheduler.instance)` behind \(names.label(sink))."
    finding.evidence = names.evidence(of: [mixture.mixed, mixture.after])
    return finding
  }

  /// A value, if it is short enough to leave room for the rest of a sentence.
  private func short(_ step: Int, _ names: FindingNames) -> String? {
    names.value(step).flatMap { $0.count > 40 ? nil : $0 }
  }
}
