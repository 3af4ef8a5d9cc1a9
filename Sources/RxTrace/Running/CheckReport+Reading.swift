import Foundation

extension CheckReport {
  /// Checks a recording in memory that does not grow with its length; a Swift file or a package is recorded first.
  /// - Parameters:
  ///   - product: which executable of a package; nil if it has one.
  ///   - trusted: folders whose programs may be opened if the recording names them.
  /// - Throws: ``TraceError``, ``PipelineError``, ``SystemError``
  public init(
    path: String, product: String? = nil, trusting trusted: TrustedFolders = TrustedFolders(),
    level: Finding.Level = .warning, limits: TraceCheck.Limits = TraceCheck.Limits()
  ) throws {
    guard isOrdinaryFile(path), !path.hasSuffix(".swift") else {
      // A pipe cannot be read twice.
      self.init(
        try AnalysedRun(path: path, product: product, trusting: trusted), level: level, limits: limits)
      return
    }
    let stream = try StepStream(path: path)
    var pass = CheckPass(stream, limits)
    try pass.read { try stream.advance() }
    let quotes = pass.quotes
    let trace = try Trace(contentsOf: path, quoting: quotes)
    var located = LocatedTrace.located(trace, path, trusting: trusted, opensSources: false).run
    located.stepsInRun = pass.steps
    // Without a quote, the steps were not read again, and nothing has a name.
    if !quotes.isEmpty { located.name(ProgramNames(located, pass.pipelines.graph)) }
    var run = AnalysedRun(name: path, run: located, remarks: [located.remark].compactMap(\.self))
    run.noteGaps(madeUse: pass.unseen.hasCalls)
    self.init(run, TraceCheck(pass, located), pass.pipelines.graph, level: level)
  }
}
