import Foundation
import RxTrace

/// The JSON of a report. Its keys are sorted, so that the same report is the same text, and hidden characters are escaped,
/// because the encoder escapes only C0.
func json(_ report: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return TextEscaping.wholeJSON.escape(String(decoding: try encoder.encode(report), as: UTF8.self)) + "\n"
}

/// A table of comma-separated values. Hidden characters are escaped, because the table may go to a terminal.
func csvTable(_ rows: [[String]]) -> String {
  rows.map { $0.map(csvField).joined(separator: ",") + "\r\n" }.joined()
}

private func csvField(_ text: String) -> String {
  let shown = oneLine(text)
  guard shown.contains(where: { ",\"".contains($0) }) else { return shown }
  return "\"" + shown.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
}

/// The destination of reports.
public enum ReportOutput {
  /// Writes to a file, or to standard output if none is named.
  /// - Parameter sources: the files that must stay as they are.
  /// - Throws: ``SystemError/failed(_:)``, ``SystemError/wouldReplace(_:)``
  public static func write(_ text: String, to file: String?, keeping sources: [String] = []) throws {
    if let file {
      try ReplacedFile(file).check(keeping: sources)
      try BufferedText.replace(file) { try $0.write(text) }
    } else {
      var output = BufferedText(STDOUT_FILENO, place: "standard output")
      try output.write(text)
      try output.flush()
    }
  }
}
