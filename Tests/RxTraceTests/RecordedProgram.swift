import Foundation

@testable import PipelineRunning
@testable import RxTrace

/// Records a program, whose file is `pipeline.swift`, and reads the run while the file is there.
func withRun<Result>(
  of source: String, mode: PipelineRunner.Mode = .captured(), timeLimit: Double? = nil,
  _ read: (PipelineRun) throws -> Result
) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appending(path: "pipeline.swift")
  try source.write(to: file, atomically: true, encoding: .utf8)
  let engine = try EngineInstallation.beside(executable: BuiltProducts.folder.appending(path: "headwater").path)
  let cache = BuiltProducts.folder.appending(path: "headwater-tests")
  return try read(PipelineRunner(mode: mode, timeLimit: timeLimit, engine: engine, cache: cache).record(file))
}

/// The run of a program, with the names that its source gives.
func recorded(_ source: String) throws -> LocatedTrace {
  try withRun(of: source) { run in
    let located = run.located
    _ = located.programNames
    return located
  }
}
