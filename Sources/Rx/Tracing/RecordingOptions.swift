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
  /// Whether values of the program's types are shown by the descriptions that the program gives them.
  var callsDescriptions = true
}

extension RecordingOptions {
  /// Reads the environment; nil if it asks for no recording.
  ///
  /// `HEADWATER_TRACE` is the path of the file, `HEADWATER_TRACE_LIMIT` its maximum size in bytes. With
  /// `HEADWATER_TRACE_EACH`, an existing recording at that path is kept under another name. With
  /// `HEADWATER_NO_DESCRIPTIONS`, the program's descriptions are not called.
  static func ofEnvironment() -> RecordingOptions? {
    func value(_ name: String) -> String? { hw_environment(name).map { String(cString: $0) } }
    guard let path = value("HEADWATER_TRACE"), !path.isEmpty else { return nil }
    var options = RecordingOptions(path: path)
    if let limit = value("HEADWATER_TRACE_LIMIT").flatMap({ Int($0) }) { options.maximumSize = limit }
    options.keepsOthers = value("HEADWATER_TRACE_EACH") != nil
    options.callsDescriptions = ["", "0", "false", "no"].contains(value("HEADWATER_NO_DESCRIPTIONS") ?? "")
    // So that a program started by this one is not recorded as well.
    let names = ["HEADWATER_TRACE", "HEADWATER_TRACE_LIMIT", "HEADWATER_TRACE_EACH", "HEADWATER_NO_DESCRIPTIONS"]
    for name in names { unsetenv(name) }
    return options
  }
}
