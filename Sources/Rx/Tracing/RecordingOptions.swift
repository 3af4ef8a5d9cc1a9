import CPlatform
import Foundation
import TraceFormat

/// The options of a recording.
struct RecordingOptions {
  /// The path of the file.
  var path: String
  /// In bytes.
  var maximumSize = TraceRecorder.defaultMaximumSize
  /// Whether the recording is asked to keep only its newest part.
  var isRing = false
  /// Whether ``TraceRecorder/start(to:ring:callsDescriptions:)`` began it.
  var isStarted = false
  /// Whether a finished recording that has the path is kept under another name.
  var keepsOthers = false
  /// Whether values of the program's types are shown by the descriptions that the program gives them.
  var callsDescriptions = true
  /// Whether what the program prints is recorded.
  var recordsOutput = false
}

extension RecordingOptions {
  /// Reads the environment; nil if it asks for no recording.
  ///
  /// `HEADWATER_TRACE` is the path of the file, `HEADWATER_RING` the size of a ring with its unit, and `HEADWATER_TRACE_LIMIT`
  /// the maximum size of another recording in bytes. With `HEADWATER_TRACE_EACH`, an existing recording at that path is kept
  /// under another name. With `HEADWATER_NO_DESCRIPTIONS`, the program's descriptions are not called.
  /// - Throws: ``TraceRecordingError`` for a size that is none.
  static func ofEnvironment() throws(TraceRecordingError) -> RecordingOptions? {
    func value(_ name: String) -> String? { hw_environment(name).map { String(cString: $0) } }
    guard let path = value("HEADWATER_TRACE"), !path.isEmpty else { return nil }
    var options = RecordingOptions(path: path)
    options.keepsOthers = value("HEADWATER_TRACE_EACH") != nil
    options.callsDescriptions = ["", "0", "false", "no"].contains(value("HEADWATER_NO_DESCRIPTIONS") ?? "")
    let (limit, ring) = (value("HEADWATER_TRACE_LIMIT") ?? "", value("HEADWATER_RING") ?? "")
    // So that a program started by this one is not recorded as well.
    for name in names { unsetenv(name) }
    do {
      if !limit.isEmpty { try options.setLimit(limit) }
      if !ring.isEmpty { try options.setRing(ring) }
    } catch {
      options.noteFailure()
      throw error
    }
    return options
  }

  private static let names = [
    "HEADWATER_TRACE", "HEADWATER_TRACE_LIMIT", "HEADWATER_TRACE_EACH", "HEADWATER_RING", "HEADWATER_NO_DESCRIPTIONS",
  ]

  private mutating func setLimit(_ text: String) throws(TraceRecordingError) {
    guard let limit = Int(text) else {
      throw TraceRecordingError(
        path: path, errorNumber: EINVAL, reason: "HEADWATER_TRACE_LIMIT takes a number of bytes, and is \"\(text)\"")
    }
    maximumSize = limit
  }

  private mutating func setRing(_ text: String) throws(TraceRecordingError) {
    guard let size = ByteSize(text), size.bytes >= SegmentLayout.smallestFile else {
      throw TraceRecordingError(
        path: path, errorNumber: EINVAL,
        reason: "HEADWATER_RING takes a size with its unit, such as 64MB, of at least 512KiB, and is \"\(text)\"")
    }
    (maximumSize, isRing) = (size.bytes, true)
  }

  /// Tells the command that started the program, if it waits for the recording.
  func noteFailure() {
    if keepsOthers { RecordingPlace.noteFailure(at: path) }
  }
}
