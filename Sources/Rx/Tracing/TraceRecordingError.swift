import Foundation

/// A trace file that could not be made.
public struct TraceRecordingError: Error, CustomStringConvertible {
  public let path: String
  /// The system's error number; `EBUSY` if the program records into another file already, `EINVAL` for a
  /// variable that holds no size, or if nothing is recorded.
  public let errorNumber: Int32
  /// The file into which the program records already, if that is the reason.
  public let openRecording: String?
  /// The reason, if the error number does not tell it.
  private let reason: String?

  init(path: String, errorNumber: Int32, reason: String? = nil) {
    (self.path, self.errorNumber, openRecording, self.reason) = (path, errorNumber, nil, reason)
  }

  init(path: String, openRecording: String) {
    (self.path, errorNumber, self.openRecording) = (path, EBUSY, openRecording)
    reason = """
      this program is recorded into \(openRecording) already: end that recording first, or use its file
      """
  }

  static func nothingToCopy(_ path: String) -> TraceRecordingError {
    TraceRecordingError(path: path, errorNumber: EINVAL, reason: "this program is not being recorded")
  }

  public var description: String {
    let (comma, reason) = (openRecording == nil ? ":" : ", because", reason ?? String(cString: strerror(errorNumber)))
    return "\(path): cannot record a trace there\(comma) \(reason)"
  }
}
