import Foundation
import TestSupport
import Testing

/// The messages of readers that cannot write.
@Suite("A full device", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), .oneAtATime)
struct FullDeviceTests {
  @Test("Each command says so in its own words, and with its own status")
  func commands() throws {
    let folder = try Folder()
    let program = "import Rx\n_ = Observable.of(1, 2).map { $0 * 2 }.subscribe(onNext: { _ in })\n"
    try program.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    #expect(try headwater(["record", "-o", "run.hwtrace", "pipeline.swift"], in: folder).status == 0)
    let full = "headwater: standard output: cannot be written: No space left on device\n"
    for arguments in [["check", "run.hwtrace"], ["why", "run.hwtrace", "3"], ["diff", "run.hwtrace", "run.hwtrace"]] {
      for format in ["text", "json"] {
        let result = try headwater(arguments + ["--format", format], in: folder, outputFile: "/dev/full")
        #expect(result == Result(2, errors: full), "\(arguments)")
      }
    }
    for form in ["tree", "steps", "jsonl", "csv", "chrome", "mermaid", "dot", "marbles", "svg", "otlp", "html"] {
      let result = try headwater(["show", "run.hwtrace", "--format", form], in: folder, outputFile: "/dev/full")
      #expect(result == Result(73, errors: full), "\(form)")
    }
  }

  @Test("A database is not put in the place of a device")
  func database() throws {
    let folder = try Folder()
    let program = "import Rx\n_ = Observable.just(1).subscribe(onNext: { _ in })\n"
    try program.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    #expect(try headwater(["record", "-o", "run.hwtrace", "pipeline.swift"], in: folder).status == 0)
    let pipe = folder.url.appending(path: "run.sqlite").path
    mkfifo(pipe, 0o600)
    let result = try headwater(["show", "run.hwtrace", "-o", "run.sqlite"], in: folder)
    let message = "headwater: run.sqlite: cannot be written: it is not a regular file, which this form needs\n"
    #expect(result == Result(73, errors: message))
    var status = stat()
    #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }
}
