import RxTrace

extension Finding.Rule {
  /// A closure ran elsewhere, behind an observe(on:) that moves to the main thread, or a driver.
  public static let offMain = Finding.Rule(
    "off-main", "A closure ran elsewhere, behind an observe(on:) that moves to the main thread, or a driver.")
}

/// Closures that should run on the main thread, because a stage moves their events there, and do not.
///
/// The stage moves all events of the observer, and another one behind it sends them on its own scheduler; or it moves
/// the events of one input of a stage such as `combineLatest` or `merge`, and those of another input come from
/// elsewhere. The second case counts only for an `observe(on:)` of the program's, with no `do` or shared sequence
/// behind it, whose observers may need the main thread; and only for an input whose elements make the stage send: not
/// the other input of `withLatestFrom`, elements that wait for the sampler of `sample`, or a trigger.
struct OffMainRule: CheckRule {
  static let id = Finding.Rule.offMain

  private var strays: [ObjectID: Stray] = [:]

  /// The closures of an observer that ran elsewhere.
  private struct Stray {
    var steps: [Int]
    /// The stage that sent the first element from another thread.
    var mover: ObjectID?
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    guard case .entered(.next, let observer) = event, run.isMain(run.step.queue) == false,
      run.runs[observer].role == .observer
    else { return }
    if strays[observer] == nil {
      strays[observer] = Stray(steps: [run.step.number], mover: mover(to: observer, run))
    } else {
      strays[observer]!.steps.append(run.step.number)
    }
  }

  /// The stage that sent the element from another thread: the first one of the pipeline among the calls under way.
  private func mover(to observer: ObjectID, _ run: Pipelines) -> ObjectID? {
    var found: ObjectID?
    var expected = observer
    for call in run.around.reversed() where call.kind == .forwardOn {
      if let object = call.object, run.next(of: object) == expected { (found, expected) = (object, object) }
    }
    return found
  }

  func quotes(_ run: Pipelines) -> [Int] {
    run.mainSchedulers.isEmpty ? [] : strays.values.flatMap(\.steps.named)
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    // Without a finding, no object may have a name.
    guard !strays.isEmpty else { return [] }
    var guards: [ObjectID: Guard] = [:]
    for stage in run.runs.indices where run.has(.moves, stage) {
      guard run.source.links(of: stage).contains(where: { run.mainSchedulers.contains($0.target) }) else { continue }
      let isWritten = names.label(stage).lowercased().hasPrefix("observe")
      for (observer, joint) in observers(behind: stage, run) where joint == nil || isWritten {
        if joint == nil || guards[observer] == nil { guards[observer] = Guard(stage: stage, joint: joint) }
      }
    }
    return strays.filter { isGuarded($0.key, by: guards[$0.key], run, names) }
      .sorted { $0.value.steps[0] < $1.value.steps[0] }
      .map { finding($0.value, of: $0.key, behind: guards[$0.key]!, names) }
  }

  /// The stage that moves an observer's events to the main thread.
  private struct Guard {
    var stage: ObjectID
    /// The stage with several inputs, if the guard moves the events of only one of them.
    var joint: ObjectID?
  }

  private func isGuarded(_ observer: ObjectID, by guarding: Guard?, _ run: Pipelines, _ names: FindingNames) -> Bool {
    guard let guarding, guarding.joint != nil else { return guarding != nil }
    let between = run.chain(from: guarding.stage).prefix { $0 != guarding.joint }
    return !between.contains { names.label($0).lowercased() == "do" }
  }

  /// The observers that get a stage's events unless another stage moves them to a scheduler of its own, each with the stage
  /// that combines them with others.
  private func observers(behind stage: ObjectID, _ run: Pipelines) -> [(observer: ObjectID, joint: ObjectID?)] {
    var found: [(ObjectID, ObjectID?)] = []
    var pending: [(object: ObjectID, joint: ObjectID?, isShared: Bool)] = []
    if let next = run.next(of: stage) { pending.append((next, nil, false)) }
    var seen: Set<ObjectID> = []
    while let (object, joint, isShared) = pending.popLast() {
      guard seen.insert(object).inserted, !run.has(.moves, object) else { continue }
      let next = run.next(of: object)
      if let shared = run.runs[object].connection, next == nil {
        pending += (run.sharers[shared] ?? []).map { ($0, joint, true) }
      } else if let next {
        if !run.isPart(object) {
          pending.append((next, joint, isShared))
        } else if !isShared, joins(object, to: next, run) {
          pending.append((next, joint ?? next, isShared))
        }
      } else if run.runs[object].role == .observer {
        found.append((object, joint))
      }
    }
    return found
  }

  /// Whether an input of a stage, and not an inner sequence, makes the stage send something.
  private func joins(_ input: ObjectID, to stage: ObjectID, _ run: Pipelines) -> Bool {
    run.runs[input].subscription?.isForElement != true && (run.has(.needsAll, stage) || run.has(.merges, stage))
  }

  private func finding(
    _ stray: Stray, of observer: ObjectID, behind guarding: Guard, _ names: FindingNames
  ) -> Finding {
    let stage = guarding.stage
    let first = names.step(stray.steps[0])
    let (mover, thread) = (stray.mover, names.thread(of: first))
    let times = stray.steps.count == 1 ? "once" : "\(stray.steps.count) times"
    var finding = Finding(
      rule: .offMain, level: .warning,
      message: "the closure of \(names.name(observer)) ran \(times) on \(thread), although "
        + "\(names.name(stage)) moves \(guarding.joint == nil ? "its events" : "those of one input") to the main thread",
      steps: stray.steps, objects: [observer, stage] + [mover].compactMap(\.self))
    finding.place = names.place(mover ?? observer) ?? names.place(observer)
    finding.cause =
      guarding.joint.map { $0 == mover } ?? false
      ? "\(names.name(mover!)) comes behind it, and another of its inputs sends events elsewhere."
      : mover.map { "\(names.name($0)) comes behind it and sends its events on a scheduler of its own." }
        ?? "A stage behind it sends its events on another thread."
    finding.remedy =
      "Put `.observe(on: MainScheduler.instance)` directly before the closure"
      + (mover.map { ", behind \(names.label($0))" } ?? "") + "."
    finding.change = names.change(.returnToMain, at: observer)
    finding.evidence = [Finding.Evidence(names.place(stage), "events move to the main thread")]
    if let mover, mover != guarding.joint {
      finding.evidence.append(Finding.Evidence(names.place(mover), "events leave it again"))
    }
    finding.evidence.append(
      names.evidence(first, "the closure takes \(names.value(stray.steps[0]) ?? "an element") on \(thread)"))
    return finding
  }
}
