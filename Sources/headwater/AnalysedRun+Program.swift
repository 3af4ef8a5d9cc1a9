import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis

extension AnalysedRun {
  /// Reads a trace file; a Swift file is compiled and recorded first, a package's executable built and recorded.
  /// - Parameter product: which executable of a package; nil if it has one.
  /// - Throws: ``TraceError``, ``PipelineError``, ``SystemError``
  init(
    of path: String, product: String? = nil, trusting trusted: TrustedFolders, opensSources: Bool = false
  ) throws {
    guard isProgram(path) else {
      try self.init(path: path, trusting: trusted, opensSources: opensSources)
      return
    }
    let request = RunRequest(path.hasSuffix(".swift") ? .files([path]) : .package(folder: path, product: product))
    let run = try PipelineRunner(mode: .captured()).record(request, reporting: { Analysis.say($0, terminator: "") })
    if run.recordingFailed {
      let said = run.errorOutput.split(separator: "\n").last { $0.hasPrefix("headwater: ") } ?? ""
      throw SystemError.failed("\(path): nothing was recorded: \(said.dropFirst("headwater: ".count))")
    }
    self.init(name: path, run: run.located)
    if run.ending != .exited(0) { remarks.append("\(path): the program ended with status \(run.status)") }
    noteGaps(madeUse: !trace.steps.allSatisfy { $0.kind == .output })
  }
}

/// Whether a path names a Swift file or a package, which are run; anything else is a recording.
func isProgram(_ path: String) -> Bool {
  path.hasSuffix(".swift") || access(path + "/Package.swift", F_OK) == 0
}
