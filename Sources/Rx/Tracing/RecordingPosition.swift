/// A moment of the recording under way.
package struct RecordingPosition: Sendable {
  /// The file that is written.
  package let path: String
  /// Tells the recordings of a process apart.
  package let recording: UInt32
  /// The sequence number that the next record will have.
  package let sequence: UInt32
  /// The calling thread's number in the file.
  package let thread: UInt16
}

/// What a recording that is not made of one closure is begun and ended with.
extension TraceRecorder {
  /// Begins to record, unless a recording is under way.
  /// - Returns: whether it began: then ``end()`` has to follow.
  package static func begin(path: String, maximumSize: Int) throws(TraceRecordingError) -> Bool {
    try Recorder.start(path: path, maximumSize: maximumSize)
  }

  package static func end() { Recorder.stop() }

  /// Where the recording under way stands; nil where there is none.
  package static var position: RecordingPosition? { Recorder.position }
}
