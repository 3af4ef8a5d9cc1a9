import Foundation

/// The one way in which reports become JSON: keys in order, so that the same report is the same text, and hidden
/// characters as escapes, of which the encoder leaves all but C0.
func json(_ report: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return TextEscaping.wholeJSON.escape(String(decoding: try encoder.encode(report), as: UTF8.self)) + "\n"
}

/// Where reports go.
public enum ReportOutput {
  /// Writes to a file, or to standard output where none is named.
  /// - Throws: ``ShowError/unwritable(place:reason:)``, ``PipelineError/system(_:)``
  public static func write(_ text: String, to file: String?) throws {
    if let file {
      try BufferedText.replace(file) { try $0.write(text) }
    } else {
      var output = BufferedText(STDOUT_FILENO, place: "standard output")
      try output.write(text)
      try output.flush()
    }
  }
}
