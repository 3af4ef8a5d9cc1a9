import Foundation

/// Runs a program that is found in `PATH`.
/// - Returns: what it writes to standard output, or to standard error instead.
public func run(
  _ command: [String], environment: [String: String] = [:], readsErrors: Bool = false
) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
  let output = Pipe()
  if readsErrors { process.standardError = output } else { process.standardOutput = output }
  try process.run()
  let report = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return String(decoding: report, as: UTF8.self)
}

/// Whether instructions can be counted here.
public func hasValgrind() throws -> Bool { try !run(["which", "valgrind"]).isEmpty }

/// Copies the running program without the compiler's debug information, because Valgrind stumbles over it.
public func copyForValgrind(to path: String) throws {
  _ = try run(["strip", "--strip-debug", "-o", path, Bundle.main.executablePath!])
}
