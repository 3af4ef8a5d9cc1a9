import Foundation
import RxTrace
import Synchronization
import TraceAnalysis

/// Checks a recording again and again while it is written, on a thread of its own.
///
/// A check reads the whole file. So that the program keeps its processors, there are pauses between two checks that are
/// several times as long as a check.
final class FindingWatch: Sendable {
  private let path: String
  private let trusted: TrustedFolders
  private let selection: FindingSelection
  private let state = Mutex(State())
  private let hasEnded = DispatchSemaphore(value: 0)

  private struct State {
    var isBusy = false
    /// The number of steps of the run when it was checked last.
    var steps = 0
    var next = ContinuousClock.now + .seconds(1)
    var known: Set<String> = []
    var new: [String] = []
    var all: [String] = []
  }

  private static let shortestPause = Duration.seconds(2)
  /// The pause after a check lasts this many times as long as the check.
  private static let pause = 9

  /// - Parameter rules: the kinds of findings; none for all.
  init(_ path: String, trusting trusted: TrustedFolders, only rules: [Finding.Rule] = []) {
    (self.path, self.trusted, selection) = (path, trusted, FindingSelection(only: rules))
  }

  /// The titles of the findings so far.
  var all: [String] { state.withLock(\.all) }

  /// The titles of the findings that came up since this was called last.
  func takeNew() -> [String] {
    state.withLock { state in
      defer { state.new = [] }
      return state.new
    }
  }

  /// Begins a check if it is time for one, and if there are new steps.
  /// - Parameter steps: the number of steps of the run so far.
  func look(at steps: Int) {
    let isDue = state.withLock { state in
      guard !state.isBusy, steps > state.steps, ContinuousClock.now >= state.next else { return false }
      (state.isBusy, state.steps) = (true, steps)
      return true
    }
    guard isDue else { return }
    Thread.detachNewThread { [self] in
      let began = ContinuousClock.now
      check(isOver: false)
      state.withLock { state in
        state.isBusy = false
        state.next = .now + max(Self.shortestPause, (ContinuousClock.now - began) * Self.pause)
      }
      hasEnded.signal()
    }
  }

  /// Checks the whole run once more, because the run is over.
  func finish() {
    wait()
    check(isOver: true)
  }

  /// Waits for a check that is under way.
  private func wait() {
    while state.withLock({ $0.isBusy }) { hasEnded.wait() }
  }

  /// Checks the recording. If it cannot be read, there are no findings, and the view of the rows says why.
  private func check(isOver: Bool) {
    guard var report = try? CheckReport(path: path, trusting: trusted) else { return }
    report.select(selection)
    let found = report.titles(isOver: isOver)
    state.withLock { state in
      for (subject, title) in found where state.known.insert(subject).inserted {
        state.new.append(title)
        state.all.append(title)
      }
    }
  }
}
