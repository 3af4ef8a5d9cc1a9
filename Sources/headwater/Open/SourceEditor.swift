import ArgumentParser
import Foundation
import RxTrace

/// A program that shows a line of a source file.
struct SourceEditor: Sendable {
  /// The program and its arguments, with `{file}` and `{line}`.
  private let words: [String]

  /// The command lines of the editors that are known by name.
  private static let known: [(name: String, words: [String])] = [
    ("xed", ["xed", "--line", "{line}", "{file}"]),
    ("code", ["code", "--goto", "{file}:{line}"]),
    ("cursor", ["cursor", "--goto", "{file}:{line}"]),
    ("zed", ["zed", "{file}:{line}"]),
    ("subl", ["subl", "{file}:{line}"]),
    ("idea", ["idea", "--line", "{line}", "{file}"]),
    ("mate", ["mate", "--line", "{line}", "{file}"]),
    ("bbedit", ["bbedit", "+{line}", "{file}"]),
  ]

  static let knownNames = known.map(\.name).joined(separator: ", ")

  static let noEditor = SystemError.failed("no editor is installed that is known here; give one with --editor")

  private init(words: [String]) { self.words = words }

  /// - Parameter text: a known name, or a command with `{file}` and perhaps `{line}`. Quotation marks keep words together;
  ///   no shell reads the command.
  init(named text: String) throws {
    if let known = Self.known.first(where: { $0.name == text }) {
      self.init(words: known.words)
      return
    }
    guard let words = shellWords(of: text), !words.isEmpty else {
      throw ValidationError("--editor: a quotation mark is not closed in \(text)")
    }
    guard words.dropFirst().contains(where: { $0.contains("{file}") }) else {
      let near = Nearest.suggestion(for: text, among: Self.known.map(\.name))
      throw ValidationError(
        "--editor takes one of \(Self.knownNames), or a command with {file} and {line}, but is \(text)\(near)")
    }
    self.init(words: words)
  }

  /// The first known editor that is installed.
  static var installed: SourceEditor? {
    known.first { findExecutable($0.words[0]) != nil }.map { SourceEditor(words: $0.words) }
  }

  /// The command for a line.
  func command(for file: String, line: Int) -> [String] {
    words.map { $0.replacing("{line}", with: "\(line)").replacing("{file}", with: file) }
  }

  /// Starts the editor, and waits a moment for it to fail.
  /// - Throws: ``SystemError/failed(_:)`` if it is missing or fails.
  func open(_ file: String, line: Int) throws {
    let command = command(for: file, line: line)
    guard let program = findExecutable(command[0]) else {
      throw SystemError.failed("\(command[0]) is not in PATH; give another editor with --editor")
    }
    let process = try Executables.start(program, Array(command.dropFirst()))
    // Most editors hand the file to a running instance and end at once; others stay.
    let end = ContinuousClock.now + .seconds(2)
    while process.isRunning, ContinuousClock.now < end { usleep(10_000) }
    guard process.isRunning || process.terminationStatus == 0 else {
      throw SystemError.failed("\(command[0]) failed with status \(process.terminationStatus)")
    }
  }
}

/// Opens addresses in the user's browser.
enum Browser {
  /// Does nothing if there is no browser to open; the address is printed in any case.
  static func open(_ address: String) {
    #if os(macOS)
      let opener = "open"
    #else
      let opener = "xdg-open"
    #endif
    guard let program = findExecutable(opener) else { return }
    _ = try? Executables.start(program, [address])
  }
}

/// Starts programs and leaves them alone.
enum Executables {
  /// Starts a program that has no input and whose output nobody reads.
  static func start(_ program: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw SystemError.failed("\(program) cannot be started: \(error.localizedDescription)")
    }
    return process
  }
}
