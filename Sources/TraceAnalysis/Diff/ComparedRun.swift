import RxTrace

/// A run for the comparison of programs: its lines as `headwater trace` tells them.
public struct ComparedRun: Sendable {
  /// The run. If it is long, it has only its names here, and not its steps.
  let run: AnalysedRun
  let rows: ProgramRowList
  let streams: [CallStreams.Stream]
  /// For each stream its rows, as positions.
  let lanes: [[Int32]]
  let stages: [StageReport.Row]

  /// A run in memory.
  /// - Parameter rows: the program's view of the whole run.
  package init(_ run: AnalysedRun, rows: ProgramRowList) {
    let source = TraceSteps(run.trace)
    // A report of a whole run asks for no stage that might be missing.
    self.init(run, rows, CallStreams(source, source.advance), (try? StageReport(run))?.rows ?? [])
  }

  /// A recording of any length.
  /// - Throws: ``TraceError``, ``ReportError``
  package init(
    path: String, _ outline: RunOutline, rows: ProgramRowList, trusting trusted: TrustedFolders
  ) throws {
    let report = try StageReport(path: path, trusting: trusted)
    let source = try StepStream(path: path)
    self.init(
      AnalysedRun(name: path, run: outline.run, remarks: report.remarks), rows,
      try CallStreams(source, source.advance), report.rows)
  }

  private init(_ run: AnalysedRun, _ rows: ProgramRowList, _ calls: CallStreams, _ stages: [StageReport.Row]) {
    (self.run, self.rows, self.stages, streams) = (run, rows, stages, calls.streams)
    lanes = calls.streams.map { stream in
      stream.calls.flatMap { call in rows.rows(ofRoot: calls.number(ofCall: call)).map { Int32($0) } }
    }
  }
}
