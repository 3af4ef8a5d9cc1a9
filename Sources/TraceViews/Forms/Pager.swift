import Foundation
import RxTrace

/// Whether long text for a terminal goes through a pager.
public enum PagerChoice: String, Sendable, CaseIterable {
  case auto, never
}

/// The program that shows long text page by page.
struct Pager {
  private let command: String

  /// Uses `PAGER`, as git and man do, or else `less`; nil without either, or if `PAGER` is `cat`, which is not a pager.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let chosen = environment["PAGER"].flatMap { $0.isEmpty ? nil : $0 }
    guard environment["TERM"] != "dumb", chosen != "cat", chosen != nil || findExecutable("less") != nil else {
      return nil
    }
    command = chosen ?? "less"
  }

  /// Shows the text that `writeText` writes to its descriptor, until the reader leaves.
  func show(_ writeText: (Int32) -> Void) throws {
    var process = ChildProcess(executable: "/bin/sh", arguments: ["-c", command])
    // Keep colours, and show no page if the text fits on the screen.
    process.environment.merge(["LESS": "FRX", "LESSCHARSET": "utf-8"]) { own, _ in own }
    // The pager handles a Ctrl-C itself.
    process.forwardsSignals = true
    try withoutActuallyEscaping(writeText) { writeText in
      process.streams = .fed(by: writeText)
      _ = try process.run()
      process.streams = .inherited
    }
  }
}
