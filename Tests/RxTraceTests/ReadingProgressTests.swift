import Synchronization
import TestSupport
import Testing

@testable import RxTrace

@Suite("How far the reading of a long recording is")
struct ReadingProgressTests {
  /// A clock that a test sets, and what was written.
  private final class Terminal: Sendable {
    private let start = ContinuousClock.now
    let time = Mutex(Duration.zero)
    let text = Mutex("")

    func progress() -> ReadingProgress {
      ReadingProgress(
        now: { self.start + self.time.withLock { $0 } }, write: { text in self.text.withLock { $0 += text } })
    }

    func wait(_ duration: Duration) { time.withLock { $0 += duration } }
  }

  @Test("Nothing is said in the first second, then a line a few times a second, and it is erased")
  func line() {
    let terminal = Terminal()
    let progress = terminal.progress()
    progress.note(1, of: 10, in: "run.hwtrace")
    terminal.wait(.milliseconds(999))
    progress.note(2, of: 10, in: "run.hwtrace")
    #expect(terminal.text.withLock(\.self) == "")
    terminal.wait(.milliseconds(1))
    progress.note(3, of: 10, in: "run.hwtrace")
    progress.note(4, of: 10, in: "run.hwtrace")
    terminal.wait(.milliseconds(200))
    progress.note(5, of: 10, in: "run.hwtrace")
    progress.erase()
    let erasure = "\r\u{1B}[K"
    #expect(
      terminal.text.withLock(\.self)
        == "\(erasure)reading run.hwtrace: 30 %\(erasure)reading run.hwtrace: 50 %\(erasure)")
  }

  @Test("A reading that was quick leaves the terminal alone")
  func quick() {
    let terminal = Terminal()
    let progress = terminal.progress()
    progress.note(10, of: 10, in: "run.hwtrace")
    progress.erase()
    #expect(terminal.text.withLock(\.self) == "")
  }

  @Test("What the current task reads is told, segment by segment")
  func reading() throws {
    let terminal = Terminal()
    let progress = terminal.progress()
    terminal.wait(.seconds(1))
    try withFile(StepRangeTests.writer(3, segments: 4).file) { path in
      _ = try ReadingProgress.$current.withValue(progress) { try Trace(contentsOf: path) }
      #expect(terminal.text.withLock(\.self).contains("reading \(path): 25 %"))
    }
  }
}
