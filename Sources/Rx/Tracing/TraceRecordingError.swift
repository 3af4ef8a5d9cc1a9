import Foundation

/// A trace file that could not be made.
public struct TraceRecordingError: Error, CustomStringConvertible {
  public let path: String
  /// The system's error number; `EBUSY` if the program records into another file already.
  public let errorNumber: Int32
  /// The file into which the program records already, if that is the reason.
  public let openRecording: String?

  init(path: String, errorNumber: Int32) {
    (self.path, self.errorNumber, openRecording) = (path, errorNumber, nil)
  }

  init(path: String, openRecording: String) {
    (self.path, errorNumber, self.openRecording) = (path, EBUSY, openRecording)
  }

  public var description: String {
    guard let openRecording else {
      return "\(path): cannot record a trace there: \(String(cString: strerror(errorNumber)))"
    }
    return """
      \(path): cannot record a trace there, because this program is recorded into \(openRecording) already: \
      end that recording first, or use its file
      """
  }
}
