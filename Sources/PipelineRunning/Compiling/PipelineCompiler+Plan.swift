import Foundation
import RxTrace

extension PipelineCompiler {
  /// Compiles a program without the compiler's driver.
  /// - Returns: the compiler's warnings; nil if only the driver can say how to compile it, or what is wrong with it.
  func runPlan(_ options: [String], _ inputs: [String], to program: String, _ temporary: URL) throws -> String? {
    #if os(Linux)
      guard inputs.allSatisfy(Self.isSimple), let (plan, place) = plan(options) else { return nil }
      var messages = ""
      let commands = plan.commands(for: inputs, to: program, in: temporary.path)
      for (index, command) in commands.enumerated() where !Self.listsLibraries(command) {
        let result = try run(command, temporary)
        guard result.status == 0 else {
          // The linker's files may have moved since the plan was made.
          if index > 0 { try? FileManager.default.removeItem(at: place) }
          return nil
        }
        messages += result.text
      }
      return messages
    #else
      return nil
    #endif
  }

  #if os(Linux)
    /// Whether a command only lists an object file's libraries for the linker. The list is then written here instead.
    private static func listsLibraries(_ command: [String]) -> Bool {
      guard command.count == 4, command[0].hasSuffix("/swift-autolink-extract"), command[2] == "-o",
        let options = AutolinkEntries.read(command[1])
      else { return false }
      return Array(options.joined(separator: "\n").utf8).write(toFile: command[3])
    }
  #endif

  /// Whether the driver would leave a path as it is. Paths appear in messages and in `#file`.
  private static func isSimple(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropFirst(path.hasPrefix("/") ? 1 : 0).allSatisfy { !["", ".", ".."].contains($0) }
  }

  /// The plan for some options, and the cache's folder that keeps it; nil if there is none, because the driver can do
  /// without.
  private func plan(_ options: [String]) -> (plan: CompilerPlan, place: URL)? {
    do {
      var hash = try knownKey ?? key()
      for text in ["linked plan", ProcessInfo.processInfo.environment["SDKROOT"] ?? ""] + options { hash.add(text) }
      let name = "commands.json"
      let folder = try cache.entry("plan-" + hash.text) { folder in
        let empty = folder.appending(path: ".empty")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: empty) }
        let plan = try CompilerPlan(compiler: compiler, options: options, in: empty.path)
        try JSONEncoder().encode(plan).write(to: folder.appending(path: name))
      }
      let text = try Data(contentsOf: folder.appending(path: name))
      return try JSONDecoder().decode(CompilerPlan?.self, from: text).map { ($0, folder) }
    } catch {
      return nil
    }
  }
}
