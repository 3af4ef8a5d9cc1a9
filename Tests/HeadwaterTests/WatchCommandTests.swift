import Foundation
import TestSupport
import Testing

/// Runs the built `headwater`.
@Suite("headwater watch", .oneAtATime)
struct WatchCommandTests {
  private static let program = """
    import Foundation
    import RxSwift

    let query = PublishSubject<String>()
    let subscription = query
      .filter { $0.count > 2 }
      .map { $0.uppercased() }
      .subscribe(onNext: { _ in })
    for round in 0..<20 {
      query.onNext("query \\(round)")
      query.onNext("q")
      Thread.sleep(forTimeInterval: 0.02)
    }
    print("done")
    if CommandLine.arguments.count > 1 { kill(getpid(), SIGKILL) }

    """

  private func folder() throws -> Folder {
    let folder = try Folder()
    try Self.program.write(to: folder.url.appending(path: "search.swift"), atomically: true, encoding: .utf8)
    return folder
  }

  @Test("a program that is run has a line a stage, its own output apart from the lines, and its own status")
  func program() throws {
    let folder = try folder()
    let result = try headwater(["watch", "search.swift", "--every", "0.1"], in: folder)
    #expect(result.status == 0 && result.errors == "done\n", "\(result.errors)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("time       open     in/s") ?? false, "\(result.output)")
    #expect(lines.contains { $0.contains("search.swift:7 map") && $0.hasSuffix("\"QUERY 19\"") }, "\(result.output)")
    #expect(lines.last?.contains("the program has ended, after") ?? false)
    #expect(lines.count { $0.contains("search.swift:4 query") } > 1)
  }

  @Test("the name of a file may have any characters that the system allows")
  func oddName() throws {
    let folder = try Folder()
    let name = "a<b>&amp; \"c\".swift"
    try Self.program.write(to: folder.url.appending(path: name), atomically: true, encoding: .utf8)
    let result = try headwater(["watch", name], in: folder)
    #expect(result.output.contains("\(name):7 map"), "\(result.output)")
  }

  @Test("a program that is killed leaves what it did, and its status is handed on")
  func killed() throws {
    let folder = try folder()
    let result = try headwater(["watch", "search.swift", "--", "kill"], in: folder)
    #expect(result.status == 128 + SIGKILL && result.errors.contains("ended by signal 9"), "\(result.errors)")
    #expect(result.output.contains("\"QUERY 19\"") && result.output.contains("without the end of its recording"))
  }

  @Test("a recording that has ended is shown as it was, with its findings")
  func recording() throws {
    let folder = try folder()
    #expect(try headwater(["record", "-o", "run.hwtrace", "search.swift"], in: folder).status == 0)
    let result = try headwater(["watch", "run.hwtrace"], in: folder)
    #expect(result.status == 0 && result.errors == "")
    #expect(result.output.contains("search.swift:7 map") && result.output.contains("the program has ended"))
    #expect(result.output.split(separator: "\n").count { $0.contains("search.swift:7 map") } == 1)
  }

  @Test("a recording that is being written is found under the name that it will have")
  func beingWritten() throws {
    let folder = try folder()
    try Self.program.replacingOccurrences(of: "0..<20", with: "0..<100000")
      .write(to: folder.url.appending(path: "search.swift"), atomically: true, encoding: .utf8)
    let recorder = Process()
    recorder.executableURL = commandFile
    recorder.arguments = ["record", "-o", "run.hwtrace", "search.swift"]
    recorder.currentDirectoryURL = folder.url
    recorder.environment = ProcessInfo.processInfo.environment.merging(["XDG_CACHE_HOME": testCache.path]) { $1 }
    recorder.standardOutput = FileHandle.nullDevice
    try recorder.run()
    defer {
      recorder.terminate()
      recorder.waitUntilExit()
    }
    func isRecording() throws -> Bool {
      let hidden = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        .first { $0.hasPrefix(".headwater-") }
      return hidden.map { access(folder.url.appending(path: "\($0)/run.hwtrace").path, F_OK) == 0 } ?? false
    }
    while try recorder.isRunning && !isRecording() { usleep(20_000) }
    // It is ended by a signal once it has written something.
    let result = try headwater(["watch", "run.hwtrace", "--every", "0.1"], in: folder, signal: SIGTERM)
    #expect(result.status == SIGTERM && result.output.contains("search.swift:"), "\(result.output)\(result.errors)")
    #expect(recorder.isRunning)
  }

  @Test("what cannot be watched is said, with the reason")
  func mistakes() throws {
    let folder = try folder()
    let missing = try headwater(["watch", "none.hwtrace"], in: folder)
    #expect(missing.status == 66 && missing.errors.contains("none.hwtrace: cannot be read"), "\(missing.errors)")
    try Data("not a recording".utf8).write(to: folder.url.appending(path: "text.hwtrace"))
    let other = try headwater(["watch", "text.hwtrace"], in: folder)
    #expect(other.status == 65 && other.errors.contains("is not a trace file"), "\(other.errors)")
    let often = try headwater(["watch", "search.swift", "--every", "0"], in: folder)
    #expect(often.status == 64 && often.errors.contains("--every"), "\(often.errors)")
    try "print(1)\n".write(to: folder.url.appending(path: "plain.swift"), atomically: true, encoding: .utf8)
    let plain = try headwater(["watch", "plain.swift"], in: folder)
    #expect(plain.status == 65 && plain.errors.contains("nothing was recorded"), "\(plain.errors)")
    #expect(try headwater(["watch"], in: folder).status == 64)
  }
}
