import RxTrace

extension CheckReport {
  /// Checks a recording in memory that does not grow with its length.
  /// - Parameter trusted: folders whose programs may be opened if the recording names them.
  /// - Throws: ``TraceError``
  public init(
    path: String, trusting trusted: TrustedFolders = TrustedFolders(), level: Finding.Level = .warning,
    limits: TraceCheck.Limits = TraceCheck.Limits()
  ) throws {
    // A pipe cannot be read twice.
    if isOrdinaryFile(path), let report = try Self.read(path, trusted, level, limits) {
      self = report
    } else {
      self.init(try AnalysedRun(path: path, trusting: trusted), level: level, limits: limits)
    }
  }

  /// Reads a file once for the findings, and once for the steps that they quote.
  /// - Returns: nil if its recorder has replaced some of these steps meanwhile.
  private static func read(
    _ path: String, _ trusted: TrustedFolders, _ level: Finding.Level, _ limits: TraceCheck.Limits
  ) throws -> CheckReport? {
    let stream = try StepStream(path: path)
    var pass = CheckPass(stream, limits)
    try pass.read { try stream.advance() }
    let quotes = pass.quotes
    let trace = try Trace(contentsOf: path, quoting: quotes)
    guard trace.removedRecords == stream.summary.removedRecords,
      quotes.allSatisfy({ trace.position(ofStep: $0) != nil })
    else { return nil }
    var located = LocatedTrace.located(trace, path, trusting: trusted, opensSources: false).run
    located.stepsInRun = pass.steps
    located.timesOfWhole = pass.times.of(trace) { stream.object($0).name }
    // Without a quote, the steps were not read again, and nothing has a name.
    if !quotes.isEmpty { located.name(ProgramNames(located, pass.pipelines.graph)) }
    var run = AnalysedRun(name: path, run: located, remarks: [located.remark].compactMap(\.self))
    run.noteGaps(madeUse: pass.unseen.hasCalls)
    return CheckReport(run, TraceCheck(pass, located), pass.pipelines.graph, level: level)
  }
}
