import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis

extension AnalysedRun {
  /// Reads a trace file. A Swift file or a package's executable is first compiled and recorded.
  /// - Parameter product: the name of a package's executable; nil if the package has only one.
  /// - Throws: ``TraceError``, ``PipelineError``, ``SystemError``
  init(
    of path: String, product: String? = nil, trusting trusted: TrustedFolders, opensSources: Bool = false
  ) throws {
    try self.init(of: [path], product: product, trusting: trusted, opensSources: opensSources)
  }

  /// Reads a trace file, or records a package or a program of one or more Swift files.
  /// - Parameters:
  ///   - paths: at least one path; several only for Swift files.
  ///   - kept: where to keep the recording of the program.
  init(
    of paths: [String], product: String? = nil, trusting trusted: TrustedFolders, opensSources: Bool = false,
    keepingAt kept: String? = nil
  ) throws {
    let path = paths[0]
    guard isProgram(path) else {
      try self.init(path: path, trusting: trusted, opensSources: opensSources)
      return
    }
    let request = RunRequest(path.hasSuffix(".swift") ? .files(paths) : .package(folder: path, product: product))
    let run = try PipelineRunner(mode: .captured()).record(
      request, keepingTraceAt: kept, adding: .symbolsAndTexts, reporting: { Analysis.say($0, terminator: "") })
    if run.recordingFailed {
      let said = run.errorOutput.split(separator: "\n").last { $0.hasPrefix("headwater: ") } ?? ""
      throw SystemError.failed("\(path): nothing was recorded: \(said.dropFirst("headwater: ".count))")
    }
    let isKept = kept != nil && run.hasTraceFile && run.usesRx
    self.init(name: isKept ? kept! : path, run: run.located)
    isOfPackage = !isKept && !path.hasSuffix(".swift")
    if run.ending != .exited(0) { remarks.append("\(path): the program ended with status \(run.status)") }
    noteGaps(madeUse: !trace.steps.allSatisfy { $0.kind == .output })
  }
}

/// Whether a path names a Swift file or a package, so that it is run. Any other path names a recording.
func isProgram(_ path: String) -> Bool {
  path.hasSuffix(".swift") || access(path + "/Package.swift", F_OK) == 0
}
