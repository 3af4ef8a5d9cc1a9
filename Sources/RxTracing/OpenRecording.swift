import Foundation
import Rx
import RxTrace
import Synchronization

/// A recording that has begun: a part of the one that the process has under way.
///
/// A process records into one file at a time. The first to record makes it, whoever records meanwhile shares it, and
/// the last of them ends it; each reads back the part of it that was written in its own time.
package final class OpenRecording {
  private let start: RecordingPosition
  /// Nil where the file belongs to somebody else, who will end it, and for one that has been ended.
  private var file: SharedFile?

  /// - Throws: `TraceRecordingError` where no file can be made.
  package init(maximumSize: Int = Rx.Trace.defaultMaximumSize) throws {
    (file, start) = try SharedFile.join(maximumSize: maximumSize)
  }

  /// Ends it without a look at what was recorded. Calling it again does nothing.
  package func end() {
    file?.leave()
    file = nil
  }

  /// Ends it, and reads what was recorded.
  package func endAndRead() throws -> RxTrace.Trace {
    let last = Rx.Trace.position
    // The file is removed when nobody refers to it any more.
    let file = file
    end()
    return try withExtendedLifetime(file) { try read(to: last) }
  }

  private func read(to last: RecordingPosition?) throws -> RxTrace.Trace {
    // Somebody else's recording that has ended meanwhile has nothing to say about the time since then.
    let isWhole = last?.recording == start.recording
    let end = isWhole ? last!.sequence : .max
    let part = RecordedPart(path: start.path, sequences: start.sequence..<end, thread: start.thread)
    return try RxTrace.Trace(part, isWhole: isWhole)
  }
}

/// The temporary file of all the recordings that overlap each other.
private final class SharedFile: Sendable {
  private let path: String

  private struct State {
    var file: SharedFile?
    var users = 0
  }

  private static let state = Mutex(State())

  private init() {
    path = NSTemporaryDirectory() + "headwater-\(getpid())-\(UUID().uuidString).hwtrace"
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Begins to record, or joins the recording that is under way.
  static func join(maximumSize: Int) throws -> (SharedFile?, RecordingPosition) {
    try state.withLock { state in
      while true {
        if state.users == 0 {
          let file = SharedFile()
          if try Rx.Trace.begin(path: file.path, maximumSize: maximumSize) { state.file = file }
        }
        // Somebody else's recording may end between any two of these lines.
        guard let position = Rx.Trace.position else { continue }
        guard let file = state.file else { return (nil, position) }
        state.users += 1
        return (file, position)
      }
    }
  }

  /// The last to leave ends the recording.
  func leave() {
    Self.state.withLock { state in
      state.users -= 1
      guard state.users == 0 else { return }
      Rx.Trace.end()
      state.file = nil
    }
  }
}
