import Foundation

@testable import PipelineRunning
@testable import RxTrace

/// The run of a program, whose file is `pipeline.swift`.
func recorded(_ source: String) throws -> LocatedTrace {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appending(path: "pipeline.swift")
  try source.write(to: file, atomically: true, encoding: .utf8)
  let engine = try EngineInstallation.beside(executable: BuiltProducts.folder.appending(path: "headwater").path)
  let cache = BuiltProducts.folder.appending(path: "headwater-tests")
  let run = try PipelineRunner(mode: .captured(), engine: engine, cache: cache).record(file)
  // Names are read from the source, which is removed at the end.
  let located = run.located
  _ = located.programNames
  return located
}
