import Foundation
import TestSupport
import Testing

@testable import PipelineRunning

/// Programs that do unusual things end as they end without a recorder: same output, files, status and signal.
@Suite("The recorder as a guest", .oneAtATime)
struct GuestTests {
  @Test("Output, files and status are those of the program by itself", arguments: ["streams", "processes"])
  func sameAsUntraced(file: String) throws {
    let guests = try Guests(file)
    #expect(guests.cases.count > 25)
    for name in guests.cases {
      let (alone, recorded) = (try guests.run(name, traced: false), try guests.run(name, traced: true))
      #expect(alone == recorded, "\(name)")
      #expect(guests.isRecorded, "\(name): nothing was recorded")
    }
  }

  @Test("A program that nobody loads the library into is recorded without its output, and the recording says so")
  func withoutOutput() throws {
    let folder = try Folder()
    try Data("import RxSwift\n_ = Observable.just(1).subscribe(onNext: { print($0) })\n".utf8)
      .write(to: folder.url.appending(path: "one.swift"))
    let recorded = try headwater(["record", "-o", "started.hwtrace", "one.swift"], in: folder)
    #expect(recorded.status == 0)
    #expect(try headwater(["why", "started.hwtrace", "--last-output"], in: folder).output.contains("▸ 1\n"))

    let program = try Guests("streams")
    _ = try program.run("print without a newline", traced: true, watched: false)
    let shown = try headwater(["show", program.trace.path], in: program.folder).output
    #expect(shown.hasSuffix("\n\nwhat the program printed is not recorded\n"), "\(shown)")
    let tree = try headwater(["show", "--engine", program.trace.path], in: program.folder).output
    #expect(tree.hasSuffix(" · what the program printed is not recorded\n"), "\(tree)")
    #expect(!tree.contains("▸ "))
    let why = try headwater(["why", program.trace.path, "--last-output"], in: program.folder)
    #expect(why.status == 2 && why.errors.contains("that of a program which headwater record starts is"), "\(why)")
  }

  @Test("The finished records of a killed program with eight threads are all there", arguments: 0..<10)
  func kills(run: Int) throws {
    let guests = try Guests("killed")
    let progress = try guests.kill(after: 1 + run * 37)
    let shown = try headwater(
      ["show", guests.trace.path, "--no-fold", "--format", "steps", "--kind", "closure"], in: guests.folder)
    #expect(shown.status == 0, "\(shown.errors)")
    var elements: [Int: Set<Int>] = [:]
    for match in shown.output.matches(of: /"t(\d) (\d+) x+!"/) {
      elements[Int(match.1)!, default: []].insert(Int(match.2)!)
    }
    for (thread, last) in progress.enumerated() where last > 0 {
      // The last one seen by this test was followed by others.
      let seen = elements[thread] ?? []
      #expect(seen.count >= last && seen == Set(0..<seen.count), "thread \(thread): \(seen.count) of \(last)")
    }
  }

  @Test("Two programs at once on one path: each has its recording, and neither is harmed")
  func twoPrograms() throws {
    let guests = try Guests("streams")
    let script = """
      '\(guests.executable)' 'stdin read' < fifo > one.txt 2> one.err &
      exec 9> fifo
      echo first >&9
      until test -s "$HEADWATER_TRACE"; do sleep 0.01; done
      '\(guests.executable)' 'print without a newline' 2> two.err
      exec 9>&-
      wait $!
      """
    try Data(script.utf8).write(to: guests.folder.url.appending(path: "two.sh"))
    mkfifo(guests.folder.url.appending(path: "fifo").path, 0o600)
    let result = try headwater(["record", "-o", "two.hwtrace", "--", "/bin/sh", "two.sh"], in: guests.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("(of another program)"))
    let recordings = try FileManager.default.contentsOfDirectory(atPath: guests.folder.url.path)
      .filter { $0.hasPrefix("two") && $0.hasSuffix(".hwtrace") }.sorted()
    #expect(recordings.count == 2 && recordings.contains("two.hwtrace"))
    for name in recordings { #expect(try headwater(["check", name], in: guests.folder).status < 2) }
    let own = recordings.filter { $0 != "two.hwtrace" }.first ?? ""
    #expect(try headwater(["show", "--engine", own, "--kind", "output"], in: guests.folder).output.contains("▸ FIRST"))
  }

  @Test("A recording that fails, or of a program without pipelines, leaves the one that is there")
  func failedRecordings() throws {
    let folder = try Folder()
    let kept = folder.url.appending(path: "run.hwtrace")
    let pipeline = "import RxSwift; _ = Observable.just(1).subscribe()"
    _ = try headwater(["record", "-o", "run.hwtrace", "-e", pipeline], in: folder)
    let before = try Data(contentsOf: kept)
    let none = try headwater(["record", "-o", "run.hwtrace", "-e", "import RxSwift; print(1)"], in: folder)
    #expect(none.status == 65 && none.errors.contains("made no use of Rx"))
    #expect(try Data(contentsOf: kept) == before)
    let built = commandFile.path
    let limited = "ulimit -f 100; exec '\(built)' record -o run.hwtrace -e '\(pipeline)'"
    let failed = try headwater(["record", "-o", "x.hwtrace", "--", "/bin/sh", "-c", limited], in: folder)
    #expect(failed.errors.contains("cannot record a trace there: File too large"), "\(failed.errors)")
    // The inner command. The outer one has run a shell, which recorded nothing.
    #expect(failed.errors.contains("-e: nothing was recorded: the recorder could not make its file"))
    #expect(!failed.errors.contains("-e: nothing was recorded: the program"))
    #expect(try Data(contentsOf: kept) == before)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { !$0.hasPrefix(".") }
    #expect(left == ["run.hwtrace"])
  }

  @Test(
    "Reopened and redirected, the output is recorded among the calls",
    arguments: [
      "stdout reopened to append, twice", "stdout redirected and given back", "print, puts, write and FileHandle mixed",
    ])
  func outputInOrder(name: String) throws {
    let guests = try Guests("streams")
    _ = try guests.run(name, traced: true)
    let shown = try headwater(
      ["show", "--engine", guests.trace.path, "--no-fold", "--kind", "output"], in: guests.folder
    ).output
    let texts = shown.split(separator: "\n").compactMap { line in
      line.firstRange(of: "▸ ").map { String(line[$0.upperBound...]) }
    }
    switch name {
    case "stdout reopened to append, twice": #expect(texts == ["in a.txt", "in b.txt"])
    case "stdout redirected and given back": #expect(texts == ["to the first", "to the file", "to the first again"])
    default: #expect(texts == ["print", "puts", "fputs", "A7 2.500000"])
    }
  }
}

/// A file of programs, compiled once, that is run in a new folder each time.
private final class Guests {
  let cases: [String]
  let folder: Folder
  let executable: String

  struct Ending: Equatable {
    var status: Int32
    var reason: Process.TerminationReason
    var output: Data
    var errors: String
    /// Names, modes and contents.
    var files: [String]
  }

  init(_ name: String) throws {
    folder = try Folder()
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Guests/\(name).swift")
    let text = try String(contentsOf: source, encoding: .utf8)
    cases = text.matches(of: /(?m)^  "([^"]+)": \{/).map { String($0.1) }
    executable = try compiled(source, in: folder)
  }

  var trace: URL { folder.url.appending(path: "run.hwtrace") }

  /// Commands load it into the programs that they start.
  let outputLibrary = OutputLibrary.current(nil, in: ProgramCache(folder: testCache))

  /// Whether the last run left a recording, and nothing beside it.
  var isRecorded: Bool {
    let left = (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []
    let recorded = (try? Data(contentsOf: trace)) ?? Data()
    return recorded.starts(with: Data("HWTRACE\n".utf8)) && recorded.count > 128
      && !left.contains { $0.hasPrefix(".run") || $0.hasPrefix("run-") }
  }

  /// - Parameter watched: whether what it prints is recorded too.
  func run(_ name: String, traced: Bool, watched: Bool = true) throws -> Ending {
    let place = try Folder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = [name]
    process.currentDirectoryURL = place.url
    var environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    environment["HEADWATER_TRACE"] = traced ? trace.path : nil
    if traced, watched { outputLibrary?.load(into: &environment) }
    process.environment = environment
    let (input, output) = (folder.url.appending(path: "input"), folder.url.appending(path: "output"))
    try Data("one\ntwo\nthree".utf8).write(to: input)
    try Data().write(to: output)
    try? FileManager.default.removeItem(at: trace)
    // The pipe is at its end when the program's children have ended as well.
    let errors = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = errors
    try process.run()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Ending(
      status: process.terminationStatus, reason: process.terminationReason, output: try Data(contentsOf: output),
      // A crash reports the address of its stack, which differs in each run.
      errors: String(decoding: said, as: UTF8.self).replacing(/0x[0-9a-f]+/, with: "0x…"),
      files: try Self.files(in: place.url))
  }

  /// Kills the program once so many elements went through all of its threads together.
  /// - Returns: how many each thread had sent.
  func kill(after elements: Int) throws -> [Int] {
    let progress = folder.url.appending(path: "progress")
    try Data(count: 64).write(to: progress)
    try? FileManager.default.removeItem(at: trace)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = [progress.path]
    process.environment = ProcessInfo.processInfo.environment.merging(["HEADWATER_TRACE": trace.path]) { $1 }
    try process.run()
    func sent() throws -> [Int] {
      try Data(contentsOf: progress).withUnsafeBytes { bytes in
        (0..<8).map { Int(bytes.load(fromByteOffset: $0 * 8, as: Int64.self)) }
      }
    }
    while process.isRunning, try sent().reduce(0, +) < elements {}
    let last = try sent()
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return last
  }

  private static func files(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix("core") }.sorted().map {
      name in
      let path = folder.appending(path: name).path
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] ?? 0
      return "\(name) \(mode) \(FileManager.default.contents(atPath: path)?.base64EncodedString() ?? "folder")"
    }
  }
}
