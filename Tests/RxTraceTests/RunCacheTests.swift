import Foundation
import PipelineRunning
import RxTrace
import TestSupport
import Testing

@Suite("Runs that are kept", .oneAtATime)
struct RunCacheTests {
  @Test("A kept run has the functions and lines of the fresh one, without its program")
  func keptFrames() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "kept.swift")
    try "import Rx\nlet numbers = Observable.of(1)\n_ = numbers.map { $0 + 1 }.subscribe()\n"
      .write(to: file, atomically: true, encoding: .utf8)
    let engine = try EngineInstallation.beside(executable: BuiltProducts.folder.appending(path: "headwater").path)
    let programs = folder.appending(path: "programs")
    let runner = PipelineRunner(mode: .captured(), engine: engine, cache: programs)
    let kept = folder.appending(path: "runs")
    let fresh = try RunCache(runner: runner, folder: kept).run(of: file.path)
    #expect(fresh.located.origins.values.map(\.line).sorted() == [2, 3])
    // The program is gone; the run is read.
    try FileManager.default.removeItem(at: programs)
    let read = try RunCache(runner: runner, folder: kept).run(of: file.path)
    #expect(read.frames == fresh.frames && read.located.origins == fresh.located.origins)
    let names = read.located.programNames
    let stages = read.trace.objects.filter { $0.role == .observable }.map { names.label(of: $0.id) }
    #expect(Set(stages) == ["numbers", "map"])
  }

  @Test("A program without Rx can be run again, with the same result")
  func withoutRx() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "plain.swift")
    try "print(1)\nprint(2)\n".write(to: file, atomically: true, encoding: .utf8)
    let engine = try EngineInstallation.beside(executable: BuiltProducts.folder.appending(path: "headwater").path)
    let runner = PipelineRunner(mode: .captured(), engine: engine, cache: folder.appending(path: "programs"))
    let kept = folder.appending(path: "runs")
    let runs = try (1...2).map { _ in try RunCache(runner: runner, folder: kept).run(of: file.path) }
    #expect(runs.map(\.output) == ["1\n2\n", "1\n2\n"])
    #expect(runs[0].trace.steps.count == runs[1].trace.steps.count)
  }

  @Test("A folder is one program, and its copy has other texts")
  func folderOfFiles() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let texts = [
      "Package.swift": "import PackageDescription\n", ".build/left.swift": "wrong\n",
      "Sources/main.swift": "import Rx\n_ = numbers.subscribe(onNext: { print($0) })\n",
      "Sources/Numbers.swift": "import Rx\nlet numbers = Observable.of(1)\n",
    ]
    for (name, text) in texts {
      let file = folder.appending(path: "app/\(name)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let engine = try EngineInstallation.beside(executable: BuiltProducts.folder.appending(path: "headwater").path)
    let runner = PipelineRunner(mode: .captured(), engine: engine, cache: folder.appending(path: "programs"))
    let runs = try RunCache(runner: runner, folder: folder.appending(path: "runs"))
    let app = folder.appending(path: "app").path
    #expect(try runs.run(of: app).output == "1\n")
    let numbers = app + "/Sources/Numbers.swift"
    let other = texts["Sources/Numbers.swift"]!.replacing("of(1)", with: "of(2)")
    let copy = try runs.copy(of: app, replacing: [numbers: other])
    #expect(try runs.run(of: copy).output == "2\n")
    #expect(try runs.key(of: copy) != runs.key(of: app))
    #expect(try String(contentsOfFile: numbers, encoding: .utf8) == texts["Sources/Numbers.swift"])
  }

  @Test("A folder without Swift files is an error")
  func emptyFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect("\(#expect(throws: PipelineError.self) { try ProgramFiles(of: folder.path) }!)".contains("no Swift files"))
  }
}
