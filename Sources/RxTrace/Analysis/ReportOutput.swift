import Foundation

/// The one way in which reports become JSON: keys in order, so that the same report is the same text.
func json(_ report: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
}

/// Where reports go.
public enum ReportOutput {
  /// Writes to a file, or to standard output where none is named.
  /// - Throws: ``PipelineError/system(_:)``, ``ShowError``
  public static func write(_ text: String, to file: String?) throws {
    guard let file else { return try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) }
    try replaceFile(file) { descriptor in
      var output = BufferedText(descriptor, place: file)
      try output.write(text)
      try output.flush()
    }
  }
}
