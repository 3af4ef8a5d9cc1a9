import Foundation

/// Compiles a Swift file against the engine, unedited, and runs it with every hook recording.
///
///     let runner = try PipelineRunner(mode: .captured())
///     let run = try runner.record("hello.swift")
///     print(run.output, run.trace.steps.count)
///     // Prints: hello
///     //          9
public struct PipelineRunner: Sendable {
  /// What becomes of the program's standard streams.
  public enum Mode: Equatable, Sendable {
    /// It has those of this process.
    case passedThrough
    /// It reads nothing, and what it prints is gathered, up to so many bytes each of output and errors.
    case captured(limit: Int = 1 << 20)
  }

  /// Seconds that a program may run when nobody says otherwise: where somebody watches, and where nobody does.
  public static let interactiveTimeLimit = 60.0
  public static let unattendedTimeLimit = 10.0

  private var compiler: PipelineCompiler
  private let mode: Mode
  private let timeLimit: Double?

  /// - Parameters:
  ///   - timeLimit: seconds that the program may run, 0 for no limit.
  ///   - engine: the engine to compile against; the one that belongs to this executable where none is given.
  ///   - cache: the folder that keeps compiled pipelines; one of the user's own where none is given.
  ///   - colorsDiagnostics: whether the compiler's messages are coloured.
  /// - Throws: ``PipelineError/missing(_:)``
  public init(
    mode: Mode, timeLimit: Double? = nil, engine: EngineInstallation? = nil, cache: URL? = nil,
    colorsDiagnostics: Bool = false
  ) throws {
    self.mode = mode
    let seconds = timeLimit ?? (mode == .passedThrough ? Self.interactiveTimeLimit : Self.unattendedTimeLimit)
    self.timeLimit = seconds > 0 ? seconds : nil
    compiler = try PipelineCompiler(engine: engine ?? .current(), cache: cache.map(ProgramCache.init) ?? .standard())
    compiler.isColored = colorsDiagnostics
  }

  /// Compiles and runs a file; see ``record(_:arguments:keepingTraceAt:)``.
  public func record(_ file: URL) throws -> PipelineRun { try record(file.path) }

  /// Compiles and runs a file.
  ///
  /// A program that crashes, or is stopped at a limit, is no error: the run says how it ended, and its trace holds what
  /// had been recorded by then. A program that never used Rx gives an empty trace.
  /// - Parameters:
  ///   - path: the file; the compiler's messages name it as it is given here.
  ///   - arguments: what the program finds after its name in its arguments.
  ///   - kept: where to leave a copy of the trace file.
  ///   - report: is given the compiler's warnings before the program starts.
  /// - Throws: ``PipelineError``, ``TraceError``
  public func record(
    _ path: String, arguments: [String] = [], keepingTraceAt kept: String? = nil,
    reporting report: (String) -> Void = { _ in }
  ) throws -> PipelineRun {
    if let kept { try checkFolder(of: kept) }
    let program = try compiler.program(PipelineSource(path: path))
    if !program.diagnostics.isEmpty { report(program.diagnostics) }
    return try withTraceFile { traceFile in
      let result = try process(program, arguments, traceFile).run()
      var run = try PipelineRun(trace: trace(in: traceFile), output: "", status: result.ending.status)
      run.output = String(decoding: result.output, as: UTF8.self)
      run.errorOutput = String(decoding: result.errorOutput, as: UTF8.self)
      run.ending = result.ending
      run.origins = origins(of: run.trace, in: program, source: path)
      if let kept { try keep(traceFile, at: kept) }
      return run
    }
  }

  private func process(
    _ program: PipelineCompiler.Program, _ arguments: [String], _ traceFile: String
  ) -> ChildProcess {
    var process = ChildProcess(executable: program.executable, arguments: arguments)
    process.environment["HEADWATER_TRACE"] = traceFile
    process.timeLimit = timeLimit
    switch mode {
    case .passedThrough: process.forwardsSignals = true
    case .captured(let limit): process.streams = .captured(input: "/dev/null", limit: limit)
    }
    return process
  }

  private func trace(in file: String) throws -> Trace {
    access(file, F_OK) == 0 ? try Trace(contentsOf: file) : Trace()
  }

  private func origins(
    of trace: Trace, in program: PipelineCompiler.Program, source: String
  ) -> [ObjectID: SourceLine] {
    let memory = program.folder.appending(path: ".lines")
    var symbolicator = Symbolicator(executable: program.executable, source: source, memory: memory)
    return symbolicator.origins(of: trace)
  }

  private func withTraceFile<Result>(_ body: (String) throws -> Result) throws -> Result {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appending(path: "headwater-\(UUID().uuidString)")
    do {
      try manager.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw PipelineError.system("\(folder.path): the folder cannot be made: \(error.localizedDescription)")
    }
    defer { try? manager.removeItem(at: folder) }
    return try body(folder.appending(path: "run.hwtrace").path)
  }

  /// Before the program runs, because a run that took long would be lost.
  private func checkFolder(of place: String) throws {
    let folder = URL(fileURLWithPath: place).deletingLastPathComponent().path
    guard access(folder, W_OK) == 0 else {
      throw PipelineError.system("\(place): cannot be written: \(systemMessage())")
    }
  }

  /// Copies the trace beside its place and renames it, so that nobody finds half a file there.
  private func keep(_ file: String, at place: String) throws {
    guard access(file, F_OK) == 0 else { return }
    let beside = place + ".\(getpid())"
    do {
      try FileManager.default.copyItem(atPath: file, toPath: beside)
    } catch {
      throw PipelineError.system("\(place): cannot be written: \(error.localizedDescription)")
    }
    guard rename(beside, place) == 0 else {
      let reason = systemMessage()
      unlink(beside)
      throw PipelineError.system("\(place): cannot be written: \(reason)")
    }
  }
}
