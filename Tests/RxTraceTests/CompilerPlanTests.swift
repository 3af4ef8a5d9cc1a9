import Foundation
import TestSupport
import Testing

@testable import PipelineRunning
@testable import RxTrace

#if os(Linux)
  @Suite("Compiling without the compiler's driver", .oneAtATime)
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

    @Test("A plan compiles and links without the driver, clang and the tool that lists libraries")
    func commands() throws {
      defer { remove() }
      let compiler = try #require(findExecutable("swiftc"))
      let plan = try #require(try plan(compiler, options: ["-use-ld=lld"]))
      let (source, program) = (folder.path + "/main.swift", folder.path + "/program")
      try "import Foundation\nprint(UUID().uuidString.count)".write(toFile: source, atomically: true, encoding: .utf8)
      let commands = plan.commands(for: [source], to: program, in: folder.path)
      let tools = commands.map { ($0[0] as NSString).lastPathComponent }
      #expect(tools == ["swift-frontend", "swift-autolink-extract", "ld.lld"])
      #expect(!commands.joined().contains { $0.hasPrefix("-emit-module-") })
      #expect(try run(commands[0]) == "")
      let object = commands[1][1]
      let libraries = try #require(AutolinkEntries.read(object))
      #expect(try run(commands[1]) == "")
      let list = try String(contentsOfFile: commands[1][3], encoding: .utf8)
      #expect(Set(libraries) == Set(list.split(separator: "\n").map(String.init)))
      #expect(Set(libraries).count == libraries.count)
      #expect(try run(commands[2]) == "")
      #expect(try run([program]) == "36\n")
    }

    @Test("Object files that are cut short, or are none, list nothing")
    func damagedObjects() throws {
      defer { remove() }
      let source = folder.path + "/main.swift"
      let object = folder.path + "/main.o"
      try "print(1)".write(toFile: source, atomically: true, encoding: .utf8)
      let compiler = try #require(findExecutable("swiftc"))
      #expect(try run([compiler, "-c", source, "-o", object]) == "")
      let bytes = try #require([UInt8](contentsOfFile: object))
      for count in stride(from: 0, to: bytes.count - 1, by: 7) {
        #expect(Array(bytes.prefix(count)).write(toFile: object))
        #expect(AutolinkEntries.read(object) == nil)
      }
      #expect(AutolinkEntries.read(source) == nil)
      #expect(AutolinkEntries.read(folder.path) == nil)
    }

    @Test("A plan whose linker fails is made again")
    func staleLinker() throws {
      defer { remove() }
      _ = try run("print(1)", named: "a.swift")
      let name = try #require(try plans().first)
      let file = programs.appending(path: name + "/commands.json")
      let plan = try String(contentsOf: file, encoding: .utf8)
      let stale = plan.replacing("crtn.o", with: "gone.o")
      #expect(stale != plan)
      try stale.write(to: file, atomically: true, encoding: .utf8)
      #expect(try run("print(2)", named: "b.swift").output == "2\n")
      #expect(try plans().isEmpty)
      #expect(try run("print(3)", named: "c.swift").output == "3\n")
      #expect(try String(contentsOf: file, encoding: .utf8) == plan)
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

    private func run(_ command: [String]) throws -> String {
      var process = ChildProcess(executable: command[0], arguments: Array(command.dropFirst()))
      process.streams = .captured(input: "/dev/null", limit: 1 << 20)
      let result = try process.run()
      return String(decoding: result.output + result.errorOutput, as: UTF8.self)
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
