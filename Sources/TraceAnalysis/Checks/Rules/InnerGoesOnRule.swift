import RxTrace

extension Finding.Rule {
  /// An inner sequence went on after a `take(until:)` before its stage had ended the sequence that started it.
  public static let innerGoesOn = Finding.Rule(
    "inner-goes-on",
    "An inner sequence went on after a `take(until:)` before its stage had ended the sequence that started it.", .note)
}

/// Inner sequences that send elements after the signal that was to end the pipeline.
///
/// A stage with a signal, such as `take(until:)`, ends the sequence above it. If it stands before a flattening stage, it ends
/// only the source of that: the inner sequence that is open stays active. An answer that is still under way is often wanted,
/// so it counts only if one inner sequence sent at least two elements after the signal and did not end by itself. A stage
/// that ends its sequence because of an element or a number, such as `take(1)`, says only what starts an inner sequence. It
/// is a note, because a recording does not tell what the signal was to end.
struct InnerGoesOnRule: CheckRule {
  static let id = Finding.Rule.innerGoesOn

  /// For each stage, its inner sequences that are open.
  private var inners: [ObjectID: Set<ObjectID>] = [:]
  private var suspects: [ObjectID: Suspect] = [:]

  private struct Suspect {
    /// The stage that had the signal, and the step that gave it.
    var limit: ObjectID
    var signal: Int
    /// For each inner sequence, the first steps at which the stage has sent its elements since.
    var sent: [ObjectID: [Int]] = [:]
  }

  private static let fewest = 2

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .subscribed(let inner, _): begin(inner, run)
    case .arrived(let event, let inner) where event != .next && !inners.isEmpty:
      if let stage = close(inner, run) { suspects[stage]?.sent[inner] = nil }
    case .disposed(let inner) where !inners.isEmpty: _ = close(inner, run)
    case .left(.completed, let sink) where run.has(.limits, sink) && !inners.isEmpty: cut(by: sink, run)
    case .left(.next, let stage) where !suspects.isEmpty: send(stage, run)
    default: break
    }
  }

  private mutating func begin(_ inner: ObjectID, _ run: Pipelines) {
    guard run.isPart(inner), run.runs[inner].subscription?.isForElement == true, let stage = run.whole(of: inner) else {
      return
    }
    inners[stage, default: []].insert(inner)
  }

  /// - Returns: the stage of an inner sequence that was open.
  private mutating func close(_ inner: ObjectID, _ run: Pipelines) -> ObjectID? {
    guard run.isPart(inner), let stage = run.whole(of: inner), inners[stage]?.remove(inner) != nil else { return nil }
    if inners[stage]!.isEmpty { inners[stage] = nil }
    return stage
  }

  /// Notes that a stage ends its sequence because its signal came, which is an event of another input.
  private mutating func cut(by limit: ObjectID, _ run: Pipelines) {
    guard let signal = run.parent, signal.kind == .on, let input = signal.object, input != limit,
      run.whole(of: input) == limit,
      let stage = run.chain(from: limit).dropFirst().first(where: { inners[$0] != nil }), suspects[stage] == nil
    else { return }
    suspects[stage] = Suspect(limit: limit, signal: signal.number)
  }

  private mutating func send(_ stage: ObjectID, _ run: Pipelines) {
    guard suspects[stage] != nil, let inner = run.parent?.object, inners[stage]?.contains(inner) == true,
      suspects[stage]!.sent[inner]?.count ?? 0 < TraceCheck.mostSteps
    else { return }
    suspects[stage]!.sent[inner, default: []].append(run.step.number)
  }

  // MARK: Findings

  private var found: [(stage: ObjectID, suspect: Suspect, sent: [Int])] {
    suspects.compactMap { stage, suspect in
      let sent = suspect.sent.values.filter { $0.count >= Self.fewest }.joined().sorted()
      return sent.isEmpty ? nil : (stage, suspect, sent)
    }.sorted { $0.suspect.signal < $1.suspect.signal }
  }

  func quotes(_ run: Pipelines) -> [Int] { found.flatMap { [$0.suspect.signal] + $0.sent.named } }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    found.filter { !known.objects.contains($0.stage) }.map { finding($0.stage, $0.suspect, $0.sent, names) }
  }

  private func finding(_ stage: ObjectID, _ suspect: Suspect, _ sent: [Int], _ names: FindingNames) -> Finding {
    let (label, limit) = (names.label(stage), names.label(suspect.limit))
    let more = sent.count == TraceCheck.mostSteps ? " or more" : ""
    var finding = Finding(
      rule: .innerGoesOn, level: .note,
      message: "\(names.name(stage)) sent \(sent.count)\(more) elements of inner sequences, "
        + "\(names.value(sent[0]) ?? "an element") first, after \(names.name(suspect.limit)) had ended its source",
      steps: [suspect.signal] + sent, objects: [stage])
    finding.place = names.place(suspect.limit)
    finding.cause =
      "\(limit) ends what stands before it; an inner sequence that \(label) has begun stays active."
    finding.remedy = "If the inner sequence should end too, put \(limit) behind \(label)."
    finding.evidence = [names.evidence(names.step(suspect.signal), "the signal of \(limit) came")]
    finding.evidence += names.evidence(of: sent)
    return finding
  }
}
