import Foundation
import RxTrace
import TraceFormat

/// Compiles a Swift file against the engine, unedited, and runs it with every hook recording.
///
///     let runner = PipelineRunner(mode: .captured())
///     let run = try runner.record("hello.swift")
///     print(run.output, run.trace.steps.count)
///     // Prints: hello
///     //          9
public struct PipelineRunner: Sendable {
  /// The program's standard streams.
  public enum Mode: Equatable, Sendable {
    /// It has those of this process.
    case passedThrough
    /// Its input is empty, and its output is captured, up to this many bytes each of output and errors.
    case captured(limit: Int = 1 << 20)
    /// Its output and its errors go to a descriptor, because somebody watches it; its input comes from one, if there is one.
    case watched(input: Int32?, output: Int32)
  }

  /// Somebody who looks at a recording while it is made.
  public struct Watcher: Sendable {
    /// Is told the recording's place before the program starts.
    public var begin: @Sendable (String) -> Void
    /// The program has ended; the recording goes when this returns.
    public var end: @Sendable () -> Void
    /// Ends the program.
    public var cancellation = RunCancellation()

    public init(begin: @escaping @Sendable (String) -> Void, end: @escaping @Sendable () -> Void) {
      (self.begin, self.end) = (begin, end)
    }
  }

  /// Nil if nobody does.
  public var watcher: Watcher?

  /// The folder from which the program may be told to end its recording, unless it was given one; nil for none.
  package var controlFolder: String?

  /// The default time limits in seconds: while a person watches, and while nobody does.
  public static let interactiveTimeLimit = 60.0
  public static let unattendedTimeLimit = 10.0

  /// The default size limit of a trace in bytes: a quarter of a million records, more than anyone reads.
  public static let defaultSizeLimit = 8 << 20

  private let mode: Mode
  private var timeLimit: Double?
  private let sizeLimit: Int
  private let ring: RingSize?
  private let callsDescriptions: Bool
  private let engine: EngineInstallation?
  private let cache: URL?
  private let colorsDiagnostics: Bool
  private var supervision: RunSupervision?
  /// The compiler that is known already, which saves finding it and hashing the engine for each program.
  private var knownCompiler: PipelineCompiler?

  /// - Parameters:
  ///   - timeLimit: seconds that the program may run, 0 for no limit.
  ///   - sizeLimit: bytes that its trace may have, 0 for as many as the engine allows. A longer run keeps its beginning and
  ///     its newest part.
  ///   - ring: the size that its trace never exceeds, additions included; it takes the place of the limit.
  ///   - callsDescriptions: whether the recorder may call the descriptions that the program gives its types.
  ///   - engine: the engine to compile against; the one that belongs to this executable if none is given.
  ///   - cache: the folder that keeps compiled pipelines; one of the user's own if none is given.
  ///   - colorsDiagnostics: whether the compiler's messages are coloured.
  ///   - supervision: limits for a program that nobody has read, and the means to end it early. Its time limit takes
  ///     precedence. The program runs in a temporary folder, and gets a small part of this process's environment.
  public init(
    mode: Mode, timeLimit: Double? = nil, sizeLimit: Int = defaultSizeLimit, ring: RingSize? = nil,
    callsDescriptions: Bool = true, engine: EngineInstallation? = nil, cache: URL? = nil,
    colorsDiagnostics: Bool = false, supervision: RunSupervision? = nil
  ) {
    self.mode = mode
    self.sizeLimit = ring?.bytesOfRecords ?? sizeLimit
    self.ring = ring
    self.callsDescriptions = callsDescriptions
    let seconds =
      supervision?.limits.seconds ?? timeLimit
      ?? (mode == .passedThrough ? Self.interactiveTimeLimit : Self.unattendedTimeLimit)
    self.timeLimit = seconds > 0 ? seconds : nil
    self.engine = engine
    self.cache = cache
    self.colorsDiagnostics = colorsDiagnostics
    self.supervision = supervision
  }

  /// A copy of this runner with a compiler that knows its key.
  func knowing(_ compiler: PipelineCompiler) -> PipelineRunner {
    var runner = self
    runner.knownCompiler = compiler
    return runner
  }

  /// A copy of this runner with limits for a program that nobody has read.
  func supervised(by supervision: RunSupervision) -> PipelineRunner {
    var runner = self
    runner.supervision = supervision
    runner.timeLimit = supervision.limits.seconds
    return runner
  }

  /// Compiles and runs a file; see ``record(_:keepingTraceAt:adding:readsTrace:findsOrigins:reporting:)``.
  public func record(_ file: URL) throws -> PipelineRun { try record(file.path) }

  /// Compiles and runs a file; see ``record(_:keepingTraceAt:adding:readsTrace:findsOrigins:reporting:)``.
  public func record(_ path: String) throws -> PipelineRun { try record(RunRequest(.files([path]))) }

  /// Makes a program of the request, and runs it.
  ///
  /// A crash of the program, or a stop at a limit, is not an error: the run says how it ended, and its trace holds the
  /// records up to then. The trace of a program that never used Rx is empty.
  /// - Parameters:
  ///   - kept: where to leave the trace file.
  ///   - added: what is added to the trace file that is kept.
  ///   - readsTrace: whether the trace is needed here; one that is only kept may be larger than memory.
  ///   - findsOrigins: whether to look up where objects were made, which starts another program.
  ///   - report: is given the compiler's warnings, and what there is to say about a package, before the program starts.
  /// - Throws: ``PipelineError``, ``TraceError``
  public func record(
    _ request: RunRequest, keepingTraceAt kept: String? = nil, adding added: AddedSources = .nothing,
    readsTrace: Bool = true, findsOrigins: Bool = true, reporting report: (String) -> Void = { _ in }
  ) throws -> PipelineRun {
    if let kept { try checkPlace(of: kept, request) }
    let program = try program(request.subject, report)
    if supervision?.cancellation.isCancelled == true { throw RunCancelled() }
    func run(_ traceFile: String) throws -> PipelineRun {
      watcher?.begin(traceFile)
      defer { watcher?.end() }
      let result = try result(of: program, request.arguments, traceFile)
      var run = try self.run(of: program, result, in: traceFile, readsTrace: readsTrace)
      if findsOrigins {
        var symbolicator = program.symbolicator(run.trace)
        run.frames = symbolicator.frames(of: run.trace)
      }
      return run
    }
    guard let kept else { return try PrivateFolder.withTemporary { try run($0 + "/run.hwtrace") } }
    return try replaceFile(kept, keepingPart: true) { beside in
      var result = try run(beside)
      // An empty recording must not replace an older one.
      if result.hasTraceFile && !result.usesRx { unlink(beside) }
      let recordings = (result.hasTraceFile && result.usesRx ? [beside] : []) + result.otherRecordings
      for recording in recordings { add(added, to: recording, program, report) }
      result.otherRecordings = OtherRecordings.move(from: beside, to: kept)
      return result
    }
  }

  /// Runs tests that are built, and leaves the recording at a path in a folder of the caller's own.
  func record(_ tests: PackageProgram.Tests, at traceFile: String) throws -> PipelineRun {
    let program = Program(tests)
    return try run(of: program, result(of: program, [], traceFile), in: traceFile, readsTrace: true)
  }

  /// Adds sources to a recording. A failure is only reported, because the recording is worth keeping without them.
  private func add(_ added: AddedSources, to recording: String, _ program: Program, _ report: (String) -> Void) {
    do {
      let remark = try added.add(
        toNewRecording: recording, texts: program.texts, memory: program.memory, most: ring?.bytes)
      if let remark { report("headwater: \(ShownText.message(remark))\n") }
    } catch {
      report("headwater: \(ShownText.message("\(error)"))\n")
    }
  }

  private func run(
    of program: Program, _ result: ChildProcess.Result, in traceFile: String, readsTrace: Bool
  ) throws -> PipelineRun {
    let hasTraceFile = access(traceFile, F_OK) == 0
    let trace = readsTrace && hasTraceFile ? try Trace(contentsOf: traceFile) : Trace()
    var run = PipelineRun(
      trace: trace, output: String(decoding: result.output, as: UTF8.self), status: result.ending.status)
    run.errorOutput = String(decoding: result.errorOutput, as: UTF8.self)
    run.ending = result.ending
    run.hasTraceFile = hasTraceFile
    run.recordingFailed = unlink(TraceFormat.failurePath(traceFile)) == 0
    run.usesRx =
      readsTrace ? trace.usesRx : try hasTraceFile && RecordingSummary(of: traceFile).calls > 0
    run.otherRecordings = OtherRecordings.find(of: traceFile)
    run.sourceTexts = program.texts
    return run
  }

  /// The limits of a run, in a form that distinguishes them.
  var limits: String { "\(mode) \(timeLimit ?? 0) \(sizeLimit)\(ring == nil ? "" : " ring")" }

  // MARK: The program

  private struct Program {
    var executable: String
    /// The arguments of each run, before those of the request; the runs follow each other.
    var runs: [[String]] = [[]]
    /// The folder that the program runs in; nil for the folder of this process.
    var workingFolder: String?
    /// The text of source that is in no file, by its name.
    var texts: [String: String] = [:]
    /// The app that the program launches.
    private(set) var app: SimulatedApp?
    private var sources: [String]?
    private(set) var memory: URL?

    init(_ executable: String) {
      self.executable = executable
    }

    init(_ tests: PackageProgram.Tests) {
      executable = tests.executable
      runs = tests.runs
      workingFolder = tests.root
    }

    init(_ app: SimulatedApp) {
      executable = app.xcrun
      runs = [app.launching]
      self.app = app
    }

    init(_ program: PipelineCompiler.Program, _ source: PipelineSource) {
      executable = program.executable
      sources = source.ownNames
      texts = source.textsWithoutFile
      memory = program.folder.appending(path: ".frames")
    }

    func symbolicator(_ trace: Trace) -> Symbolicator {
      let images = sources == nil ? Symbolicator.imagesOfProgram(trace) : [executable]
      return Symbolicator(images: images.union(Symbolicator.engines(trace)), sources: sources, memory: memory)
    }
  }

  private func program(_ subject: RunRequest.Subject, _ report: (String) -> Void) throws -> Program {
    switch subject {
    case .files(let paths): return try compiled(compiler(), report) { [try PipelineSource(paths: paths)] }
    case .standardInput: return try compiled(compiler(), report) { try PipelineSource.standardInput() }
    case .text(let text): return try compiled(compiler(), report) { try PipelineSource.readings(of: text) }
    case .source(let text, let name):
      return try compiled(compiler(), report) { [try PipelineSource.named(name, text)] }
    case .package(let folder, let product):
      return try withoutActuallyEscaping(report) { report in
        Program(try PackageProgram(folder: folder, cache: knownCache(), reporting: report).executable(product))
      }
    case .tests(let folder, let selection):
      return try withoutActuallyEscaping(report) { report in
        Program(try PackageProgram(folder: folder, cache: knownCache(), reporting: report).tests(selection))
      }
    case .program(let name):
      return Program(try Self.pathOfProgram(name))
    case .simulatedApp(let identifier):
      return Program(try SimulatedApp(identifier))
    }
  }

  /// The absolute path, because the trace names the program by it and may be shown from another folder. Symbolic links are
  /// not resolved, because a program's name may decide what it does.
  private static func pathOfProgram(_ name: String) throws -> String {
    guard let path = findExecutable(name) else {
      let isThere = name.contains("/") && access(name, F_OK) == 0
      let reason = isThere ? "it is there, but is not a program that can be started" : "there is no such program"
      throw PipelineError.unreadable(file: name, reason: reason)
    }
    return path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  func knownCache() throws -> ProgramCache { try cache.map(ProgramCache.init) ?? .standard() }

  func compiler() throws -> PipelineCompiler {
    var compiler = try knownCompiler ?? PipelineCompiler(engine: engine ?? .current(), cache: knownCache())
    compiler.isColored = colorsDiagnostics
    compiler.supervision = supervision?.ofCompiler
    return compiler
  }

  private func compiled(
    _ compiler: PipelineCompiler, _ report: (String) -> Void, _ readings: () throws -> [PipelineSource]
  ) throws -> Program {
    let (program, source) = try compiler.program(readings())
    if !program.diagnostics.isEmpty { report(program.diagnostics) }
    return Program(program, source)
  }

  /// Runs the program once for each of its runs; the first run that fails decides how the whole ended.
  private func result(
    of program: Program, _ arguments: [String], _ traceFile: String
  ) throws -> ChildProcess.Result {
    program.app?.prepare()
    var whole = ChildProcess.Result(ending: .exited(0))
    for run in program.runs {
      let result = try process(program, run + arguments, traceFile).run()
      whole.output += result.output
      whole.errorOutput += result.errorOutput
      if whole.ending == .exited(0) { whole.ending = result.ending }
      guard case .exited = result.ending else { break }
    }
    try program.app?.fetchRecording(to: traceFile)
    return whole
  }

  private func process(_ program: Program, _ arguments: [String], _ traceFile: String) -> ChildProcess {
    var process = ChildProcess(executable: program.executable, arguments: arguments)
    if let folder = program.workingFolder {
      // The shell is replaced by the program, which has its number and gets its signals.
      process.executable = "/bin/sh"
      process.arguments = ["-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder, program.executable] + arguments
    }
    process.supervise(by: supervision, in: (traceFile as NSString).deletingLastPathComponent)
    if supervision != nil { process.environment = Self.publicEnvironment }
    process.environment["HEADWATER_TRACE"] = traceFile
    // The program may be a script that starts several programs.
    process.environment["HEADWATER_TRACE_EACH"] = "1"
    process.environment["HEADWATER_TRACE_LIMIT"] = sizeLimit > 0 ? "\(sizeLimit)" : nil
    process.environment["HEADWATER_RING"] = ring.map { "\($0.bytesOfRecords)B" }
    process.environment["HEADWATER_NO_DESCRIPTIONS"] = callsDescriptions ? nil : "1"
    // An app in a simulator cannot load a library of this system.
    if program.app == nil { outputLibrary?.load(into: &process.environment) }
    if let controlFolder { process.environment[ControlFormat.variable] = controlFolder }
    if let app = program.app { process.environment = app.environment(process.environment) }
    process.timeLimit = timeLimit
    switch mode {
    case .passedThrough: process.forwardsSignals = true
    case .watched(let input, let output):
      process.forwardsSignals = true
      process.streams = .redirected(input: input, output: output)
      process.cancellation = watcher?.cancellation
    case .captured(let limit):
      process.streams = .captured(input: "/dev/null", limit: limit)
      process.environment["HEADWATER_UNBUFFERED"] = "1"
    }
    return process
  }

  private var outputLibrary: OutputLibrary? {
    OutputLibrary.current(engine ?? (try? .current()), in: try knownCache())
  }

  /// The part of this process's environment that holds no secrets, for a program that nobody has read.
  private static var publicEnvironment: [String: String] {
    let names: Set = [
      "PATH", "HOME", "USER", "LOGNAME", "LANG", "TZ", "TMPDIR", "TERM", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
    ]
    return ProcessInfo.processInfo.environment.filter { name, _ in names.contains(name) || name.hasPrefix("LC_") }
  }

  // MARK: The trace's place

  /// Checks the place before the program runs, because the recording of a long run would be lost.
  private func checkPlace(of place: String, _ request: RunRequest) throws {
    let file = try ReplacedFile(place)
    guard file.isRegular else {
      throw SystemError.failed("\(place): cannot be written: it is not a regular file; a recording needs one")
    }
    try file.check(keeping: request.files)
  }
}
