import RxTrace

/// What each stage of a run did: a row for each operator, source, subject and observer, by its place in the program.
///
///     let report = try StageReport(path: "run.hwtrace")
///     print(report.text(width: 120))
public struct StageReport {
  /// A stage, and what it did.
  struct Row {
    var name: String
    var place: SourceLine?
    var tally: StageTally
    /// The element that the stage sent last, or that an observer was given last.
    var lastValue: TracedValue?
    /// The time of that element on a scheduler's own clock.
    var lastMoment: VirtualTimes.Moment?
  }

  /// The name of the run.
  let name: String
  var rows: [Row]
  /// Whether the recording has the times at which closures returned.
  let timesClosures: Bool
  let remarks: [String]
  let names: ProgramNames

  /// The stages of a run in memory.
  /// - Throws: ``ReportError``
  public init(_ run: AnalysedRun, choosing filter: TraceFilter = TraceFilter()) throws {
    let outline = RunOutline(run.located, hasFates: false)
    let source = TraceSteps(run.trace)
    var pass = ReportPass(outline, filter)
    try pass.read(source, source.advance)
    try self.init(run, pass, run.trace)
  }

  /// - Parameter quotes: a trace with the steps whose values are shown.
  init(_ run: AnalysedRun, _ pass: ReportPass, _ quotes: Trace) throws {
    (name, remarks, timesClosures, names) = (run.name, run.remarks, pass.timesClosures, pass.names)
    rows = try pass.rows().map { row, tally in
      let step = tally.last.flatMap { quotes.position(ofStep: $0) }
      return Row(
        name: row.name, place: row.place, tally: tally, lastValue: step.flatMap { quotes.steps[$0].value },
        lastMoment: step.flatMap { pass.times.time(of: quotes.steps[$0]) })
    }
    sort(by: .place)
  }
}

/// Why there is nothing to report.
public enum ReportError: Error, Equatable, CustomStringConvertible {
  /// The run has no stage that is asked for; the message says which, and what there is.
  case matchesNothing(String)

  public var description: String {
    switch self {
    case .matchesNothing(let message): message
    }
  }
}
