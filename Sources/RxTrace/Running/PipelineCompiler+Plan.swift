import Foundation

extension PipelineCompiler {
  /// Compiles a program without the compiler's driver.
  /// - Returns: the compiler's warnings; nil if only the driver can say how to compile it, or what is wrong with it.
  func runPlan(_ options: [String], _ inputs: [String], to program: String, _ temporary: URL) throws -> String? {
    #if os(Linux)
      guard inputs.allSatisfy(Self.isSimple), let plan = plan(options) else { return nil }
      var messages = ""
      for command in plan.commands(for: inputs, to: program, in: temporary.path) {
        let result = try run(command, temporary)
        guard result.status == 0 else { return nil }
        messages += result.text
      }
      return messages
    #else
      return nil
    #endif
  }

  /// Whether the driver would leave a path as it is. Paths appear in messages and in `#file`.
  private static func isSimple(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropFirst(path.hasPrefix("/") ? 1 : 0).allSatisfy { !["", ".", ".."].contains($0) }
  }

  /// The plan for some options, which the cache keeps; nil if there is none, because the driver can do without.
  private func plan(_ options: [String]) -> CompilerPlan? {
    do {
      var hash = try knownKey ?? key()
      for text in ["plan", ProcessInfo.processInfo.environment["SDKROOT"] ?? ""] + options { hash.add(text) }
      let name = "commands.json"
      let folder = try cache.entry("plan-" + hash.text) { folder in
        let empty = folder.appending(path: ".empty")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: empty) }
        let plan = try CompilerPlan(compiler: compiler, options: options, in: empty.path)
        try JSONEncoder().encode(plan).write(to: folder.appending(path: name))
      }
      return try JSONDecoder().decode(CompilerPlan?.self, from: Data(contentsOf: folder.appending(path: name)))
    } catch {
      return nil
    }
  }
}
