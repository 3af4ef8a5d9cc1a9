import Foundation

/// The output of `swift build`, on its way to standard error.
///
/// Messages are passed on as they are. Lines that only say how far the build is replace each other on a terminal, and are
/// left out elsewhere.
final class BuildOutput {
  var succeeded = false
  /// The modules and headers that the compiler did not find.
  private(set) var missingModules: Set<String> = []
  /// The first lines of the compiler's messages that were written.
  private var messages: Set<String> = []
  private var skipsMessage = false
  private let isTerminal = isatty(STDERR_FILENO) != 0
  private let write: (String) -> Void
  private var hasProgress = false

  private static let progress = [
    "Building for ", "Build complete!", "Build of ", "Planning build", "Fetching ", "Fetched ", "Computing version",
    "Computed ", "Creating working copy", "Working copy of ", "Updating ", "Updated ", "Write ", "Wrapping AST ",
  ]

  /// The beginning of SwiftPM's warning that the option that names a workspace may be removed in future.
  private static let ownOption = "warning: --multiroot-data-file"

  init(to write: @escaping (String) -> Void = BuildOutput.writeError) {
    self.write = write
  }

  func take(_ line: String) {
    if line.hasPrefix(Self.ownOption) { return }
    if Self.isProgress(line) { return show(line) }
    if let module = AppleModules.missingModule(in: line) { missingModules.insert(module) }
    if isRepeated(line) { return }
    clear()
    write(line + "\n")
  }

  /// Whether a line, or the message that it continues, was written before. A batch of files repeats the message about
  /// what stands in the way of each of them.
  private func isRepeated(_ line: String) -> Bool {
    if line.prefixMatch(of: #/(?:\S.*?:\d+:\d+: )?(?:fatal )?(?:error|warning|note): /#) != nil {
      skipsMessage = !messages.insert(line).inserted
    } else if line.first.map({ !$0.isWhitespace && !$0.isNumber && $0 != "|" }) ?? false {
      skipsMessage = false
    }
    return skipsMessage
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

  private static func writeError(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
