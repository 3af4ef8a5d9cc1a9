import RxTrace

extension Finding.Rule {
  /// A stage dropped an object that it had sent before, and that was changed since (if that is not certain: a note).
  public static let sameObject = Finding.Rule(
    "same-object",
    "A stage dropped an object that it had sent before, and that was changed since (if that is not certain: a note).",
    isAboutAbsence: true)
}

/// An instance of a class that a stage such as `distinctUntilChanged` compared with itself, and dropped as a repetition.
///
/// The stage keeps the object that it sent last. If the program changes that object and sends it again, both sides of the
/// comparison are the changed object, so they are equal whatever has changed. A key that is a value, as in
/// `distinctUntilChanged { $0.name }`, was taken before the change, so such a stage is right; a closure or a key path that
/// compares objects may look at something that has not changed. A change is seen if the object's description shows it.
struct SameObjectRule: CheckRule {
  static let id = Finding.Rule.sameObject
  static let needsLines = true

  private var stages: [ObjectID: Stage] = [:]

  /// An object as a stage was given it.
  private struct Given {
    var step: Int
    var identity: Int
    var description: Int
  }

  private struct Stage {
    /// The object that the stage was given, until it is known whether the stage sends it.
    var given: Given?
    /// The object that is compared, which the closures of the stage take.
    var compared: Int?
    var sent: Given?
    /// Objects that were changed since: the step that gave the object before, and the step that gave it again.
    var changed: [(sent: Int, dropped: Int)] = []
    var unchanged: (sent: Int, dropped: Int)?
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .arrived(.next, let stage) where run.has(.dropsRepetitions, stage): arrive(at: stage, run)
    case .entered(_, let stage) where run.has(.dropsRepetitions, stage):
      stages[stage]?.compared = run.step.value.identity
    case .left(.next, let stage) where run.has(.dropsRepetitions, stage):
      guard let given = stages[stage]?.given else { return }
      stages[stage]!.sent = given
      stages[stage]!.given = nil
    case .returned(let place) where run.returned[place].call.kind == .on:
      let call = run.returned[place].call
      guard let stage = call.object, run.has(.dropsRepetitions, stage), stages[stage]?.given?.step == call.number else {
        return
      }
      drop(stage)
    default: break
    }
  }

  private mutating func arrive(at stage: ObjectID, _ run: Pipelines) {
    guard case .text(let bytes, _, let identity) = run.step.value, identity > 0 else {
      stages[stage] = stages[stage].map { Stage(changed: $0.changed, unchanged: $0.unchanged) }
      return
    }
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    stages[stage, default: Stage()].given = Given(
      step: run.step.number, identity: Int(identity), description: hasher.finalize())
    stages[stage]!.compared = nil
  }

  private mutating func drop(_ stage: ObjectID) {
    let known = stages[stage]!
    stages[stage]!.given = nil
    guard let given = known.given, let sent = known.sent, given.identity == sent.identity,
      known.compared == given.identity
    else { return }
    if given.description != sent.description {
      stages[stage]!.changed.append((sent.step, given.step))
    } else if known.unchanged == nil {
      stages[stage]!.unchanged = (sent.step, given.step)
    }
  }

  // MARK: Findings

  func quotes(_ run: Pipelines) -> [Int] {
    stages.values.flatMap { stage in
      (stage.changed.named + [stage.unchanged].compactMap(\.self)).flatMap { [$0.sent, $0.dropped] }
    }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    stages.sorted { $0.key < $1.key }.compactMap { stage, flow in
      let isPlain = names.call(of: stage)?.callee?.labels?.isEmpty ?? false
      if let first = flow.changed.first {
        return finding(stage, first, flow.changed.map(\.dropped), isPlain ? .warning : .note, names)
      }
      guard isPlain, let first = flow.unchanged, isOpaque(names.value(first.dropped)) else { return nil }
      return finding(stage, first, [first.dropped], .note, names)
    }
  }

  /// Whether a description is only the name of a type, so that a change would not show.
  private func isOpaque(_ text: String?) -> Bool {
    text?.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" } ?? false
  }

  private func finding(
    _ stage: ObjectID, _ first: (sent: Int, dropped: Int), _ dropped: [Int], _ level: Finding.Level,
    _ names: FindingNames
  ) -> Finding {
    let (before, after) = (names.value(first.sent) ?? "an object", names.value(first.dropped) ?? "an object")
    let isChanged = before != after
    let times = dropped.count > 1 ? ", and dropped it \(counted(dropped.count - 1, "more time"))" : ""
    let change = isChanged ? ", the object that it had sent as \(before)" : ", the object that it had sent last"
    var finding = Finding(
      rule: .sameObject, level: level, message: "\(names.name(stage)) dropped \(after)\(change)\(times)",
      steps: [first.sent] + dropped, objects: [stage])
    finding.place = names.place(stage)
    finding.cause =
      "An object that is changed and sent again is compared with itself"
      + (isChanged ? "." : "; the recording does not tell whether this one was changed.")
    finding.remedy =
      "Send a new object for each change, make the type a `struct`, or give `\(names.label(stage))` a closure that "
      + "returns the property that matters."
    finding.evidence = [
      names.evidence(names.step(first.sent), "\(before) came in and was sent"),
      names.evidence(names.step(first.dropped), "\(after), the same object, was dropped"),
    ]
    return finding
  }
}
