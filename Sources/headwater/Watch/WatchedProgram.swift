import Foundation
import PipelineRunning
import RxTrace
import Synchronization

/// A program that runs on a thread of its own while its recording is watched.
final class WatchedProgram: Sendable {
  private let request: RunRequest
  private let state = Mutex(State())
  private let mayGo = DispatchSemaphore(value: 0)
  private let isDone = DispatchSemaphore(value: 0)
  private let cancellation = RunCancellation()

  private struct State {
    var recording: String?
    var hasEnded = false
    var result: Swift.Result<PipelineRun, any Error>?
  }

  /// The most bytes of the recording. Of a longer one, the beginning and the newest part are kept.
  private static let sizeLimit = 64 << 20

  init(_ request: RunRequest) { self.request = request }

  /// - Parameters:
  ///   - hasTerminal: whether the terminal is needed for something else, so that the program must not use it.
  func start(timeLimit: Double?, callsDescriptions: Bool, colorsMessages: Bool, hasTerminal: Bool) {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    // Only the lines of the view are written to standard output.
    let output = hasTerminal && isatty(STDERR_FILENO) == 1 ? null : STDERR_FILENO
    var runner = PipelineRunner(
      mode: .watched(input: hasTerminal ? null : nil, output: output),
      timeLimit: timeLimit ?? request.usualTimeLimit, sizeLimit: Self.sizeLimit,
      callsDescriptions: callsDescriptions, colorsDiagnostics: colorsMessages)
    var watcher = PipelineRunner.Watcher(
      begin: { [self] path in state.withLock { $0.recording = path } },
      end: { [self] in
        state.withLock { $0.hasEnded = true }
        mayGo.wait()
      })
    watcher.cancellation = cancellation
    runner.watcher = watcher
    Thread.detachNewThread { [self, runner] in
      let result = Swift.Result {
        try runner.record(request, readsTrace: false, findsOrigins: false, reporting: { note($0) })
      }
      close(null)
      state.withLock { ($0.result, $0.hasEnded) = (result, true) }
      isDone.signal()
    }
  }

  /// The path of the recording; nil while the program is being built.
  var recording: String? { state.withLock(\.recording) }
  var hasEnded: Bool { state.withLock(\.hasEnded) }

  func stop() { cancellation.cancel() }

  /// Lets the recording be removed, and waits for the end of the run.
  func finish() throws -> PipelineRun {
    mayGo.signal()
    isDone.wait()
    return try state.withLock { $0.result! }.get()
  }

  private func note(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
