import Foundation
import PipelineRunning
import RxTrace

/// Runs the compiler on files of an app, beside the engine that was built with the tests.
/// - Returns: the status, and the compiler's messages as `errors`.
func compileClient(_ arguments: [String], in folder: Folder) throws -> Result {
  let engine = try EngineInstallation.beside(executable: builtProducts.appending(path: "headwater").path)
  let messages = folder.url.appending(path: "messages")
  try Data().write(to: messages)
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments =
    ["swiftc"] + arguments + ([engine.modules] + engine.headers).flatMap { ["-I", $0] }
    + ["-module-cache-path", testCache.appending(path: "modules").path]
  process.standardOutput = FileHandle.nullDevice
  process.standardError = try FileHandle(forWritingTo: messages)
  try process.run()
  process.waitUntilExit()
  return Result(process.terminationStatus, errors: try String(contentsOf: messages, encoding: .utf8))
}
