import RxTrace

extension Finding.Rule {
  /// A shared sequence gave a new subscription what it had kept from an earlier connection, and then something else.
  public static let oldReplay = Finding.Rule(
    "old-replay",
    "A shared sequence gave a new subscription what it had kept from an earlier connection, and then something else.",
    .note)
}

/// An element that a shared sequence had kept when its connection ended, and that it gave to the subscription which made it
/// connect again: the work began anew for this subscription, and its answer came after the old one.
///
/// `share(replay:scope: .forever)` does so, and `multicast` with a subject that replays. It may be meant, as a cache, so it
/// is a note. An old element that equals the new one is of no interest.
struct OldReplayRule: CheckRule {
  static let id = Finding.Rule.oldReplay

  /// The old elements given to new subscriptions, by the call that runs the shared sequence for the subscription.
  private var joining: [Int: Kept] = [:]
  /// The old elements by observer, once the shared sequence has connected for it.
  private var kept: [ObjectID: Kept] = [:]
  private var found: [(kept: Kept, new: Int)] = []

  private struct Kept {
    var shared: ObjectID
    var observer: ObjectID
    /// The step that gave the element.
    var old: Int
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .arrived(.next, let observer):
      if run.parent?.kind == .subscribe {
        noteKept(observer, run)
      } else if !kept.isEmpty, let known = kept.removeValue(forKey: observer) {
        found.append((known, run.step.number))
      }
    case .subscribed where !joining.isEmpty:
      guard let call = run.parent, let known = joining.removeValue(forKey: call.number) else { return }
      kept[known.observer] = known
    case .returned(let place) where !joining.isEmpty: joining[run.returned[place].call.number] = nil
    default: break
    }
  }

  /// Notes that a subject gives what it kept, within the run of a shared sequence. If the sequence subscribes to
  /// anything else in its run, it connects to its source.
  private mutating func noteKept(_ observer: ObjectID, _ run: Pipelines) {
    guard let subject = run.parent?.object, run.has(.replays, subject),
      let call = run.around.suffix(3).last(where: { $0.kind == .run }), let shared = call.object,
      run.has(.shares, shared)
    else { return }
    joining[call.number] = Kept(shared: shared, observer: observer, old: run.step.number)
  }

  // MARK: Findings

  private func subscription(_ kept: Kept, _ run: Pipelines) -> Int? {
    run.runs[run.last(of: kept.observer)].subscription?.call
  }

  func quotes(_ run: Pipelines) -> [Int] {
    found.flatMap { [subscription($0.kept, run), $0.kept.old, $0.new].compactMap(\.self) }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    let others = found.filter { names.value($0.kept.old) != names.value($0.new) }
    return Dictionary(grouping: others, by: \.kept.shared).sorted { $0.key < $1.key }
      .map { finding($0.key, $0.value, run, names) }
  }

  private func finding(
    _ shared: ObjectID, _ all: [(kept: Kept, new: Int)], _ run: Pipelines, _ names: FindingNames
  ) -> Finding {
    let first = (old: all[0].kept.old, new: all[0].new)
    let (old, new) = (names.value(first.old) ?? "an element", names.value(first.new) ?? "an element")
    let times = all.count > 1 ? ", and \(counted(all.count - 1, "other subscription")) the like" : ""
    var finding = Finding(
      rule: .oldReplay, level: .note,
      message:
        "\(names.name(shared)) gave a new subscription \(old) from an earlier connection, and then \(new)\(times)",
      steps: all.flatMap { [$0.kept.old, $0.new] }, objects: [shared])
    finding.place = names.place(shared)
    finding.cause =
      "It keeps elements when the last observer leaves, and connects to its source again for the next one."
    finding.remedy =
      "If the old element must not be shown, use `share(replay: 1)`, which keeps it only while somebody observes."
    finding.evidence = [
      names.evidence(names.step(first.old), "a new subscription got \(old), which was kept"),
      names.evidence(names.step(first.new), "then it got \(new)"),
    ]
    if let call = subscription(all[0].kept, run) {
      finding.evidence.insert(names.evidence(names.step(call), "subscribes"), at: 0)
    }
    return finding
  }
}
