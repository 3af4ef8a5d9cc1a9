import Foundation
import PipelineRunning
import TestSupport
import Testing

@testable import RxTrace

@Suite("Running a pipeline with its output captured", .oneAtATime, .serialized)
struct PipelineRunnerTests {
  @Test("Output, errors, status, trace and origins")
  func everything() throws {
    let run = try record(
      """
      import Foundation
      import Rx
      let numbers = Observable.of(1)
      _ = numbers
        .map { $0 + 1 }
        .subscribe(onNext: { print($0) })
      print(readLine() ?? "no input")
      FileHandle.standardError.write(Data("oops".utf8))
      exit(4)
      """)
    #expect(run.output == "2\nno input\n")
    #expect(run.errorOutput == "oops")
    #expect(run.status == 4 && run.ending == .exited(4))
    #expect(run.trace.isComplete)
    let origins = run.trace.objects.compactMap { object in
      run.located.origins[object.id].map { "\(object.name) \($0.line)" }
    }
    #expect(origins.sorted() == ["Map#1 5", "ObservableSequence#1 3"])
  }

  @Test("Endless output is stopped, and the trace up to there is there")
  func endlessOutput() throws {
    let source = "import Rx\n_ = Observable.just(1).subscribe()\nwhile true { print(\"endless\") }\n"
    let run = try record(source, mode: .captured(limit: 1000))
    #expect(run.ending == .outputLimit(1000))
    #expect(run.status == 124)
    #expect(run.output.utf8.count == 1000)
    #expect(run.trace.steps.contains { $0.kind == .onCore })
    #expect(!run.trace.isComplete)
  }

  @Test("A program that hangs is stopped with everything that it started")
  func hang() throws {
    let run = try record(
      """
      import Foundation
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sleep")
      process.arguments = ["1000"]
      try process.run()
      process.waitUntilExit()
      """, timeLimit: 0.5)
    #expect(run.ending == .timeLimit(0.5))
    #expect(run.trace.steps.isEmpty)
  }

  @Test("A file that does not compile is an error with the compiler's messages")
  func doesNotCompile() throws {
    #expect {
      try record("import Rx\nundefined()\n")
    } throws: { error in
      guard case .doesNotCompile(_, let diagnostics) = error as? PipelineError else { return false }
      return diagnostics.contains("pipeline.swift:2:1: error: cannot find 'undefined' in scope\n")
    }
  }

  @Test("Many at once share one cache")
  func concurrentRuns() async throws {
    let outputs = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<4 {
        group.addTask { try record("import Rx\n_ = Observable.just(7).subscribe(onNext: { print($0) })\n").output }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outputs == ["7\n", "7\n", "7\n", "7\n"])
  }

  @Test("An engine says whether it makes the checks of debug builds")
  func kindOfEngine() throws {
    let engine = try EngineInstallation.beside(executable: BuiltProducts.folder.appending(path: "headwater").path)
    #if DEBUG
      #expect(engine.isDebug)
    #else
      #expect(!engine.isDebug)
    #endif
  }

  @Test("A missing engine is an error that says what to do")
  func noEngine() {
    #expect {
      try EngineInstallation.beside(executable: "/nowhere/bin/headwater")
    } throws: { error in
      "\(error)".contains("/nowhere/lib/headwater/") && "\(error)".contains("make install")
    }
  }
}

@Suite("Finding where objects were made", .oneAtATime, .serialized)
struct SymbolicatorTests {
  @Test("Without a program there are no lines, and no failure")
  func noProgram() throws {
    let trace = try withFile(TraceWriter.hello.file) { try Trace(contentsOf: $0) }
    var symbolicator = Symbolicator(executable: "/tmp/hello", source: "hello.swift")
    #expect(symbolicator.frames(of: trace).isEmpty)
  }

  @Test("Lines are looked up only once")
  func memory() throws {
    let trace = try withFile(TraceWriter.hello.file) { try Trace(contentsOf: $0) }
    let known = """
      @/tmp/hello
      0x1233
      $s2Rx14ObservableTypePAAE6createyF
      /engine/Create.swift:8
      $s5hello5greetyyF
      /home/me/hello.swift:12

      """
    try withFile(Array(known.utf8)) { path in
      let memory = URL(fileURLWithPath: path)
      var symbolicator = Symbolicator(executable: "/tmp/hello", source: "hello.swift", memory: memory)
      let run = LocatedTrace(trace: trace, frames: symbolicator.frames(of: trace))
      #expect(run.origins == [0: SourceLine(file: "/home/me/hello.swift", line: 12)])
      let kept = try String(contentsOf: memory, encoding: .utf8)
      #expect(kept == known)
    }
  }

  @Test("What another run has called of the engine names nothing in this run")
  func memoryOfAnotherRun() throws {
    let (program, engine) = ("/tmp/hello", "/tmp/libHeadwaterEngine.so")
    // The engine's own frames have lines if it was built for debugging.
    let known = """
      @/tmp/hello
      0x1233
      $s5hello5greetyyF
      /home/me/hello.swift:12
      @/tmp/libHeadwaterEngine.so
      0xf
      $s2Rx14ObservableTypePAAE3zipyyF
      /engine/Zip.swift:8
      0x1f
      $s2Rx14ObservableTypePAAE6createyF
      /engine/Create.swift:8

      """
    try withFile(Array(known.utf8)) { path in
      var trace = Trace()
      let offsets: [(String, UInt64)] = [(engine, 0x10), (engine, 0x20), (program, 0x1234)]
      trace.callStacks = [offsets.map { ReturnAddress(image: $0.0, offset: $0.1) }]
      var symbolicator = Symbolicator(images: [program, engine], memory: URL(fileURLWithPath: path))
      #expect(Set(symbolicator.frames(of: trace).keys) == Set(trace.callStacks[0][1...]))
    }
  }
}

private func record(
  _ source: String, mode: PipelineRunner.Mode = .captured(), timeLimit: Double? = nil
) throws -> PipelineRun {
  try withRun(of: source, mode: mode, timeLimit: timeLimit) { $0 }
}
