import Foundation

extension AnalysedRun {
  /// Reads a trace file; a Swift file is compiled and recorded first, a package's executable built and recorded.
  /// - Parameters:
  ///   - product: which executable of a package; nil if it has one.
  ///   - trusted: folders whose programs may be opened if the recording names them.
  ///   - opensSources: whether the files of the source may be wanted, besides their text.
  /// - Throws: ``TraceError``, ``PipelineError``, ``SystemError``
  public init(
    path: String, product: String? = nil, trusting trusted: TrustedFolders = TrustedFolders(),
    opensSources: Bool = false
  ) throws {
    let isPackage = access(path + "/Package.swift", F_OK) == 0
    self =
      isPackage || path.hasSuffix(".swift")
      ? try Self.recorded(path, product) : try Self.kept(path, trusted, opensSources)
    noteGaps(madeUse: !trace.steps.allSatisfy { $0.kind == .output })
  }

  /// Remarks on what is missing.
  /// - Parameter madeUse: whether the program made use of Rx.
  mutating func noteGaps(madeUse: Bool) {
    if !madeUse { remarks.append("\(name): nothing was recorded: the program made no use of Rx") }
    remarks += gaps
  }

  private static func recorded(_ path: String, _ product: String?) throws -> AnalysedRun {
    let say = { (text: String) in try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
    let request = RunRequest(path.hasSuffix(".swift") ? .files([path]) : .package(folder: path, product: product))
    let run = try PipelineRunner(mode: .captured()).record(
      request, reporting: { _ = say($0) })
    if run.recordingFailed {
      let said = run.errorOutput.split(separator: "\n").last { $0.hasPrefix("headwater: ") } ?? ""
      throw SystemError.failed("\(path): nothing was recorded: \(said.dropFirst("headwater: ".count))")
    }
    var remarks: [String] = []
    if run.ending != .exited(0) { remarks.append("\(path): the program ended with status \(run.status)") }
    return AnalysedRun(name: path, run: run.located, remarks: remarks)
  }

  private static func kept(_ path: String, _ trusted: TrustedFolders, _ opensSources: Bool) throws -> AnalysedRun {
    let run = try LocatedTrace(contentsOf: path, trusting: trusted, opensSources: opensSources)
    return AnalysedRun(name: path, run: run, remarks: [run.remark].compactMap(\.self))
  }
}
