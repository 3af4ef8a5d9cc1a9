import Foundation
import Rx
import RxTrace
import Synchronization

/// A recording that has begun: a part of the one that the process has under way.
///
/// A process records into one file at a time. The first recording makes it, others that begin meanwhile share it, and the
/// last one ends it; each reads back the part that was written between its beginning and end.
package final class OpenRecording {
  private let start: RecordingPosition
  /// Nil if the file belongs to a recording that somebody else will end, or if this recording has ended.
  private var file: SharedFile?

  /// - Throws: `TraceRecordingError` if no file can be made.
  package init(maximumSize: Int = TraceRecorder.defaultMaximumSize, callsDescriptions: Bool = true) throws {
    (file, start) = try SharedFile.join(maximumSize: maximumSize, callsDescriptions: callsDescriptions)
  }

  /// Ends it without reading the recording. Calling it again does nothing.
  package func end() {
    file?.leave()
    file = nil
  }

  /// Ends it, and reads the recording.
  package func endAndRead() throws -> Trace {
    let last = TraceRecorder.position
    // The file is removed with its last reference.
    let file = file
    end()
    return try withExtendedLifetime(file) { try read(to: last) }
  }

  private func read(to last: RecordingPosition?) throws -> Trace {
    // If somebody else's recording has ended meanwhile, the time since then was not recorded.
    let isWhole = last?.recording == start.recording
    let end = isWhole ? UInt64(last!.sequence) : .max
    let part = RecordedPart(path: start.path, sequences: UInt64(start.sequence)..<end, thread: start.thread)
    var trace = try Trace(part, isWhole: isWhole)
    for wait in Self.waits where trace.unfinishedRecords > 0 || trace.damagedSlots > 0 {
      // Another thread is in the middle of a record, and needs a processor to finish it. A record that it finished while
      // the file was read can look damaged.
      usleep(wait)
      trace = try Trace(part, isWhole: isWhole)
    }
    return trace
  }

  /// Microseconds. Few, because the file is read after each; a thread that still has not finished is stuck in a value's own
  /// description.
  private static let waits: [UInt32] = [1000, 4000, 16000, 32000]
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
  static func join(maximumSize: Int, callsDescriptions: Bool) throws -> (SharedFile?, RecordingPosition) {
    try state.withLock { state in
      while true {
        if state.users == 0 {
          let file = SharedFile()
          let hasBegun = try TraceRecorder.begin(
            path: file.path, maximumSize: maximumSize, callsDescriptions: callsDescriptions)
          if hasBegun { state.file = file }
        }
        // Somebody else's recording may end between any two of these lines.
        guard let position = TraceRecorder.position else { continue }
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
      TraceRecorder.end()
      state.file = nil
    }
  }
}
