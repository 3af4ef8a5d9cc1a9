import RxTrace

/// Elements that `withLatestFrom` keeps of its other input, and that no element of its own source has taken.
///
/// The stage sends nothing when its other input does. If its source is an event, such as a tap, that is its purpose. If its
/// source is a subject that keeps a value, both inputs are states, and what the stage made of them is left as it was although
/// one of them has changed. A recording cannot tell whether that is wanted, so this is a note. It counts if
/// - the element came after the last one of the source, and is not equal to the one that this took,
/// - the program was given something else later,
/// - neither the stage nor its source has ended.
struct UntakenLatest {
  private var stages: [ObjectID: Stage] = [:]
  /// The stages, by the part that observes the other input.
  private var stageOfInput: [ObjectID: ObjectID] = [:]

  /// The steps that gave a stage elements of its other input.
  private struct Stage {
    var latest: Int?
    /// The step of the element that the last element of the source took.
    var taken: Int?
  }

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .subscribed(let input, _):
      guard let stage = run.whole(of: input), run.has(.needsOther, stage) else { return }
      stageOfInput[input] = stage
      stages[stage] = Stage()
    case .arrived(.next, let object) where !stages.isEmpty:
      if let stage = stageOfInput[object] {
        stages[stage]!.latest = run.step.number
      } else if let latest = stages[object]?.latest {
        stages[object]!.taken = latest
      }
    default: break
    }
  }

  // MARK: Findings

  private struct Untaken {
    var stage: ObjectID
    var source: ObjectID
    var step: Int
    var taken: Int
  }

  func quotes(_ run: Pipelines, newest: Int) -> [Int] { untaken(run, newest).flatMap { [$0.step, $0.taken] } }

  /// - Parameter newest: the last step at which the program was given something.
  func findings(_ run: Pipelines, _ names: FindingNames, newest: Int) -> [Finding] {
    untaken(run, newest).filter { names.value($0.step) != names.value($0.taken) }.map { finding($0, names) }
  }

  /// For each line, the first element that was not taken.
  private func untaken(_ run: Pipelines, _ newest: Int) -> [Untaken] {
    var places: Set<ProducerPlace> = []
    return stages.sorted { $0.key < $1.key }.compactMap { stage, elements in
      guard let latest = elements.latest, let taken = elements.taken, taken < latest, latest < newest,
        run.runs[stage].inputEnd == nil,
        run.chain(from: stage).allSatisfy({ run.runs[$0].end == nil }),
        let source = run.sources(of: stage).last, run.runs[source].role == .subject, run.has(.replays, source),
        places.insert(run.place(of: run.graph.owner(of: stage))).inserted
      else { return nil }
      return Untaken(stage: stage, source: source, step: latest, taken: taken)
    }
  }

  private func finding(_ untaken: Untaken, _ names: FindingNames) -> Finding {
    let (stage, source) = (names.name(untaken.stage), names.name(untaken.source))
    var finding = Finding(
      rule: .waiting, level: .note,
      message: "\(stage) kept \(names.value(untaken.step) ?? "an element") and sent nothing for it, because \(source) "
        + "sent it nothing later",
      steps: [untaken.step], objects: [untaken.stage])
    finding.place = names.place(untaken.stage)
    finding.cause = "It sends only when its own source does. An element of its other input is kept for the next time."
    finding.remedy = "If what it makes has to follow both, use `combineLatest`."
    finding.evidence = names.evidence(of: [untaken.step])
    return finding
  }
}
