import CPlatform
import Foundation

/// The options of a recording.
struct RecordingOptions {
  /// The path of the file.
  var path: String
  /// In bytes.
  var maximumSize = TraceRecorder.defaultMaximumSize
  /// Whether a finished recording that has the path is kept under another name.
  var keepsOthers = false
}

extension RecordingOptions {
  /// Reads the environment; nil if it asks for no recording.
  ///
  /// `HEADWATER_TRACE` is the path of the file, `HEADWATER_TRACE_LIMIT` its maximum size in bytes. With
  /// `HEADWATER_TRACE_EACH`, an existing recording at that path is kept under another name.
  static func ofEnvironment() -> RecordingOptions? {
    func value(_ name: String) -> String? { hw_environment(name).map { String(cString: $0) } }
    guard let path = value("HEADWATER_TRACE"), !path.isEmpty else { return nil }
    var options = RecordingOptions(path: path)
    if let limit = value("HEADWATER_TRACE_LIMIT").flatMap({ Int($0) }) { options.maximumSize = limit }
    options.keepsOthers = value("HEADWATER_TRACE_EACH") != nil
    // So that a program started by this one is not recorded as well.
    for name in ["HEADWATER_TRACE", "HEADWATER_TRACE_LIMIT", "HEADWATER_TRACE_EACH"] { unsetenv(name) }
    return options
  }
}
