import Foundation
import RxTrace

/// The commands that the compiler's driver runs for a program, kept so that later programs need no driver.
///
/// For a program of a few lines the driver takes as long as the compiler itself, and clang, which it calls to link, as long
/// as the linker. Both are asked once, by their option `-###`, for programs with the same options.
struct CompilerPlan: Codable {
  /// Each command begins with an executable's path. Placeholders stand for the words that differ from program to program.
  private var commands: [[String]]

  private static let temporaryFolder = "{temporary}"
  private static let program = "{program}"
  private static let sources = "{sources}"
  private static let currentFolder = "{current folder}"

  /// Asks a driver for its commands.
  /// - Parameter folder: an empty folder. No option may contain its path, which becomes a placeholder.
  /// - Returns: nil if the driver runs programs that did not come with it, as it may be a script with its own ways.
  init?(compiler: String, options: [String], in folder: String) throws {
    let (source, program) = (folder + "/main.swift", folder + "/program")
    // The source file must exist, because the driver looks for it.
    guard FileManager.default.createFile(atPath: source, contents: nil) else { return nil }
    var driver = ChildProcess(executable: compiler, arguments: options + ["-###", "-o", program, source])
    driver.environment["TMPDIR"] = folder
    driver.streams = .captured(input: "/dev/null", limit: 1 << 20)
    driver.timeLimit = 60
    let result = try driver.run()
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    commands = lines.map { line in
      let words = shellWords(of: line) ?? []
      return zip([""] + words, words).map { previous, word in
        // Debug information names the folder that the compiler runs in.
        if previous == "-file-compilation-dir" { return Self.currentFolder }
        return switch word {
        case source: Self.sources
        case program: Self.program
        default: Self.generalized(word, folder)
        }
      }
    }
    guard result.ending == .exited(0), isComplete(in: folder), isOwn(compiler) else { return nil }
    commands = commands.indices.map(withoutUnusedModule)
    if let link = commands.popLast() { commands.append(try Self.linker(behind: link) ?? link) }
  }

  /// The command without its module, which takes a fifth of the compiler's time, and which only a debugger reads.
  private func withoutUnusedModule(_ index: Int) -> [String] {
    let later = commands[(index + 1)...].joined()
    var words: [String] = []
    var rest = commands[index][...]
    while let word = rest.popFirst() {
      if word.hasPrefix("-emit-module-"), let path = rest.first, path.contains(Self.temporaryFolder),
        !later.contains(where: { $0.contains(path) })
      {
        rest.removeFirst()
      } else {
        words.append(word)
      }
    }
    return words
  }

  /// Asks clang for the linker that it would run.
  /// - Parameter command: a command that calls clang.
  /// - Returns: nil if clang would run something else too.
  private static func linker(behind command: [String]) throws -> [String]? {
    guard command.first?.hasSuffix("/clang") == true else { return nil }
    // Files are named as libraries, because clang leaves out files that are not there yet, but no libraries.
    let options = command.dropFirst().map { $0.contains(temporaryFolder) ? "-l" + $0 : $0 }
    var clang = ChildProcess(executable: command[0], arguments: options + ["-###"])
    clang.streams = .captured(input: "/dev/null", limit: 1 << 20)
    clang.timeLimit = 60
    let text = String(decoding: try clang.run().errorOutput, as: UTF8.self)
    let commands = text.split(separator: "\n").filter { $0.hasPrefix(" \"") }
    guard commands.count == 1 else { return nil }
    return shellWords(of: commands[0])?.map { $0.contains(temporaryFolder) ? String($0.dropFirst(2)) : $0 }
  }

  /// A word with a placeholder for the temporary folder that the driver made in ours.
  private static func generalized(_ word: String, _ folder: String) -> String {
    guard let range = word.range(of: folder + "/TemporaryDirectory."),
      let end = word[range.upperBound...].firstIndex(of: "/")
    else { return word }
    return word.replacingCharacters(in: range.lowerBound..<end, with: temporaryFolder)
  }

  private func isComplete(in folder: String) -> Bool {
    let words = commands.joined()
    return words.contains(Self.program) && words.contains(Self.sources) && !words.contains { $0.contains(folder) }
  }

  private func isOwn(_ compiler: String) -> Bool {
    guard let path = realPath(compiler), let frontend = commands.first?.first else { return false }
    return (path as NSString).deletingLastPathComponent == (frontend as NSString).deletingLastPathComponent
  }

  /// The commands for a program.
  /// - Parameter temporary: a folder for files that nobody needs later.
  func commands(for sources: [String], to program: String, in temporary: String) -> [[String]] {
    commands.map { command in
      command.flatMap { word in
        switch word {
        case Self.sources: sources
        case Self.program: [program]
        case Self.currentFolder: [FileManager.default.currentDirectoryPath]
        default: [word.replacing(Self.temporaryFolder, with: temporary)]
        }
      }
    }
  }
}
