import Foundation
import RxTrace

/// Turns a pipeline's source into a program linked against the engine.
struct PipelineCompiler: Sendable {
  let engine: EngineInstallation
  let cache: ProgramCache
  /// The path of `swiftc`.
  let compiler: String
  /// Options for a linker that is quicker than the system's, if it came with the compiler.
  private let linkerOptions: [String]
  /// Whether the compiler's messages are coloured.
  var isColored = false
  /// The result of ``key()``, for a process that needs it often, because the engine has some megabytes.
  var knownKey: ContentHash?
  /// The limits of a compiler that reads a text which nobody has read before.
  var supervision: RunSupervision?

  /// A compiled pipeline.
  struct Program {
    /// The folder in the cache, which can also keep facts about the program.
    let folder: URL
    let executable: String
    /// The compiler's messages; empty if it was compiled before, unless the program is supervised: its author, who
    /// changes it again and again, wants to see them each time.
    let diagnostics: String
  }

  /// The seconds after which the compiler is assumed to hang.
  private static let timeLimit = 300.0
  private static let outputLimit = 1 << 22

  init(engine: EngineInstallation, cache: ProgramCache) throws {
    self.engine = engine
    self.cache = cache
    compiler = try Self.findCompiler()
    #if os(Linux)
      let tools = realPath(compiler).map { ($0 as NSString).deletingLastPathComponent }
      // The linker uses one thread, because starting threads takes longer than linking a program of a few lines.
      let quicker = ["-use-ld=lld", "-Xlinker", "--threads=1"]
      linkerOptions = tools.flatMap { findExecutable($0 + "/ld.lld") } == nil ? [] : quicker
    #else
      linkerOptions = []
    #endif
  }

  /// Compiles some readings in turn, until one of them compiles.
  /// - Throws: the problem of the last reading if no reading compiles.
  func program(_ readings: [PipelineSource]) throws -> (program: Program, source: PipelineSource) {
    for source in readings.dropLast() {
      if let program = try? program(source) { return (program, source) }
    }
    let last = readings[readings.count - 1]
    return (try program(last), last)
  }

  func program(_ source: PipelineSource) throws -> Program {
    var diagnostics = ""
    let folder = try cache.entry(key(source)) { diagnostics = try compile(source, into: $0) }
    if supervision != nil, diagnostics.isEmpty {
      diagnostics = (try? String(contentsOf: folder.appending(path: Self.messages), encoding: .utf8)) ?? ""
    }
    let executable = folder.appending(path: source.programName).path
    return Program(folder: folder, executable: executable, diagnostics: diagnostics)
  }

  /// The hash of everything that the program is made from.
  func key(_ source: PipelineSource) throws -> String {
    var hash = try knownKey ?? key()
    hash.add(source.programName)
    hash.add(hasColors(source) ? "colours" : "")
    for file in source.files {
      hash.add(file.isGenerated ? file.path : Self.argument(for: file.path))
      hash.add(file.text)
    }
    // The debug information of a file with a relative path also names the folder that the path begins in.
    if source.files.contains(where: { !$0.isGenerated && !$0.path.hasPrefix("/") }) {
      hash.add(FileManager.default.currentDirectoryPath)
    }
    return hash.text
  }

  /// The hash of the inputs of all programs. Only the path and the size identify the compiler, because another compiler
  /// cannot use the engine's modules, so a change of compiler comes with a change of the engine.
  func key() throws -> ContentHash {
    var hash = ContentHash()
    for file in engine.identifyingFiles { try hash.add(contentsOf: file) }
    var status = stat()
    stat(compiler, &status)
    for text in ["4", compiler, "\(status.st_size)"] { hash.add(text) }
    for argument in commonArguments { hash.add(argument) }
    return hash
  }

  private func compile(_ source: PipelineSource, into folder: URL) throws -> String {
    var result = try runCompiler(source, folder)
    if result.status != 0, let file = Self.fileWithTopLevelCode(source, result.text) {
      result = try runCompiler(source.beginning(in: file), folder)
    }
    guard result.status == 0 else {
      if source.files.count > 1, Self.missingMain.contains(where: result.text.contains) {
        throw PipelineError.notSource(
          file: source.name, reason: "neither it nor the files after it have top-level code or @main to begin with")
      }
      let remarks = [AppleModules.remark(onFileWith: result.text), Self.missingImport(source, result.text)]
        .compactMap(\.self).map { "headwater: \(source.name): \($0)\n" }
      throw PipelineError.doesNotCompile(file: source.name, diagnostics: result.text + remarks.joined())
    }
    result.text = CompilerMessage.text(of: result.text, aboutFilesNamed: source.ownNames)
    if !result.text.isEmpty { try Self.write(result.text, to: folder.appending(path: Self.messages)) }
    return result.text
  }

  private static func missingImport(_ source: PipelineSource, _ diagnostics: String) -> String? {
    guard !source.text.contains(#/\bimport\s+Rx/#) else { return nil }
    let names = #/cannot find '(?:Observable|\w+Subject|\w+Relay|Single|Maybe|Driver|Signal|DisposeBag)' in/#
    return diagnostics.contains(names) ? "add the line `import RxSwift`" : nil
  }

  private static let messages = ".messages"

  /// The messages of linkers for a program without an entry point.
  private static let missingMain = ["symbol: main", "reference to `main'", "reference to 'main'", "\"_main\""]

  /// The file with top-level code, which the compiler allows only in `main.swift` if there are several files.
  private static func fileWithTopLevelCode(_ source: PipelineSource, _ diagnostics: String) -> String? {
    guard source.files.count > 1, !source.files.contains(where: { $0.path.split(separator: "/").last == "main.swift" })
    else { return nil }
    let lines = diagnostics.split(separator: "\n").filter { $0.contains("are not allowed at the top level") }
    return lines.lazy.compactMap { line in source.files.first { line.contains("\($0.path):") }?.path }.first
  }

  private func runCompiler(_ source: PipelineSource, _ folder: URL) throws -> (status: Int32, text: String) {
    let temporary = folder.appending(path: ".temporary")
    guard mkdir(temporary.path, 0o700) == 0 || errno == EEXIST else {
      throw SystemError.failed("\(temporary.path): the folder cannot be made: \(systemMessage())")
    }
    defer { try? FileManager.default.removeItem(at: temporary) }
    for file in source.files where file.isGenerated {
      try Self.write(file.text, to: folder.appending(path: file.path))
    }
    let program = folder.appending(path: source.programName).path
    let inputs = source.files.map { file in
      file.isGenerated ? folder.appending(path: file.path).path : Self.argument(for: file.path)
    }
    var options = commonArguments + (hasColors(source) ? ["-color-diagnostics"] : [])
    func make() throws -> (status: Int32, text: String) {
      // A program that does not compile is left to the driver, whose messages say more than its commands'.
      if let text = try runPlan(options, inputs, to: program, temporary) { return (0, text) }
      return try runCompiler(options + ["-o", program] + inputs, temporary)
    }
    var result = try make()
    // The engine's cache may belong to another compiler, and this process may not be allowed to write there.
    if result.status != 0, let shared = engine.moduleCache, result.text.contains(shared) {
      options += ["-module-cache-path", cache.moduleCache]
      result = try make()
    }
    // Only the compiler knows for certain whether `@main` is in the code or in a comment.
    if result.status != 0, source.text.contains("@main"), result.text.contains("'main' attribute cannot be used") {
      options.append("-parse-as-library")
      result = try make()
    }
    result.text = source.asWritten(result.text, in: folder)
    return result
  }

  /// Compiles a program that runs pipelines, optimized, from files of its own.
  func driver(_ files: [String], to program: String, in folder: String) throws -> (status: Int32, text: String) {
    let temporary = URL(fileURLWithPath: folder).appending(path: ".temporary")
    mkdir(temporary.path, 0o700)
    let common = commonArguments.filter { !["-Onone", "-g"].contains($0) }
    return try runCompiler(common + ["-O", "-suppress-warnings", "-o", program] + files, temporary)
  }

  private static func write(_ text: String, to file: URL) throws {
    do {
      try text.write(to: file, atomically: false, encoding: .utf8)
    } catch {
      throw SystemError.failed("\(file.path): cannot be written: \(systemReason(error))")
    }
  }

  private var commonArguments: [String] {
    [
      "-Onone", "-g", "-swift-version", "5", "-module-name", "main",
      // There is only one job, so that each error is reported once.
      "-whole-module-optimization", "-no-emit-module-separately-wmo",
      // RxTest itself imports XCTest, which no traced program needs to load.
      "-module-alias", "RxTest=RxTestCore", "-Xfrontend", "-import-module", "-Xfrontend", "OldRxSwift",
      "-I", engine.modules, "-module-cache-path", engine.moduleCache ?? cache.moduleCache,
      "-L", engine.folder, "-lHeadwaterEngine", "-Xlinker", "-rpath", "-Xlinker", engine.folder,
    ] + linkerOptions + engine.headers.flatMap { ["-I", $0] }
  }

  /// Whether messages are coloured. Those of a generated file are not, because colours hinder rewriting them.
  private func hasColors(_ source: PipelineSource) -> Bool { isColored && !source.files[0].isGenerated }

  /// A name that begins with a dash would be an option, even after a `./`, which the compiler's driver removes.
  private static func argument(for path: String) -> String {
    guard !path.hasPrefix("/"), path.split(separator: "/").first(where: { $0 != "." })?.hasPrefix("-") == true else {
      return path
    }
    return FileManager.default.currentDirectoryPath + "/" + path
  }

  private func runCompiler(_ arguments: [String], _ temporary: URL) throws -> (status: Int32, text: String) {
    try run([compiler] + arguments, temporary)
  }

  func run(_ command: [String], _ temporary: URL) throws -> (status: Int32, text: String) {
    var process = ChildProcess(executable: command[0], arguments: Array(command.dropFirst()))
    // A compiler that is stopped leaves its temporary files behind; they are removed with the folder.
    process.environment["TMPDIR"] = temporary.path
    process.streams = .captured(input: "/dev/null", limit: Self.outputLimit)
    process.timeLimit = supervision?.limits.seconds ?? Self.timeLimit
    process.supervise(by: supervision, in: temporary.path)
    let result = try process.run()
    if supervision?.cancellation.isCancelled == true { throw RunCancelled() }
    let text = String(decoding: result.output + result.errorOutput, as: UTF8.self)
    return (result.ending.status, text)
  }

  /// `$SWIFTC`, or the first `swiftc` in `$PATH`.
  static func findCompiler() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    let chosen = environment["SWIFTC"].flatMap { $0.isEmpty ? nil : $0 }
    guard let found = findExecutable(chosen ?? "swiftc") else {
      throw PipelineError.missing(
        chosen.map { "\($0): there is no such program; SWIFTC must name the Swift compiler" }
          ?? """
          swiftc is missing: it is in no folder of PATH
          install Swift from https://www.swift.org/install, or set SWIFTC to the path of its swiftc
          """)
    }
    return found
  }
}
