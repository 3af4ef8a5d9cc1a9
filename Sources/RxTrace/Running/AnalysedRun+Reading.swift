extension AnalysedRun {
  /// Reads a trace file; a Swift file is compiled and recorded first.
  /// - Parameter trusted: folders whose programs may be opened if the recording names them.
  /// - Throws: ``TraceError``, ``PipelineError``
  public init(path: String, trusting trusted: TrustedFolders = TrustedFolders()) throws {
    self = path.hasSuffix(".swift") ? try Self.recorded(path) : try Self.kept(path, trusted)
    if trace.steps.allSatisfy({ $0.kind == .output }) {
      remarks.append("\(path): nothing was recorded: the program made no use of Rx")
    }
    if trace.droppedRecords > 0 { remarks.append("\(path): \(trace.droppedRecords) records were dropped") }
    if trace.unfinishedRecords > 0 { remarks.append("\(path): unfinished records: \(trace.unfinishedRecords)") }
    if trace.damagedSlots > 0 { remarks.append("\(path): \(trace.damagedSlots) slots of the file are unreadable") }
  }

  private static func recorded(_ path: String) throws -> AnalysedRun {
    let run = try PipelineRunner(mode: .captured()).record(path)
    var remarks: [String] = []
    if run.ending != .exited(0) { remarks.append("\(path): the program ended with status \(run.status)") }
    return AnalysedRun(name: path, run: run.located, remarks: remarks)
  }

  private static func kept(_ path: String, _ trusted: TrustedFolders) throws -> AnalysedRun {
    let run = try LocatedTrace(contentsOf: path, trusting: trusted)
    return AnalysedRun(name: path, run: run, remarks: [run.remark].compactMap(\.self))
  }
}
