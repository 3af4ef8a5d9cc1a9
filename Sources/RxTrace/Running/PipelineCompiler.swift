import Foundation

/// Turns a pipeline's source into a program linked against the engine.
struct PipelineCompiler: Sendable {
  let engine: EngineInstallation
  let cache: ProgramCache
  /// The path of `swiftc`.
  let compiler: String
  /// Whether the compiler's messages are coloured.
  var isColored = false

  /// A compiled pipeline.
  struct Program {
    /// The folder in the cache, where what is found out about the program can be kept.
    let folder: URL
    let executable: String
    /// What the compiler said about it; empty when it was compiled before.
    let diagnostics: String
  }

  /// Seconds after which a compiler that has not ended never will.
  private static let timeLimit = 300.0
  private static let outputLimit = 1 << 22

  init(engine: EngineInstallation, cache: ProgramCache) throws {
    self.engine = engine
    self.cache = cache
    compiler = try Self.findCompiler()
  }

  func program(_ source: PipelineSource) throws -> Program {
    var diagnostics = ""
    let folder = try cache.entry(key(source)) { diagnostics = try compile(source, into: $0) }
    let executable = folder.appending(path: source.programName).path
    return Program(folder: folder, executable: executable, diagnostics: diagnostics)
  }

  /// Everything that the program is made from. The compiler is known by its path and size alone: another compiler
  /// cannot use the engine's modules, so a change of compiler comes with a change of the engine.
  private func key(_ source: PipelineSource) throws -> String {
    var hash = ContentHash()
    for file in engine.identifyingFiles { try hash.add(contentsOf: file) }
    var status = stat()
    stat(compiler, &status)
    for text in ["1", compiler, "\(status.st_size)", FileManager.default.currentDirectoryPath] { hash.add(text) }
    for argument in arguments(source, output: "") { hash.add(argument) }
    hash.add(source.text)
    return hash.text
  }

  private func compile(_ source: PipelineSource, into folder: URL) throws -> String {
    let output = folder.appending(path: source.programName).path
    var plain = arguments(source, output: output)
    var result = try runCompiler(plain)
    // The engine's cache may be another compiler's, and not ours to write to.
    if result.status != 0, let shared = engine.moduleCache, result.text.contains(shared) {
      plain += ["-module-cache-path", cache.moduleCache]
      result = try runCompiler(plain)
    }
    // Only the compiler knows for certain whether `@main` stands in the code or in a comment.
    if result.status != 0, source.text.contains("@main"), result.text.contains("'main' attribute cannot be used") {
      result = try runCompiler(plain + ["-parse-as-library"])
    }
    guard result.status == 0 else {
      throw PipelineError.doesNotCompile(file: source.path, diagnostics: result.text)
    }
    return result.text
  }

  private func arguments(_ source: PipelineSource, output: String) -> [String] {
    var arguments = [
      "-Onone", "-g", "-swift-version", "5", "-module-name", "main",
      // One job, and so one report of each error.
      "-whole-module-optimization", "-no-emit-module-separately-wmo",
      "-I", engine.modules, "-I", engine.headers, "-module-cache-path", engine.moduleCache ?? cache.moduleCache,
      "-L", engine.folder, "-lHeadwaterEngine", "-Xlinker", "-rpath", "-Xlinker", engine.folder,
      "-o", output,
    ]
    if isColored { arguments.append("-color-diagnostics") }
    return arguments + [Self.argument(for: source.path)]
  }

  /// A name that begins with a dash would be an option, also behind a `./`, which the compiler's driver takes away.
  private static func argument(for path: String) -> String {
    let first = path.split(separator: "/").first { $0 != "." }
    guard !path.hasPrefix("/"), first?.hasPrefix("-") == true else { return path }
    return FileManager.default.currentDirectoryPath + "/" + path
  }

  private func runCompiler(_ arguments: [String]) throws -> (status: Int32, text: String) {
    var process = ChildProcess(executable: compiler, arguments: arguments)
    process.streams = .captured(input: "/dev/null", limit: Self.outputLimit)
    process.timeLimit = Self.timeLimit
    let result = try process.run()
    let text = String(decoding: result.output + result.errorOutput, as: UTF8.self)
    return (result.ending.status, text)
  }

  /// `$SWIFTC`, or the first `swiftc` in `$PATH`.
  private static func findCompiler() throws -> String {
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

/// The path of a program: as it is when it has a slash, otherwise from the first folder of `$PATH` that has it.
func findExecutable(_ name: String) -> String? {
  if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  return folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
}
