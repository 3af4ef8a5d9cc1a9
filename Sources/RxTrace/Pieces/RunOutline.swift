import TraceFormat

/// The facts about a whole run that are needed to describe a piece of it.
package struct RunOutline {
  /// The run with its names. The steps are there only if they were read already.
  package let run: LocatedTrace
  /// The sequence that each observer was subscribed to last.
  package private(set) var sources: [ObjectID: ObjectID] = [:]
  /// The numbers of the steps that entered the closures within which the recording ended, one for each thread.
  package private(set) var unreturned: Set<Int> = []
  /// The numbers of the steps that entered the calls which were under way where records are missing.
  package private(set) var cut: Set<Int> = []
  /// The obstacles to elements, by the numbers of their steps, at stages whose decision to keep or drop an element
  /// depends on the rest of the run.
  package private(set) var fates: [Int: Obstacle] = [:]
  /// The reasons why elements waited at a stage with several inputs, by the numbers of their steps.
  package private(set) var waits: [Int: InputWait] = [:]
  /// The input sequences of each stage that takes the latest element of one input when another input sends.
  package private(set) var inputs: [ObjectID: (main: ObjectID, other: ObjectID)] = [:]
  /// The virtual times of steps. Each action of a scheduler with its own clock takes memory.
  package private(set) var times = VirtualTimes()
  package let parts: StageParts
  /// The number of the last step.
  package var lastStep: Int { run.trace.steps.last?.number ?? run.stepsInRun }
  var ends = OutermostCalls()

  /// The outline of a run in memory.
  /// - Parameter hasFates: whether the initialiser finds the ``fates``.
  package init(_ run: LocatedTrace, hasFates: Bool = true) {
    self.run = run
    parts = StageParts(run.trace)
    for step in run.trace.steps where step.kind == .subscribe {
      if let observer = step.other { sources[observer] = step.object }
    }
    unreturned = Set(run.trace.unreturnedClosures.map(\.number))
    times = run.virtualTimes
    if !run.trace.gaps.isEmpty { findCut(TraceSteps(run.trace)) }
    guard hasFates else { return }
    let source = TraceSteps(run.trace)
    findFates(source, source.advance)
  }

  /// Reads the outline of a trace file of a long run, in memory that grows with the objects of the run and not with its
  /// steps.
  /// - Returns: nil if the run is short, or may go on, because the outline must have the objects of every piece.
  /// - Throws: ``TraceError``
  package init?(ofLongRun path: String, trusting trusted: TrustedFolders, fewestSteps: Int = 1_000_000) throws {
    guard isOrdinaryFile(path) else { return nil }
    let stream = try StepStream(path: path)
    guard stream.likelyStepCount >= fewestSteps, stream.summary.isComplete || Self.isLeft(path, stream.summary) else {
      return nil
    }
    try self.init(path, stream, trusted)
  }

  /// Whether nothing more is added to an unclosed recording, because it was made here and its program has ended.
  private static func isLeft(_ path: String, _ summary: RunSummary) -> Bool {
    OwnRecording(path) != nil && !isRunning(process: summary.processIdentifier)
  }

  /// Reads the outline of a finished trace file of any length.
  /// - Parameter hasFates: whether the initialiser finds the ``fates``.
  package init(contentsOf path: String, trusting trusted: TrustedFolders, hasFates: Bool = true) throws {
    try self.init(path, StepStream(path: path), trusted, hasFates: hasFates)
  }

  private init(_ path: String, _ stream: StepStream, _ trusted: TrustedFolders, hasFates: Bool = true) throws {
    var (facts, ends, sources, count) = (NamingFacts(), OutermostCalls(), [ObjectID: ObjectID](), 0)
    var (times, clocks) = (VirtualTimes(), VirtualClocks())
    var cut: Set<Int> = []
    let pipelines = try Pipelines.read(stream, stream.advance) { run in
      let step = run.step
      count = step.number
      if run.isBehindGap { cut.formUnion(run.returned.filter { $0.time == step.time }.map { $0.call.number }) }
      ends.take(step)
      times.take(clocks.take(step), number: step.number, thread: step.thread)
      facts.take(step.kind, step.event, step.object, step.other, step.site.flatMap { stream.stack(ofSite: $0) })
      if step.kind == .subscribe, let observer = step.other { sources[observer] = step.object }
    }
    ends.finish()
    let trace = Trace(withoutStepsOf: stream)
    var run = LocatedTrace.located(trace, path, trusting: trusted, opensSources: false).run
    run.stepsInRun = count
    run.name(ProgramNames(run, pipelines.graph, facts))
    self.run = run
    parts = StageParts(trace)
    (self.ends, self.sources, self.cut, self.times) = (ends, sources, cut, times)
    unreturned = Set(pipelines.calls.compactMap { trace.unreturnedClosure(among: $0) })
    guard hasFates else { return }
    let second = try StepStream(path: path)
    try findFates(second, second.advance)
  }

  private mutating func findCut(_ source: TraceSteps) {
    while source.advance() {
      guard source.step.isBehindGap else { continue }
      cut.formUnion(source.returned.filter { $0.time == source.step.time }.map(\.number))
    }
  }

  private mutating func findFates(_ source: any StepSource, _ advance: () throws -> Bool) rethrows {
    let parts = parts
    let stages = Set(
      run.trace.objects.indices.filter { parts.withholding(of: parts.stage(of: $0))?.isDecidedByRun ?? false })
    guard !stages.isEmpty else { return }
    let elements = try Elements(at: stages, in: source, advance, parts)
    fates = elements.accounts.compactMapValues(\.obstacle)
    (waits, inputs) = (elements.waitsForInputs, elements.pairsOfInputs)
  }
}

extension Withholding {
  /// Whether the stage keeps or drops an element depending on what comes later or from another input.
  fileprivate var isDecidedByRun: Bool {
    switch self {
    case .rate, .latest, .opening, .inputs, .pairs, .signal: true
    default: false
    }
  }
}

extension Trace {
  /// The innermost closure among the calls of a thread that are under way at the end of the run, if the recording ended
  /// within it.
  fileprivate func unreturnedClosure(among calls: [OpenCall]) -> Int? {
    calls.last { $0.kind == .closure && isUnreturned($0.kind, end: nil, began: $0.time) }?.number
  }
}
