import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PipelineRunning
@testable import RxTrace

@Suite("Running a program that nobody has read", .timeLimit(.minutes(5)), .oneAtATime, .serialized)
struct SupervisionTests {
  @Test("The result is that of any run, under the name of the file that it stands for")
  func result() throws {
    let run = try run(
      """
      import Rx
      _ = Observable.of(1, 2)
        .map { $0 * 2 }
        .subscribe(onNext: { print($0) })
      """)
    #expect(run.output == "2\n4\n" && run.ending == .exited(0))
    #expect(run.located.origins.values.contains { $0.file.hasSuffix("/hello.swift") && $0.line == 3 })
  }

  @Test("An endless loop is stopped")
  func loop() throws {
    #expect(try run("while true {}\n", ResourceLimits(seconds: 0.5)).ending == .timeLimit(0.5))
  }

  @Test("A program that crashes has printed what it had printed, a line that is not whole included")
  func crash() throws {
    let run = try run("print(1)\nprint(2, terminator: \"\")\nfatalError(\"boom\")\n")
    #expect([.signalled(SIGILL), .signalled(SIGTRAP)].contains(run.ending))
    #expect(run.output == "1\n2")
    #expect(run.errorOutput.contains("hello.swift:3: Fatal error: boom"))
  }

  @Test("Of this process's environment, the program sees no secrets")
  func environment() throws {
    setenv("HEADWATER_TEST_SECRET", "secret", 1)
    defer { unsetenv("HEADWATER_TEST_SECRET") }
    let source = "import Foundation\nfor name in ProcessInfo.processInfo.environment.keys.sorted() { print(name) }\n"
    let names = try run(source).output.split(separator: "\n")
    #expect(!names.contains("HEADWATER_TEST_SECRET"))
    #expect(names.contains("PATH") && !names.contains("HEADWATER_UNBUFFERED"))
  }

  #if os(Linux)
    @Test("A program that uses up memory is stopped")
    func memory() throws {
      let source = """
        var all: [[UInt8]] = []
        while true { all.append([UInt8](repeating: 1, count: 1 << 20)) }
        """
      #expect(try run(source, ResourceLimits(memory: 128 << 20)).ending == .memoryLimit(128 << 20))
    }

    /// More than a few programs, and not so many that the machine is in trouble if they are not stopped.
    @Test("A program that starts programs is stopped with all of them, those in sessions of their own included")
    func processes() throws {
      let source = """
        import Foundation
        print(getpid())
        fflush(stdout)
        for number in 1...40 {
          let process = Process()
          process.executableURL = URL(fileURLWithPath: number % 2 == 0 ? "/bin/sleep" : "/usr/bin/setsid")
          process.arguments = number % 2 == 0 ? ["600"] : ["-w", "sleep", "600"]
          try process.run()
        }
        while true { sleep(1) }
        """
      let run = try run(source, ResourceLimits(seconds: 60, processes: 8))
      #expect(run.ending == .processLimit(8))
      let leader = try #require(pid_t(run.output.trimmingCharacters(in: .whitespacesAndNewlines)))
      // The system takes a moment to end killed processes.
      while !SessionUse(ofSession: leader).alive.isEmpty { Thread.sleep(forTimeInterval: 0.01) }
    }

    @Test("As many processes as are allowed may exist, and those that are gone at once leave nothing behind")
    func shortProcesses() throws {
      let source = """
        import Foundation
        func start(_ seconds: String) throws -> Process {
          let process = Process()
          process.executableURL = URL(fileURLWithPath: "/bin/sleep")
          process.arguments = [seconds]
          try process.run()
          return process
        }
        if CommandLine.arguments.count > 1 { for _ in 1...40 { _ = try start("0") } }
        else { for process in try (1...6).map({ _ in try start("1") }) { process.waitUntilExit() } }
        print(getpid())
        """
      #expect(try run(source, ResourceLimits(seconds: 60, processes: 8)).ending == .exited(0))
      // They are counted again and again, so that it depends on the moment whether they are too many.
      let many = try run(source, ResourceLimits(seconds: 60, processes: 8), arguments: ["many"])
      #expect(many.ending == .exited(0) || many.ending == .processLimit(8))
    }

    @Test("A program has no descriptors but its standard streams")
    func descriptors() throws {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(listener) }
      let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(listener)")
      let source = """
        import Foundation
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
          print((try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)) ?? "")
        }
        """
      let targets = try run(source).output.split(separator: "\n")
      #expect(own.hasPrefix("socket:") && targets.contains("/dev/null"))
      #expect(!targets.contains { $0.hasPrefix("socket:") })
    }

    @Test("A child that left the session and its parent ends with the run")
    func daemon() throws {
      // No other process sleeps for as long.
      let seconds = "\(UInt32.random(in: 1_000_000 ... .max))"
      let source = """
        import Foundation
        let words: [String] = ["setsid", "--fork", "sleep", "\(seconds)"]
        var process = pid_t()
        posix_spawn(&process, "/usr/bin/setsid", nil, nil, words.map { strdup($0) } + [nil], environ)
        waitpid(process, nil, 0)
        print("started")
        """
      #expect(try run(source).output == "started\n")
      func isThere() -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { Int($0) != nil }.contains { name in
          let words = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
          return words.split(separator: 0).map { String(decoding: $0, as: UTF8.self) } == ["sleep", seconds]
        }
      }
      // The system takes a moment to end killed processes.
      while isThere() { Thread.sleep(forTimeInterval: 0.01) }
    }

    @Test("Nothing that a program has started goes on after its end")
    func leftovers() throws {
      let source = """
        import Foundation
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sleep")
        process.arguments = ["600"]
        try process.run()
        print(getpid())
        """
      let run = try run(source)
      #expect(run.ending == .exited(0))
      let leader = try #require(pid_t(run.output.trimmingCharacters(in: .whitespacesAndNewlines)))
      // The system takes a moment to end killed processes.
      while !SessionUse(ofSession: leader).alive.isEmpty { Thread.sleep(forTimeInterval: 0.01) }
    }
  #endif

  @Test("A large file cannot be written, and no core is left")
  func files() throws {
    let source = """
      import Foundation
      let file = FileManager.default.currentDirectoryPath + "/large"
      FileManager.default.createFile(atPath: file, contents: nil)
      let handle = FileHandle(forWritingAtPath: file)!
      for _ in 0..<64 { handle.write(Data(count: 1 << 20)) }
      """
    #expect(try run(source, ResourceLimits(fileSize: 16 << 20)).ending == .signalled(SIGXFSZ))
  }

  @Test("A cancelled run ends at once, and one that is cancelled before it begins does not begin")
  func cancelled() throws {
    let cancellation = RunCancellation()
    let supervision = RunSupervision(limits: ResourceLimits(seconds: 120), cancellation: cancellation)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let mark = folder.appending(path: "begun").path
    // It is cancelled once it is known to run.
    Thread.detachNewThread {
      while !FileManager.default.fileExists(atPath: mark) { Thread.sleep(forTimeInterval: 0.01) }
      cancellation.cancel()
    }
    let source = "import Foundation\n_ = mkdir(\(mark.debugDescription), 0o700)\nwhile true { sleep(1) }\n"
    #expect(try runner(supervision).record(RunRequest(.source(source, name: "hello.swift"))).ending == .cancelled)
    #expect(throws: RunCancelled.self) {
      try runner(supervision).record(RunRequest(.source("print(1)\n", name: "hello.swift")))
    }
  }

  @Test("The compiler's messages have the lines of the text, and come again with the next run of the same text")
  func messages() throws {
    let wrong = "import Rx\nlet number: Int = \"one\"\n"
    #expect {
      try run(wrong)
    } throws: { error in
      guard case .doesNotCompile(let file, let text)? = error as? PipelineError else { return false }
      let messages = CompilerMessage.all(in: text, about: "hello.swift")
      return file == "hello.swift" && messages.count == 1 && messages[0].level == "error"
        && (messages[0].line, messages[0].column) == (2, 19)
    }
    let careless = "func careless() { let unused = 1 }\ncareless() // \(UUID())\n"
    for _ in 1...2 {
      var remarks = ""
      _ = try runner(RunSupervision()).record(RunRequest(.source(careless, name: "hello.swift"))) { remarks = $0 }
      #expect(CompilerMessage.all(in: remarks, about: "hello.swift").map(\.line) == [1])
    }
  }

  @Test("Only messages about the file are found")
  func placedMessages() {
    let text = """
      /a/hello.swift:3:5: error: cannot find 'x' in scope
      3 | x
      /a/other.swift:1:1: error: elsewhere
      hello.swift:4:1: warning: unused: 3:5: error: no
      <unknown>:0: error: fatal
      """
    #expect(
      CompilerMessage.all(in: text, about: "hello.swift") == [
        CompilerMessage(level: "error", line: 3, column: 5, text: "cannot find 'x' in scope"),
        CompilerMessage(level: "warning", line: 4, column: 1, text: "unused: 3:5: error: no"),
      ])
  }

  private func run(
    _ source: String, _ limits: ResourceLimits = ResourceLimits(seconds: 60), arguments: [String] = []
  ) throws -> PipelineRun {
    let request = RunRequest(.source(source, name: "hello.swift"), arguments: arguments)
    return try runner(RunSupervision(limits: limits)).record(request)
  }

  private func runner(_ supervision: RunSupervision) throws -> PipelineRunner {
    let engine = try EngineInstallation.beside(executable: BuiltProducts.folder.appending(path: "headwater").path)
    let cache = BuiltProducts.folder.appending(path: "headwater-tests")
    return PipelineRunner(mode: .captured(), engine: engine, cache: cache, supervision: supervision)
  }
}
