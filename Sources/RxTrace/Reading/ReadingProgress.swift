import Foundation
import Synchronization

/// Shows in one line how far the reading of a long recording is, once it has taken a second, and then erases the line.
///
///     try ReadingProgress.onTerminal { try CheckReport(path: "week.hwtrace") }
///     // Shows: reading week.hwtrace: 34 %
package final class ReadingProgress: Sendable {
  /// The progress that is told what the current task reads.
  @TaskLocal static var current: ReadingProgress?

  private let write: @Sendable (String) -> Void
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state: Mutex<State>

  private struct State {
    var next: ContinuousClock.Instant
    var isShown = false
  }

  private static let patience = Duration.seconds(1)
  private static let interval = Duration.milliseconds(200)
  /// The characters that go to the beginning of the line, and erase the line.
  private static let erasure = "\r\u{1B}[K"

  init(
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, write: @escaping @Sendable (String) -> Void
  ) {
    (self.now, self.write) = (now, write)
    state = Mutex(State(next: now() + Self.patience))
  }

  /// Runs `body`, and shows on standard error how far its reading is, if that is a terminal. `body` must not write
  /// anything for people before it has read everything.
  package static func onTerminal<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard isatty(STDERR_FILENO) == 1 else { return try body() }
    let progress = ReadingProgress { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }
    defer { progress.erase() }
    return try $current.withValue(progress, operation: body)
  }

  /// Notes how much has been read; may be called on any thread.
  func note(_ done: Int, of total: Int, in path: String) {
    let isDue = state.withLock { state in
      guard now() >= state.next else { return false }
      (state.next, state.isShown) = (now() + Self.interval, true)
      return true
    }
    guard isDue, total > 0 else { return }
    write("\(Self.erasure)reading \(ShownText.printable(path)): \(done * 100 / total) %")
  }

  func erase() {
    if state.withLock(\.isShown) { write(Self.erasure) }
  }
}
