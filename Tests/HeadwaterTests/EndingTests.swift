import Foundation
import TestSupport
import Testing

/// The processes that `headwater` started end with it, however it ends.
@Suite("The end of headwater", .oneAtATime)
struct EndingTests {
  /// A pipeline that will not be asked to end, and starts two programs, one of them in a session of its own.
  private static let stubborn = """
    import Foundation
    import Rx
    _ = Observable.just(1).subscribe()
    signal(SIGTERM, SIG_IGN)
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "$(command -v setsid) sleep 1000 & echo $$ $! >started; wait"]
    try shell.run()
    while true { sleep(1); print("on and on") }
    """

  static let signals = [SIGINT, SIGTERM, SIGHUP, SIGKILL]

  @Test("A recorded program ends, with all that it started, and leaves nothing behind", arguments: signals)
  func captured(signal: Int32) throws { try check(["check", "pipeline.swift"], signal) }

  @Test("So does one that has the terminal, if headwater is killed", arguments: [SIGKILL])
  func passedThrough(signal: Int32) throws { try check(["trace", "--engine", "pipeline.swift"], signal) }

  @Test("The recording up to then is kept")
  func kept() throws {
    let folder = try check(["record", "-o", "run.hwtrace", "pipeline.swift"], SIGKILL)
    try waitUntil { FileManager.default.fileExists(atPath: folder.url.appending(path: "run.hwtrace").path) }
    #expect(
      try headwater(["show", "run.hwtrace", "--engine"], in: folder).output.contains(
        "AnonymousObserver#1.onCore  next 1"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!names.contains { $0.hasPrefix(".headwater-") })
  }

  @Test("The compiler ends, and its folder is removed", arguments: signals)
  func compiler(signal: Int32) throws {
    let folder = try Folder()
    let script = "#!/bin/sh\necho $$ >started\ntrap '' TERM\nwhile :; do sleep 1; done\n"
    try script.write(to: folder.url.appending(path: "swiftc"), atomically: true, encoding: .utf8)
    #expect(chmod(folder.url.appending(path: "swiftc").path, 0o755) == 0)
    try "import Rx\n".write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    let compiler = folder.url.appending(path: "swiftc").path
    try end(["trace", "--engine", "pipeline.swift"], signal, in: folder, ["SWIFTC": compiler])
    let programs = folder.url.appending(path: "cache/headwater/programs").path
    try waitUntil { try FileManager.default.contentsOfDirectory(atPath: programs) == [] }
  }

  @Test("At the time limit, too, all that the program started ends")
  func timeLimit() throws {
    let folder = try Folder()
    let pipeline = Self.stubborn.replacing("print(\"on and on\")", with: "")
    try pipeline.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    #expect(try headwater(["check", "pipeline.swift"], in: folder).errors == "")
    let started = try String(contentsOf: folder.url.appending(path: "started"), encoding: .utf8)
    // Its last program has left the session.
    let shell = try #require(started.split(separator: " ").first.flatMap { pid_t($0) })
    try waitUntil { !isRunning(shell) }
  }

  @discardableResult
  private func check(_ arguments: [String], _ signal: Int32) throws -> Folder {
    let folder = try Folder()
    try Self.stubborn.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    try end(arguments, signal, in: folder, ["XDG_CACHE_HOME": testCache.path])
    return folder
  }

  /// Sends a signal to `headwater` as soon as a file names the processes that were started.
  private func end(
    _ arguments: [String], _ signal: Int32, in folder: Folder, _ environment: [String: String]
  ) throws {
    let temporary = folder.url.appending(path: "temporary")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = commandFile
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    let own = ["TMPDIR": temporary.path, "XDG_CACHE_HOME": folder.url.appending(path: "cache").path]
    process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }.merging(environment) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    // A shell that runs the tests in the background ignores it, and headwater would inherit that.
    _ = Foundation.signal(SIGINT, SIG_DFL)
    _ = Foundation.signal(SIGHUP, SIG_DFL)
    try process.run()
    let started = folder.url.appending(path: "started")
    try waitUntil { !process.isRunning || (try? String(contentsOf: started, encoding: .utf8))?.last == "\n" }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    let numbers = try String(contentsOf: started, encoding: .utf8).split(whereSeparator: \.isWhitespace)
    try waitUntil { numbers.compactMap { pid_t($0) }.allSatisfy { !isRunning($0) } }
    try waitUntil { try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [] }
  }

  /// A process that has ended but was not reaped yet counts as ended.
  private func isRunning(_ process: pid_t) -> Bool {
    guard kill(process, 0) == 0 else { return false }
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status?.split(separator: ")").last?.hasPrefix(" Z") != true
  }
}
