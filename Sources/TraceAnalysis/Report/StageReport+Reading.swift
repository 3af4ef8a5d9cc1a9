import RxTrace

extension StageReport {
  /// Reads a recording, in memory that does not grow with its length.
  /// - Parameter trusted: folders whose programs may be opened if the recording names them.
  /// - Throws: ``TraceError``, ``ReportError``
  public init(
    path: String, trusting trusted: TrustedFolders = TrustedFolders(), choosing filter: TraceFilter = TraceFilter()
  ) throws {
    // A pipe cannot be read twice.
    if isOrdinaryFile(path), let report = try Self.read(path, trusted, filter) {
      self = report
    } else {
      try self.init(try AnalysedRun(path: path, trusting: trusted), choosing: filter)
    }
  }

  /// Reads a file once for the names, once for the steps, and once for the values that are shown.
  /// - Returns: nil if its recorder has replaced some of the steps meanwhile.
  private static func read(_ path: String, _ trusted: TrustedFolders, _ filter: TraceFilter) throws -> StageReport? {
    let outline = try RunOutline(contentsOf: path, trusting: trusted, hasFates: false)
    let stream = try StepStream(path: path)
    guard stream.summary.removedRecords == outline.run.trace.removedRecords else { return nil }
    var pass = ReportPass(outline, filter)
    try pass.read(stream) { try stream.advance() }
    let quotes = pass.quotes
    let values = try Trace(contentsOf: path, quoting: quotes)
    guard values.removedRecords == stream.summary.removedRecords else { return nil }
    var run = AnalysedRun(name: path, run: outline.run, remarks: [outline.run.remark].compactMap(\.self))
    run.noteGaps(madeUse: pass.madeUse)
    return try StageReport(run, pass, values)
  }
}
