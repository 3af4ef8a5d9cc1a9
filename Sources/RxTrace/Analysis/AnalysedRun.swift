import Foundation

/// A run as the analyses take it: its trace, where its objects were made, and what has to be said about both.
///
///     let run = try AnalysedRun(path: "run.hwtrace")
///     print(run.trace.steps.count)
///     // Prints: 26
public struct AnalysedRun: Sendable {
  /// What the run is called in reports: the path as it was given.
  public var name: String
  public var trace: Trace
  /// Where in the program's own source objects were made, as far as that is known.
  public var origins: [ObjectID: SourceLine]
  /// What a reader has to know: lines that cannot be found, a recording that is not whole.
  public var remarks: [String]

  public init(name: String, trace: Trace, origins: [ObjectID: SourceLine] = [:], remarks: [String] = []) {
    self.name = name
    self.trace = trace
    self.origins = origins
    self.remarks = remarks
  }

  /// Reads a trace file; a Swift file is compiled and recorded first.
  /// - Parameter trusted: where programs may be opened that the recording names.
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
    return AnalysedRun(name: path, trace: run.trace, origins: run.origins, remarks: remarks)
  }

  private static func kept(_ path: String, _ trusted: TrustedFolders) throws -> AnalysedRun {
    let run = try RecordedRun(contentsOf: path, trusting: trusted)
    return AnalysedRun(name: path, trace: run.trace, origins: run.origins, remarks: [run.remark].compactMap(\.self))
  }
}
