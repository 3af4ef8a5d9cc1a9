import Foundation
import Testing

@testable import RxTrace

#if os(Linux)
  @Suite("Compiling without the compiler's driver")
  struct CompilerPlanTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "a plan's \(UUID())")
    private var programs: URL { folder.appending(path: "cache/programs") }

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @Test("Programs with the same options share one plan, and are what the driver makes")
    func isShared() throws {
      defer { remove() }
      for text in ["first", "second"] {
        let output = try run("print(\"\(text)\", #file, #line)", named: "a b.swift").output
        #expect(output == "\(text) \(folder.path)/a b.swift 1\n")
      }
      #expect(try plans().count == 1)
    }

    @Test("A script in the compiler's place is asked each time, because it may have its own ways")
    func script() throws {
      defer { remove() }
      let compiler = try #require(findExecutable("swiftc").flatMap(realPath))
      let script = folder.appending(path: "swiftc").path
      try "#!/bin/sh\nexec '\(compiler)' \"$@\"\n".write(toFile: script, atomically: true, encoding: .utf8)
      chmod(script, 0o755)
      #expect(try plan(script) == nil)
      // The driver goes by the name that it is called by.
      let directory = (compiler as NSString).deletingLastPathComponent
      #expect(try plan(directory + "/swiftc") != nil)
    }

    @Test("A driver that fails has no plan")
    func failure() throws {
      defer { remove() }
      #expect(try plan("/bin/false") == nil)
      #expect(try plan("/bin/true") == nil)
      #expect(try plan(#require(findExecutable("swiftc")), options: ["-no-such-option"]) == nil)
    }

    @Test("Warnings and errors are the compiler's, with the file as it was given")
    func messages() throws {
      defer { remove() }
      var warnings = ""
      _ = try run("let unused = 1\nfunc f() { let x = 1 }", named: "w.swift") { warnings += $0 }
      #expect(warnings.hasPrefix("\(folder.path)/w.swift:2:16: warning: "))
      #expect {
        try run("missing()", named: "e.swift")
      } throws: { error in
        guard case PipelineError.doesNotCompile(_, let text) = error else { return false }
        return text.contains("\(folder.path)/e.swift:1:1: error: cannot find 'missing' in scope")
      }
    }

    @Test("A program with @main is compiled as a library")
    func main() throws {
      defer { remove() }
      #expect(try run("@main struct App { static func main() { print(1) } }", named: "App.swift").output == "1\n")
    }

    private func run(
      _ text: String, named name: String, reporting report: (String) -> Void = { _ in }
    ) throws -> PipelineRun {
      let file = folder.appending(path: name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      let engine = try EngineInstallation.beside(executable: BuiltProducts.folder.appending(path: "headwater").path)
      let runner = PipelineRunner(mode: .captured(), engine: engine, cache: folder.appending(path: "cache"))
      return try runner.record(RunRequest(.files([file.path])), reporting: report)
    }

    private func plan(_ compiler: String, options: [String] = []) throws -> CompilerPlan? {
      let empty = folder.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: false)
      return try CompilerPlan(compiler: compiler, options: options, in: empty.path)
    }

    private func plans() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: programs.path).filter { $0.hasPrefix("plan-") }
    }

    private func remove() { try? FileManager.default.removeItem(at: folder) }
  }
#endif
