import RxTrace

extension AnalysedRun {
  /// Reads a trace file.
  /// - Parameters:
  ///   - trusted: folders whose programs may be opened if the recording names them.
  ///   - opensSources: whether the files of the source may be wanted, besides their text.
  /// - Throws: ``TraceError``
  public init(
    path: String, trusting trusted: TrustedFolders = TrustedFolders(), opensSources: Bool = false
  ) throws {
    let run = try LocatedTrace(contentsOf: path, trusting: trusted, opensSources: opensSources)
    self.init(name: path, run: run, remarks: [run.remark].compactMap(\.self))
    noteGaps(madeUse: !trace.steps.allSatisfy { $0.kind == .output })
  }
}
