import RxTrace

/// A run for the analyses: its trace, the origins of its objects, and remarks about both.
///
///     let run = try AnalysedRun(path: "run.hwtrace")
///     print(run.trace.steps.count)
///     // Prints: 26
public struct AnalysedRun: Sendable {
  /// The name of the run in reports: the path as it was given.
  public var name: String
  /// Whether the name is a package's folder, whose program a further command would run again.
  package var isOfPackage = false
  /// The trace with the lines of the program's own source.
  public var located: LocatedTrace
  /// Remarks for the reader: about lines that cannot be found, or an incomplete recording.
  public var remarks: [String]
  /// Whether anything but the program's output was recorded.
  package private(set) var hasSteps = true

  public var trace: Trace { located.trace }
  /// The line of the program's own source that made an object, if it is known.
  public var origins: [ObjectID: SourceLine] { located.origins }

  /// Remarks about records that are missing. A check has findings for them instead.
  var gaps: [String] { losses + [removed].compactMap(\.self) }

  /// The remark about what newer records have replaced.
  var removed: String? { trace.removedText.map { "\(name): \($0); what follows is about the remaining ones" } }

  private var losses: [String] {
    let counts = [
      (Int(clamping: trace.droppedRecords), "records were dropped"),
      (trace.unfinishedRecords, "records are unfinished"), (trace.damagedSlots, "slots of the file are unreadable"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\(name): \($0.0) \($0.1)" }
  }

  public init(name: String, run: LocatedTrace, remarks: [String] = []) {
    (self.name, located, self.remarks) = (name, run, remarks)
  }

  /// Remarks on what is missing.
  /// - Parameter madeUse: whether the program made use of Rx.
  package mutating func noteGaps(madeUse: Bool) {
    hasSteps = madeUse
    if !madeUse { remarks.append("\(name): nothing was recorded: the program made no use of Rx") }
    remarks += gaps
  }

  public init(name: String, trace: Trace, origins: [ObjectID: SourceLine] = [:], remarks: [String] = []) {
    self.init(name: name, run: LocatedTrace(trace: trace, origins: origins), remarks: remarks)
  }
}
