import RxTrace

/// A run on its way into a report: its steps, one at a time, after its names are known.
struct ReportPass {
  private let outline: RunOutline
  private let filter: TraceFilter
  let stages: StageRows
  private(set) var tallies: StageTallies<ReadStages>
  /// The links between stages, if pipelines are asked for.
  private(set) var links: StageLinks?
  let timesClosures: Bool
  private(set) var madeUse = false
  private(set) var times = VirtualTimes()
  var names: ProgramNames { outline.run.programNames }

  /// - Parameter needsLinks: whether ``links`` are found although the filter does not need them.
  init(_ outline: RunOutline, _ filter: TraceFilter = TraceFilter(), needsLinks: Bool = false) {
    (self.outline, self.filter) = (outline, filter)
    let trace = outline.run.trace
    timesClosures = trace.hasClosureEnds
    stages = StageRows(trace, outline.run.programNames, outline.parts)
    tallies = StageTallies(stages, outline.parts, timesClosures: timesClosures)
    if needsLinks || !filter.pipelines.isEmpty { links = StageLinks(trace, outline.parts) }
  }

  /// Reads the run to its end, or as far as its names are known.
  /// - Parameter advance: goes to the next step of the source; false after the last one.
  mutating func read(_ source: any StepSource, _ advance: () throws -> Bool) throws {
    let last = outline.lastStep
    func isAtStep() throws -> Bool { try advance() && source.step.number <= last }
    var clocks = VirtualClocks()
    let run = try Pipelines.read(source, isAtStep) { run in
      times.take(clocks.take(run.step), number: run.step.number, thread: run.step.thread)
      if run.step.kind != .output { madeUse = true }
      tallies.take(run)
      links?.take(run)
    }
    tallies.finish(run)
  }

  /// The numbers of the steps whose values are shown, each once, in order.
  var quotes: [Int] { Set(tallies.tallies.compactMap(\.last)).sorted() }

  /// The stages that took part and are asked for, with what they did.
  /// - Throws: ``ReportError``
  func rows() throws -> [(StageRows.Row, StageTally)] {
    let isChosen = try chosen()
    return zip(stages.rows, tallies.tallies).enumerated().filter { isChosen[$0.offset] && $0.element.1.isUsed }
      .map(\.element)
  }

  private func chosen() throws -> [Bool] {
    var isChosen = Array(repeating: filter.isEmpty, count: stages.rows.count)
    guard !filter.isEmpty else { return isChosen }
    let choice: ObjectChoice
    do {
      choice = try ObjectChoice(filter, outline.run, links: links)
    } catch {
      throw ReportError.matchesNothing("\(error)")
    }
    for object in outline.run.trace.objects.indices where choice.includes(object) {
      if let stage = stages.stage(of: object) { isChosen[stage] = true }
    }
    return isChosen
  }
}
