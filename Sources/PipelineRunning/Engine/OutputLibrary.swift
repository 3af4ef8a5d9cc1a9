import CGuestSources
import Foundation
import RxTrace

/// The library that records what a program prints. It is loaded into each program that a command starts.
/// `Guests/Output.c` is its source.
struct OutputLibrary {
  let path: String

  /// The library that is installed beside the engine, or else one that is compiled into the cache.
  /// - Returns: nil if there is no C compiler. Then recordings say that they are without the program's output.
  static func current(_ engine: EngineInstallation?, in cache: @autoclosure () throws -> ProgramCache) -> OutputLibrary?
  {
    if let installed = engine.map({ "\($0.folder)/\(name)" }), access(installed, R_OK) == 0 {
      return OutputLibrary(path: installed)
    }
    guard let compiler else { return nil }
    var key = ContentHash()
    for text in [source, compiler] { key.add(text) }
    let entry = try? cache().entry("output-" + key.text) { try compile(into: $0, by: compiler) }
    return entry.map { OutputLibrary(path: $0.appending(path: name).path) }
  }

  /// Makes the loader load the library before all others; libraries that the user names come after it.
  func load(into environment: inout [String: String]) {
    environment[Self.variable] = path + (environment[Self.variable].map { ":" + $0 } ?? "")
  }

  private static let source = String(cString: hw_output_library())

  /// The compiler's own Clang, or the system's.
  private static var compiler: String? {
    let beside = (try? PipelineCompiler.findCompiler()).flatMap(realPath).map {
      ($0 as NSString).deletingLastPathComponent + "/clang"
    }
    return beside.flatMap(findExecutable) ?? findExecutable("cc")
  }

  private static func compile(into folder: URL, by compiler: String) throws {
    let file = folder.appending(path: "Output.c").path
    try Data(source.utf8).write(to: URL(fileURLWithPath: file))
    let options = ["-shared", "-fPIC", "-O2", "-o", folder.appending(path: name).path, file]
    var process = ChildProcess(executable: compiler, arguments: options)
    process.streams = .captured(input: "/dev/null", limit: 1 << 16)
    let result = try process.run()
    guard result.ending == .exited(0) else {
      throw PipelineError.missing(String(decoding: result.errorOutput, as: UTF8.self))
    }
  }

  #if os(macOS)
    private static let name = "libHeadwaterOutput.dylib"
    private static let variable = "DYLD_INSERT_LIBRARIES"
  #else
    private static let name = "libHeadwaterOutput.so"
    private static let variable = "LD_PRELOAD"
  #endif
}
