import Foundation

/// The output of `swift build`, on its way to standard error.
///
/// Messages are passed on as they are. Lines that only say how far the build is replace each other on a terminal, and are
/// left out elsewhere.
final class BuildOutput {
  var succeeded = false
  /// The modules that the compiler did not find, each with the file that imports it first.
  private(set) var missingModules: [String: String] = [:]
  private let isTerminal = isatty(STDERR_FILENO) != 0
  private var hasProgress = false

  private static let progress = [
    "Building for ", "Build complete!", "Build of ", "Planning build", "Fetching ", "Fetched ", "Computing version",
    "Computed ", "Creating working copy", "Working copy of ", "Updating ", "Updated ", "Write ", "Wrapping AST ",
  ]

  /// SwiftPM says of the option that names a workspace that it may be removed in future.
  private static let ownOption = "warning: --multiroot-data-file"

  func take(_ line: String) {
    if line.hasPrefix(Self.ownOption) { return }
    if Self.isProgress(line) { return show(line) }
    if let match = line.firstMatch(of: /^(.+?):\d+:\d+: error: no such module '(\w+)'/) {
      let (file, module) = (String(match.1), String(match.2))
      if missingModules[module] == nil { missingModules[module] = file }
    }
    clear()
    write(line + "\n")
  }

  private static func isProgress(_ line: String) -> Bool {
    line.prefixMatch(of: #/\[\d+/\d+\] /#) != nil || progress.contains { line.hasPrefix($0) }
  }

  func finish() { clear() }

  private func show(_ line: String) {
    guard isTerminal else { return }
    write("\r\u{1B}[2K\(line.prefix(76))")
    hasProgress = true
  }

  private func clear() {
    if hasProgress { write("\r\u{1B}[2K") }
    hasProgress = false
  }

  private func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
