import RxTrace

/// Stages whose runs each get their events from a further run of the same line, again and again.
///
///     func poll() -> Observable<Int> { once.concat(Observable.deferred { poll() }) }
///
/// The sequence that a closure makes for a stage is made by the line of the stage itself. It becomes a part of the pipeline,
/// and none of the runs ends, so that each round makes the pipeline longer. It counts
/// - if a run was given something from outside before the run within it began, because stages that a loop puts one
///   behind the other begin together;
/// - if no such run of the line ended by itself, as the pages of a list do after the last one;
/// - if at least ten runs are within each other, because those of a tree are fewer.
///
/// A function without parameters makes the same sequence each time, so that the recursion cannot end: a warning. With
/// parameters, the recursion may end by itself, as for the pages of a list: a note. The recorded lines tell which function it is.
struct Nests {
  /// For the producer of a run within another run of its line, how deep the run is.
  private var levels: [ObjectID: Level] = [:]
  /// The deepest run within each outermost run.
  private var deepest: [ObjectID: Level] = [:]
  /// The lines of which a run has ended by itself.
  private var ended: Set<ProducerPlace> = []

  private static let fewest = 10
  private static let mostStages = 8

  private struct Level {
    /// The sink of the outermost run.
    var outermost: ObjectID
    var place: ProducerPlace
    /// How many runs there are, and what began the newest one.
    var count: Int
    var producer: ObjectID
    var step: Int
    /// The step that began the second run.
    var first: Int
  }

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .ran(let producer, let observer): begin(producer, for: observer, run)
    case .left(let event, let sink) where event != .next && !levels.isEmpty: end(sink, run)
    default: break
    }
  }

  private mutating func begin(_ producer: ObjectID, for observer: ObjectID, _ run: Pipelines) {
    guard run.step.thread < run.calls.count, let outer = outer(of: producer, for: observer, run) else { return }
    let place = run.place(of: producer)
    let step = run.step.number
    var level =
      levels[outer.producer]
      ?? Level(outermost: outer.sink, place: place, count: 1, producer: producer, step: step, first: step)
    (level.count, level.producer, level.step) = (level.count + 1, producer, step)
    levels[producer] = level
    if level.count > deepest[level.outermost]?.count ?? 0 { deepest[level.outermost] = level }
  }

  /// The run of the same line to which the events of a new one go.
  private func outer(
    of producer: ObjectID, for observer: ObjectID, _ run: Pipelines
  ) -> (sink: ObjectID, producer: ObjectID)? {
    let place = run.place(of: producer)
    var stage = observer
    for _ in 0..<Self.mostStages {
      if let other = run.graph.producers[stage], other != producer, run.place(of: other) == place {
        let before = run.runs[stage].subscription?.arrivals ?? run.arrivals
        return before < run.arrivals ? (stage, other) : nil
      }
      guard let next = run.next(of: stage) else { return nil }
      stage = next
    }
    return nil
  }

  /// Notes that a run hands on its end.
  private mutating func end(_ sink: ObjectID, _ run: Pipelines) {
    guard let producer = run.graph.producers[sink], let level = levels[producer] else { return }
    ended.insert(level.place)
  }

  // MARK: Findings

  private var found: [Level] {
    deepest.values.filter { $0.count >= Self.fewest && !ended.contains($0.place) }.sorted { $0.step < $1.step }
  }

  func quotes(_ run: Pipelines) -> [Int] { found.flatMap { [$0.first, $0.step] } }

  /// One finding for each pipeline, about the stage that is next to its observer.
  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    var pipelines: Set<ObjectID> = []
    return found.sorted { $0.outermost < $1.outermost }.filter { level in
      !known.objects.contains(level.outermost) && pipelines.insert(run.last(of: level.outermost)).inserted
    }.map { finding($0, names) }
  }

  private func finding(_ level: Level, _ names: FindingNames) -> Finding {
    let (name, label) = (names.sharedName(level.outermost), names.label(level.outermost))
    let function = names.call(of: level.producer)?.function
    let isEndless = function?.baseName != nil && function?.labels ?? [] == []
    let maker = function?.text.map { "\($0) is called" } ?? "The line runs"
    var finding = Finding(
      rule: .growing, level: isEndless ? .warning : .note,
      message:
        "\(name) subscribed to a sequence of its own line, \(level.count) times within each other, and none ended",
      steps: [level.first, level.step], objects: [level.outermost])
    finding.place = names.place(level.outermost)
    finding.cause =
      "\(maker) again for each round, and what it makes becomes a part of the pipeline: an element now passes through "
      + "\(label) \(level.count) times."
    finding.remedy =
      "Repeat without recursion: a timer, and `flatMapFirst` for one round, such as "
      + "`Observable<Int>.interval(.seconds(5), scheduler: MainScheduler.instance).flatMapFirst { _ in once }`."
    finding.evidence = [
      names.evidence(names.step(level.first), "the second run began, within the first one"),
      names.evidence(names.step(level.step), "run \(level.count) began, within the others"),
    ]
    return finding
  }
}
