/// A position in the current recording.
package struct RecordingPosition: Sendable {
  /// The path of the file.
  package let path: String
  /// Distinguishes the recordings of a process.
  package let recording: UInt32
  /// The sequence number that the next record will have.
  package let sequence: UInt64
  /// The calling thread's number in the file.
  package let thread: UInt16
}

/// Begin and end of a recording that is not the body of one closure.
extension TraceRecorder {
  /// Begins to record, unless there is a recording already.
  /// - Returns: whether it began; if so, ``end()`` must follow.
  package static func begin(
    path: String, maximumSize: Int, callsDescriptions: Bool = true
  ) throws(TraceRecordingError) -> Bool {
    do {
      try Recorder.start(
        RecordingOptions(path: path, maximumSize: maximumSize, callsDescriptions: callsDescriptions))
      return true
    } catch {
      guard error.openRecording != nil else { throw error }
      return false
    }
  }

  package static func end() { Recorder.stop() }

  /// The position in the current recording; nil if there is none.
  package static var position: RecordingPosition? { Recorder.position }
}
