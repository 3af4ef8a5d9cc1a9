import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import Synchronization
import TraceAnalysis

/// The option to end a recording when a finding comes up.
struct StopWhenOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "End the recording when `check` finds one of these: stale,growing. The program goes on. Repeatable.",
      valueName: "ids"),
    completion: .list(Finding.Rule.allCases.filter { !$0.needsEnd }.map(\.rawValue)))
  var stopWhen: [String] = []

  /// - Throws: `ValidationError` for a name that is not an id, and for a finding that only the end of a run can show.
  func rules() throws -> [Finding.Rule] {
    let rules: [Finding.Rule]
    do {
      rules = try stopWhen.flatMap(Finding.Rule.list)
    } catch {
      throw ValidationError("--stop-when: \(error)")
    }
    if let late = rules.first(where: \.needsEnd) {
      throw ValidationError(
        "--stop-when: only the end of a run shows \(late.rawValue); `headwater check` looks for it afterwards")
    }
    return rules
  }

  func validate() throws { _ = try rules() }
}

/// Checks a recording while the program runs, and has the program end it when something is found.
final class RecordingStop: Sendable {
  private let rules: [Finding.Rule]
  /// The folder of the program's socket.
  private let folder: String
  private let isOver = Mutex(false)
  private let hasLooked = DispatchSemaphore(value: 0)

  init(_ rules: [Finding.Rule], folder: String) { (self.rules, self.folder) = (rules, folder) }

  var watcher: PipelineRunner.Watcher {
    PipelineRunner.Watcher(
      begin: { [self] path in Thread.detachNewThread { self.look(at: path) } },
      end: { [self] in
        isOver.withLock { $0 = true }
        // The program may end before the reason why its recording ended has been printed.
        hasLooked.wait()
      })
  }

  private func look(at path: String) {
    defer { hasLooked.signal() }
    let findings = FindingWatch(path, trusting: TrustedFolders(), only: rules)
    var round = 0
    while !isOver.withLock({ $0 }) {
      usleep(100_000)
      guard access(path, F_OK) == 0 else { continue }
      // The number of steps is unknown until they are read, so each round counts as a new step.
      round += 1
      findings.look(at: round)
      guard let title = findings.takeNew().first else { continue }
      Analysis.say("headwater: \(title)\nheadwater: \(end(path))")
      return
    }
  }

  /// - Returns: what became of the recording. A program that exits at once may be gone before it answers.
  private func end(_ path: String) -> String {
    do {
      let process = try RecordReader(path: path).header.processIdentifier
      try ControlledProgram(process: Int32(truncatingIfNeeded: process), in: folder).connect().end()
      return "the recording ends here, and the program goes on"
    } catch {
      return "the recording was to end here, but the program no longer answers"
    }
  }
}
